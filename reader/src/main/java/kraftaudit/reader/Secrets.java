package kraftaudit.reader;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import kraftaudit.reader.Layout.Field;
import kraftaudit.reader.Layout.Kind;
import kraftaudit.reader.Layout.Secret;

/**
 * Which values are not printed unless asked for. A copied log does not say which settings a broker holds to be passwords, so
 * names decide; Kafka's own settings of type PASSWORD are all among them.
 */
final class Secrets {
    /** What stands in the place of a masked value; the word of Kafka's own {@code RecordRedactor}. */
    static final String MASK = "(redacted)";

    /** Fields of records: the SCRAM salts, keys and (before 3.5) salted passwords, and what newer records may add of that kind. */
    private static final Pattern FIELD = Pattern.compile("salt|storedkey|serverkey|hmac|password|secret|passphrase|privatekey");

    /** Settings, such as {@code listener.name.internal.ssl.keystore.key}. */
    private static final Pattern SETTING = Pattern.compile(
        "password|passwd|secret|passphrase|jaas|credential|hmac|api[._-]?key|access[._-]?key|private[._-]?key|encryption[._-]?key"
            + "|master[._-]?key|(key|trust)store[._-](key|certificate)|(^|[._-])(pass|pwd|token)$");

    private Secrets() {
    }

    /** Whether the values of a setting of this name are masked. */
    static boolean isSecretSetting(String name) {
        return SETTING.matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    /** As {@link #isSecretSetting(String)} of the {@code length} bytes in front of a cursor, which stays. */
    static boolean isSecretSetting(Cursor name, int length) {
        byte[] bytes = new byte[length];
        name.buffer().get(name.index(), bytes);
        return isSecretSetting(new String(bytes, StandardCharsets.UTF_8));
    }

    /** Marks the secret fields of one structure: by their own name, or a string Value beside the string Name of a setting. */
    static void mark(List<Field> fields) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if ((field.kind == Kind.STRING || field.kind == Kind.BYTES) && FIELD.matcher(field.name.toLowerCase(Locale.ROOT)).find()) {
                field.secret = Secret.ALWAYS;
            } else if (i > 0 && field.name.equals("value") && field.kind == Kind.STRING && isName(fields.get(i - 1))) {
                fields.get(i - 1).secret = Secret.NAME;
                field.secret = Secret.NAMED;
            }
        }
    }

    private static boolean isName(Field field) {
        return field.name.equals("name") && field.kind == Kind.STRING && !field.array && field.tag < 0;
    }
}
