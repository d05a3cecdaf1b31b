package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import kraftaudit.audit.report.Times;

/** Times in the form of {@link Times#iso}, made without an object for each: neighbouring batches are of one day. */
final class IsoTime {
    /** Bytes of such a text. */
    static final int LENGTH = 24;

    private static final byte[] NONE = new byte[0];
    private static final byte[] NO_TIME = "no time".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OUT_OF_RANGE = "out of range".getBytes(StandardCharsets.US_ASCII);
    private static final long DAY = 86_400;

    private final byte[] text = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
    private long shown = -1;
    private long second = -1;
    private long day = -1;

    /** The text, which the next call overwrites; empty for what is no time. */
    byte[] of(long timestamp) {
        if (timestamp < 0 || timestamp > Times.LAST) {
            return NONE;
        }
        if (timestamp != shown) {
            shown = timestamp;
            if (timestamp / 1000 != second) {
                second = timestamp / 1000;
                second();
            }
            digits(20, 3, (int) (timestamp - 1000 * second));
        }
        return text;
    }

    /** As {@link #of}, in words for what is no time. */
    byte[] shown(long timestamp) {
        byte[] iso = of(timestamp);
        return iso.length > 0 ? iso : timestamp == -1 ? NO_TIME : OUT_OF_RANGE;
    }

    private void second() {
        if (second / DAY != day) {
            day = second / DAY;
            LocalDate date = LocalDate.ofEpochDay(day);
            digits(0, 4, date.getYear());
            digits(5, 2, date.getMonthValue());
            digits(8, 2, date.getDayOfMonth());
        }
        int inDay = (int) (second - DAY * day);
        digits(11, 2, inDay / 3600);
        digits(14, 2, inDay / 60 % 60);
        digits(17, 2, inDay % 60);
    }

    private void digits(int at, int count, int value) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
