package kraftaudit.audit.dump;

import java.util.function.Function;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.Digits;

/**
 * What stands in the line of a record before its payload, such as {@code   33 @2373+28 LEADER_CHANGE v0 }. Most records are of
 * the type of the one before: then the numbers are changed where they stand.
 */
final class RecordHead {
    /** A number that grows by more is written anew. */
    private static final int LARGEST_STEP = 1 << 20;
    /** All before the type. */
    private static final int MOST = 3 * Digits.MOST + 8;

    private final Function<BatchReader, byte[]> types;
    private byte[] text = new byte[MOST];
    private int textLength;

    private int key;
    private int version;
    private long offset;
    private int position;
    private int length;
    /** Indexes behind the numbers in the text. */
    private int offsetEnd;
    private int positionEnd;
    private int lengthEnd;

    /** @param types gives the type of a record as it is written, with a space behind it */
    RecordHead(Function<BatchReader, byte[]> types) {
        this.types = types;
    }

    /** Makes it that of a record. */
    void set(BatchReader record) {
        if (!changes(record)) {
            write(record);
        }
        offset = record.offset();
        position = record.position();
        length = record.length();
    }

    /** The text at the front of an array that the next {@link #set} changes. */
    byte[] text() {
        return text;
    }

    /** Number of bytes of the text. */
    int length() {
        return textLength;
    }

    /** Where the type begins in the text. */
    int typeAt() {
        return lengthEnd + 1;
    }

    /** Changes the text if few numbers in it have to be; false when it has to be written, and means nothing. */
    private boolean changes(BatchReader record) {
        long offsets = record.offset() - offset;
        int bytes = record.position() - position;
        return textLength > 0 && record.key() == key && record.version() == version
            && offsets >= 0 && offsets < LARGEST_STEP && bytes >= 0 && bytes < LARGEST_STEP
            && Digits.add(text, offsetEnd, (int) offsets) && Digits.add(text, positionEnd, bytes)
            && (record.length() == length || Digits.put(text, positionEnd + 1, record.length()) == lengthEnd);
    }

    private void write(BatchReader record) {
        byte[] type = types.apply(record);
        if (text.length < MOST + type.length) {
            text = new byte[MOST + type.length];
        }
        key = record.key();
        version = record.version();
        text[0] = ' ';
        text[1] = ' ';
        offsetEnd = Digits.put(text, 2, record.offset());
        text[offsetEnd] = ' ';
        text[offsetEnd + 1] = '@';
        positionEnd = Digits.put(text, offsetEnd + 2, record.position());
        text[positionEnd] = '+';
        lengthEnd = Digits.put(text, positionEnd + 1, record.length());
        text[lengthEnd] = ' ';
        System.arraycopy(type, 0, text, lengthEnd + 1, type.length);
        textLength = lengthEnd + 1 + type.length;
    }
}
