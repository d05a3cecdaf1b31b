package kraftaudit.reader;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import kraftaudit.reader.FileReading.Kind;
import kraftaudit.reader.SmallFile.Refused;

/** partition.metadata: {@code version: 0} and {@code topic_id: ID}. Kafka does not look at the words before the colons. */
final class PartitionMetadataReading {
    private static final Pattern COLON = Pattern.compile(":\\s+");

    private PartitionMetadataReading() {
    }

    static PartitionMetadata decode(SmallFile file) throws Refused {
        BufferedReader reader = file.lines();
        String versionText = field(file, reader, 1, "version");
        int version;
        try {
            version = Integer.parseInt(versionText);
        } catch (NumberFormatException noNumber) {
            throw new Refused(OptionalInt.of(1), "version", "a number", versionText);
        }
        if (version < 0) {
            throw new Refused(OptionalInt.of(1), "version", "0", versionText);
        }
        String idText = field(file, reader, 2, "topic_id");
        DirectoryId id = DirectoryId.parse(idText).filter(i -> !i.isZero()).orElseThrow(
            () -> new Refused(OptionalInt.of(2), "topic_id", PartitionMetadata.METADATA_TOPIC_ID, idText));
        if (version != 0) {
            file.odd(Kind.UNUSUAL, OptionalInt.of(1), "version", "0", versionText);
        }
        if (!id.toString().equals(PartitionMetadata.METADATA_TOPIC_ID)) {
            file.odd(Kind.WRONG, OptionalInt.of(2), "topic_id", PartitionMetadata.METADATA_TOPIC_ID, idText);
        }
        String rest = rest(reader);
        if (rest != null) {
            file.odd(Kind.UNUSUAL, OptionalInt.of(3), "", "the end of the file", rest);
        }
        return new PartitionMetadata(version, id.toString());
    }

    private static String field(SmallFile file, BufferedReader reader, int line, String name) throws Refused {
        String text;
        try {
            text = reader.readLine();
        } catch (IOException malformed) {
            throw new Refused("", "UTF-8", "bytes that are none");
        }
        if (text == null) {
            throw new Refused(OptionalInt.of(line), name, name + ": and a value", "the end of a file of " + file.content());
        }
        String[] parts = COLON.split(text);
        if (parts.length != 2) {
            throw new Refused(OptionalInt.of(line), name, name + ": and a value", text);
        }
        file.says(parts[0], parts[1]);
        if (!parts[0].equals(name)) {
            file.odd(Kind.UNUSUAL, OptionalInt.of(line), name, name, parts[0]);
        }
        return parts[1];
    }

    private static String rest(BufferedReader reader) {
        try {
            return reader.readLine();
        } catch (IOException malformed) {
            return "bytes that are no UTF-8";
        }
    }
}
