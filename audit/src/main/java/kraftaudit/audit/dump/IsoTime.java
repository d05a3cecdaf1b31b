package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import kraftaudit.audit.report.Times;

/** Times in the form of {@link Times#iso}, made without an object for each: neighbouring batches are of one day. */
final class IsoTime {
    private static final byte[] NONE = new byte[0];
    private static final long DAY = 86_400_000;

    private final byte[] text = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
    private long shown = -1;
    private long day = -1;

    /** The text, which the next call overwrites; empty for what is no time. */
    byte[] of(long timestamp) {
        if (timestamp < 0 || timestamp > Times.LAST) {
            return NONE;
        }
        if (timestamp != shown) {
            shown = timestamp;
            if (timestamp / DAY != day) {
                day = timestamp / DAY;
                LocalDate date = LocalDate.ofEpochDay(day);
                digits(0, 4, date.getYear());
                digits(5, 2, date.getMonthValue());
                digits(8, 2, date.getDayOfMonth());
            }
            int inDay = (int) (timestamp % DAY);
            digits(11, 2, inDay / 3_600_000);
            digits(14, 2, inDay / 60_000 % 60);
            digits(17, 2, inDay / 1000 % 60);
            digits(20, 3, inDay % 1000);
        }
        return text;
    }

    private void digits(int at, int count, int value) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
