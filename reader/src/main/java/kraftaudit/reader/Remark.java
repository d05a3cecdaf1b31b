package kraftaudit.reader;

/**
 * Something in sound bytes that KRaft never writes or that a reader must know of; rules judge it.
 *
 * @param at       the record, or for a batch its bytes with its base offset
 * @param expected what KRaft writes
 * @param found    what stands there
 */
public record Remark(Kind kind, RecordAt at, String expected, String found) {
    /** What is odd. */
    public enum Kind {
        /** Attribute bits other than control are set; a compressed batch has {@link #COMPRESSED} instead. */
        ATTRIBUTES,
        /** Compression 1 to 4: decodable, never written by KRaft. */
        COMPRESSED,
        /** A batch without records. */
        EMPTY_BATCH,
        /** producerId, producerEpoch or baseSequence is not -1. */
        PRODUCER,
        /** maxTimestamp differs from baseTimestamp. */
        MAX_TIMESTAMP,
        /** A record's attributes are not 0. */
        RECORD_ATTRIBUTES,
        /** A record's timestamp delta is not 0. */
        TIMESTAMP_DELTA,
        /** A record's offset delta is not its index. */
        OFFSET_DELTA,
        /** A record has headers. */
        HEADERS,
        /** A data record has a key. */
        DATA_KEY,
        /** A control record's key version is not 0, or bytes follow its key. */
        CONTROL_KEY,
        /** A control value's version is above those known. */
        CONTROL_VERSION,
        /** A known data record key with a version above those known: not decoded. */
        RECORD_VERSION,
        /** Tagged fields that the schema does not know: skipped. */
        UNKNOWN_TAGS,
        /** A timestamp below that of the batch before it. */
        TIME_BACK,
        /** Timestamp -1. */
        TIME_NONE,
        /** A timestamp outside of the years 2000 to 2199. */
        TIME_ABSURD,
        /** The first batch's base offset is not the one in the file's name. */
        FILE_NAME,
        /** A log of Kafka 2.8 preview: frame version 0. Refused. */
        PREVIEW
    }
}
