package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.Digits;

/**
 * What stands in the line of a batch before its checksum, such as {@code batch 33-33 @2312+89 epoch 6
 * 2026-11-29T20:16:10.435Z (1795983370435) control 0x0020, 1 record, crc 0x}. Most batches differ from the one before in a few
 * numbers that grow: those are changed where they stand.
 */
final class BatchHead {
    /** A number that grows by more is written anew. */
    private static final int LARGEST_STEP = 1 << 20;
    private static final int MINUTE = 60_000;
    /** All that is not the first word: 7 numbers, a time, the pieces of text. */
    private static final int MOST = 7 * Digits.MOST + IsoTime.LENGTH + 64;

    private static final byte[] EPOCH = ascii(" epoch ");
    private static final byte[] CONTROL = ascii(") control 0x");
    private static final byte[] DATA = ascii(") data 0x");
    private static final byte[] ONE_RECORD = ascii(" record, crc 0x");
    private static final byte[] RECORDS = ascii(" records, crc 0x");

    private final IsoTime times;
    private final byte[] text;
    private final int wordLength;
    private int textLength;

    private long baseOffset;
    private int position;
    private int length;
    private int epoch;
    private long timestamp;
    private int attributes;
    private int count;
    /** Where the minute began that the time is of; beyond all times where it is none. */
    private long minute = Long.MAX_VALUE;
    /** Indexes behind the numbers in the text; of the time in words behind its milliseconds. */
    private int baseEnd;
    private int lastEnd;
    private int positionEnd;
    private int isoEnd;
    private int rawEnd;

    /** @param word what comes before the offsets */
    BatchHead(byte[] word, IsoTime times) {
        this.times = times;
        this.text = new byte[word.length + MOST];
        this.wordLength = put(text, 0, word);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Most bytes that {@link #put} writes. */
    int most() {
        return text.length;
    }

    /** Writes the text for a batch from an index on and returns the index behind it. */
    int put(BatchReader batch, byte[] out, int at) {
        if (!changes(batch)) {
            write(batch);
        }
        baseOffset = batch.baseOffset();
        position = batch.batchPosition();
        timestamp = batch.baseTimestamp();
        System.arraycopy(text, 0, out, at, textLength);
        return at + textLength;
    }

    /** Changes the text if few numbers in it have to be; false when it has to be written, and means nothing. */
    private boolean changes(BatchReader batch) {
        long offsets = batch.baseOffset() - baseOffset;
        int bytes = batch.batchPosition() - position;
        long ms = batch.baseTimestamp() - timestamp;
        long inMinute = batch.baseTimestamp() - minute;
        if (batch.batchLength() != length || batch.count() != count || count == 0 || batch.epoch() != epoch || batch.attributes() != attributes
                || offsets < 0 || offsets >= LARGEST_STEP || bytes < 0 || bytes >= LARGEST_STEP || ms < 0 || inMinute < 0 || inMinute >= MINUTE) {
            return false;
        }
        putInMinute((int) inMinute);
        return Digits.add(text, baseEnd, (int) offsets) && Digits.add(text, lastEnd, (int) offsets)
            && Digits.add(text, positionEnd, bytes) && Digits.add(text, rawEnd, (int) ms);
    }

    /** The seconds and milliseconds of the time in words. */
    private void putInMinute(int inMinute) {
        int seconds = inMinute / 1000;
        int ms = inMinute - 1000 * seconds;
        int tenths = ms / 10;
        text[isoEnd - 1] = (byte) ('0' + ms - 10 * tenths);
        text[isoEnd - 2] = (byte) ('0' + tenths % 10);
        text[isoEnd - 3] = (byte) ('0' + tenths / 10);
        text[isoEnd - 5] = (byte) ('0' + seconds % 10);
        text[isoEnd - 6] = (byte) ('0' + seconds / 10);
    }

    private void write(BatchReader batch) {
        length = batch.batchLength();
        count = batch.count();
        epoch = batch.epoch();
        attributes = batch.attributes();
        baseEnd = Digits.put(text, wordLength, batch.baseOffset());
        text[baseEnd] = '-';
        lastEnd = Digits.put(text, baseEnd + 1, batch.endOffset() - 1);
        text[lastEnd] = ' ';
        text[lastEnd + 1] = '@';
        positionEnd = Digits.put(text, lastEnd + 2, batch.batchPosition());
        text[positionEnd] = '+';
        int at = Digits.put(text, positionEnd + 1, length);
        at = Digits.put(text, put(text, at, EPOCH), epoch);
        text[at++] = ' ';
        at = time(at, batch.baseTimestamp());
        at = put(text, at, batch.isControl() ? CONTROL : DATA);
        // four digits of eight
        at = Digits.putHex(text, at, attributes << 16) - 4;
        text[at++] = ',';
        text[at++] = ' ';
        at = Digits.put(text, at, count);
        textLength = put(text, at, count == 1 ? ONE_RECORD : RECORDS);
    }

    private int time(int from, long time) {
        int at = put(text, from, times.shown(time));
        isoEnd = at - 1;
        minute = times.of(time).length > 0 ? time / MINUTE * MINUTE : Long.MAX_VALUE;
        text[at++] = ' ';
        text[at++] = '(';
        rawEnd = Digits.put(text, at, time);
        return rawEnd;
    }

    private static int put(byte[] text, int at, byte[] piece) {
        System.arraycopy(piece, 0, text, at, piece.length);
        return at + piece.length;
    }
}
