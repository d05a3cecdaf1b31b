package kraftaudit.reader;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
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
    private static final List<String> FIELDS = List.of("salt", "storedkey", "serverkey", "hmac", "password", "secret", "passphrase",
        "privatekey");

    /** What the name of a secret setting has in it, and what it may end with; other separators count as dots. */
    private static final List<String> WITHIN = List.of("password", "passwd", "passphrase", "secret", "jaas", "hmac",
        "keystore.certificate", "truststore.certificate");
    private static final List<String> AT_END = List.of("key", ".pass", ".pwd", ".token", ".credential", ".credentials",
        ".user.info", ".connection.string");

    private Secrets() {
    }

    /** Whether the values of a setting of this name, such as {@code listener.name.internal.ssl.keystore.key}, are masked. */
    static boolean isSecretSetting(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
        if (hasOne(WITHIN, plain)) {
            return true;
        }
        for (String end : AT_END) {
            if (plain.endsWith(end)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasOne(List<String> parts, String text) {
        for (String part : parts) {
            if (text.contains(part)) {
                return true;
            }
        }
        return false;
    }

    /** As {@link #isSecretSetting(String)} of the {@code length} bytes in front of a cursor, which stays. */
    static boolean isSecretSetting(Cursor name, int length) {
        return isSecretSetting(new String(name.bytes(), name.index(), length, StandardCharsets.UTF_8));
    }

    /** Marks the secret fields of one structure: by their own name, or a string Value beside the string Name of a setting. */
    static void mark(List<Field> fields) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if ((field.kind == Kind.STRING || field.kind == Kind.BYTES) && hasOne(FIELDS, field.name.toLowerCase(Locale.ROOT))) {
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
