package kraftaudit.reader;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One record, or one stretch that is none, with its bytes and what each of them means: for showing to people, never for
 * judging. All positions are those of the file.
 *
 * @param place   the record's bytes, its length field included; of damage and zeros all of the region
 * @param offset  log offset; in a checkpoint the offset inside that file
 * @param epoch   leader epoch of its batch
 * @param timestamp milliseconds since 1970, -1 is none
 * @param control whether it is a control record
 * @param type    name of its type, or what the bytes are instead
 * @param version of its value, where one is known
 * @param fields  headings and fields in the order of the bytes: batch header, record, value
 * @param bytes   the batch header and the record; of a long one the beginning
 * @param json    the value as JSON, empty where it does not decode
 * @param problem why the value does not decode, a clause without a full stop
 */
public record RecordDetail(Place place, OptionalLong offset, OptionalInt epoch, long timestamp, boolean control, String type,
                           OptionalInt version, List<Field> fields, List<Bytes> bytes, String json, Optional<String> problem) {
    public RecordDetail {
        fields = List.copyOf(fields);
        bytes = List.copyOf(bytes);
    }

    /**
     * A field and where it stands.
     *
     * @param name  name, with the index of an array's element
     * @param depth 0 for a heading, more for what stands below it
     * @param value as it is shown; empty for a heading, a structure or an array
     * @param from  first byte
     * @param to    exclusive; equal to {@code from} where it has no bytes of its own
     */
    public record Field(String name, int depth, String value, long from, long to) {
    }

    /**
     * Neighbouring bytes of the file.
     *
     * @param hex two lower-case digits a byte
     */
    public record Bytes(long position, String hex) {
        /** Number of bytes. */
        public int length() {
            return hex.length() / 2;
        }

        /** Position behind the last byte. */
        public long end() {
            return position + length();
        }
    }
}
