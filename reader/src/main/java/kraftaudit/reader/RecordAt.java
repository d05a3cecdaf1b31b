package kraftaudit.reader;

/**
 * Where and when a record was written.
 *
 * @param place      the record's bytes in its file, its length field included
 * @param offset     its log offset; in a checkpoint the offset inside that file, which is no log offset
 * @param epoch      leader epoch of its batch
 * @param timestamp  milliseconds since 1970 by the writer's clock; -1 is none
 * @param baseOffset base offset of its batch: records with one base offset were appended as one
 */
public record RecordAt(Place place, long offset, int epoch, long timestamp, long baseOffset) {
    /** A record that is the first of its batch. */
    public RecordAt(Place place, long offset, int epoch, long timestamp) {
        this(place, offset, epoch, timestamp, offset);
    }
}
