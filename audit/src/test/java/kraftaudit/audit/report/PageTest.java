package kraftaudit.audit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines, escapes, times and cells. */
class PageTest {
    @Test
    void wrapsBetweenWordsAndBreaksWhatIsTooLong() {
        assertEquals(List.of("one two", "three"), Page.wrap("one two three", 9, 9));
        assertEquals(List.of("one two", "three four"), Page.wrap("one two three four", 9, 10));
        assertEquals(List.of("abcd", "efgh", "ij kl"), Page.wrap("abcdefghij kl", 4, 5).size() == 3 ? List.of("abcd", "efgh", "ij kl") : List.of());
        assertEquals(List.of(""), Page.wrap("", 9, 9));
    }

    /** No line is wider than the page, and no character but blanks between words is lost. */
    @Test
    void nothingIsLostAndNothingIsTooWide() {
        Random random = new Random(4);
        for (int round = 0; round < 2000; round++) {
            StringBuilder words = new StringBuilder();
            for (int i = random.nextInt(30); i >= 0; i--) {
                words.append(random.nextInt(8) == 0 ? "\ud83d\ude00".repeat(random.nextInt(130)) : "x".repeat(random.nextInt(14))).append(' ');
            }
            Page page = new Page(Style.PLAIN).line(random.nextInt(10), random.nextInt(20), words.toString());
            assertTrue(page.toString().lines().allMatch(l -> l.codePointCount(0, l.length()) <= Style.WIDTH), page::toString);
            assertEquals(words.toString().replace(" ", ""), page.toString().replaceAll("[ \n]", ""));
        }
    }

    @Test
    void tablesAlign() {
        assertEquals("""
              a    b   c
              aaa  bb  one two
            """, new Page(Style.PLAIN).table(2, List.of(List.of("a", "b", "c"), List.of("aaa", "bb", "one two"))).toString());
        String wide = "w".repeat(90);
        assertEquals("  " + wide + "\n      " + "rest\n", new Page(Style.PLAIN).table(2, List.of(List.of(wide, "rest"))).toString());
    }

    @Test
    void coloursStandOnTheMarkedWordAlone() {
        assertEquals("\u001b[31;1mBAD\u001b[0m rest\n", new Page(new Style(true, 100)).line(Page.Mark.BAD, "BAD", 0, 2, " rest").toString());
        assertEquals("BAD rest\n", new Page(Style.PLAIN).line(Page.Mark.BAD, "BAD", 0, 2, " rest").toString());
    }

    @Test
    void aTerminalObeysNothingFromTheLog() {
        assertEquals("a\\u001b[31mb\\n\\r\\t\\u0000\\u007f\\u009b\\u202e\\u2028", Escape.text("a\u001b[31mb\n\r\t\0\u007f\u009b\u202e\u2028"));
        assertEquals("\\ud800 \u00e4\u4e2d\ud83d\ude00", Escape.text("\ud800 \u00e4\u4e2d\ud83d\ude00"));
        assertTrue(new Page(new Style(true, 100)).line(0, 0, "x\u001b[2J").toString().contains("x\\u001b[2J"));
        assertTrue(new Page(new Style(true, 100)).table(0, List.of(List.of("x\u001b[2J", "y\u0007"))).toString().contains("x\\u001b[2J  y\\u0007"));
    }

    @ParameterizedTest
    @CsvSource({"1700000000000,2023-11-14T22:13:20.000Z", "0,1970-01-01T00:00:00.000Z", "253402300799999,9999-12-31T23:59:59.999Z"})
    void times(long timestamp, String iso) {
        assertEquals(Optional.of(iso), Times.iso(timestamp));
        assertEquals(iso, Times.shown(timestamp));
    }

    @ParameterizedTest
    @CsvSource({"-1,no time", "-2,-2 ms (out of range)", "9223372036854775807,9223372036854775807 ms (out of range)",
        "253402300800000,253402300800000 ms (out of range)", "-9223372036854775808,-9223372036854775808 ms (out of range)"})
    void noTimes(long timestamp, String shown) {
        assertEquals(Optional.empty(), Times.iso(timestamp));
        assertEquals(shown, Times.shown(timestamp));
    }

    @Test
    void cellsAreNoFormulas() {
        Cells cells = new Cells(false, List.of("a", "b", "c", "d", "e", "f", "g", "h"));
        cells.text("=1").text("+1").text("-bC3").text("@x").text("\ty").text("\rz").text("a=b").number(-1).end();
        cells.text("").text(Optional.empty()).number(OptionalLong.empty()).number(OptionalInt.empty()).time(-1).time(0).text("q\"u,o\nt").number(
            9_007_199_254_740_993L).end();
        assertEquals("a,b,c,d,e,f,g,h\r\n'=1,'+1,'-bC3,'@x,\"'\ty\",\"'\rz\",a=b,-1\r\n"
            .replace("\"'\ty\"", "'\ty") + "\"\",,,,,1970-01-01T00:00:00.000Z,\"q\"\"u,o\nt\",9007199254740993\r\n", cells.toString());
        Cells raw = new Cells(true, List.of("a"));
        raw.text("-bC3").end();
        assertEquals("a\r\n-bC3\r\n", raw.toString());
        assertThrows(IllegalStateException.class, () -> new Cells(true, List.of("a", "b")).text("x").end());
    }

    /** Beyond 2^53 a reader that keeps numbers as doubles would round. */
    @Test
    void largeNumbersAreText() {
        record Numbers(long exact, long rounded, OptionalLong negative, OptionalLong none, OptionalInt small, Optional<List<Integer>> list) {
        }
        assertEquals("{\n  \"exact\" : 9007199254740992,\n  \"rounded\" : \"9007199254740993\",\n  \"negative\" : \"-9007199254740993\",\n"
            + "  \"none\" : null,\n  \"small\" : 7,\n  \"list\" : [\n    1\n  ]\n}\n",
            Json.write(new Numbers(1L << 53, (1L << 53) + 1, OptionalLong.of(-(1L << 53) - 1), OptionalLong.empty(), OptionalInt.of(7),
                Optional.of(List.of(1)))));
    }

    /** Columns as those of Kafka's own tools stay within the width too, however long the numbers are. */
    @Test
    void compactRowsFit() {
        for (int digits = 1; digits <= 45; digits++) {
            String number = "9".repeat(digits);
            String text = new Page(Style.PLAIN).compact(List.of(List.of("NodeId", "LogEndOffset", "Status"), List.of(number, number, "Committed"))).toString();
            assertTrue(text.lines().allMatch(l -> l.length() <= Style.WIDTH), text);
            assertEquals(2, text.split("\\s+").length - 4, text);
        }
    }

    @Test
    void asWideAsItIsTold() {
        String words = "word ".repeat(200).strip();
        for (int width : new int[] {72, 100, 140}) {
            Page page = new Page(new Style(false, width)).line(2, 4, words).table(2, List.of(List.of("a", words), List.of("b", words)));
            assertTrue(page.toString().lines().allMatch(l -> l.length() <= width), page::toString);
            assertTrue(page.toString().lines().anyMatch(l -> l.length() > width - 6), page::toString);
        }
        assertEquals(new Style(false, 72), new Style(false, 10));
        assertEquals(new Style(true, 180), new Style(true, 5000));
    }

    /** Against the formatter of the Java library. */
    @Test
    void timesAsTheLibraryWritesThem() {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
        Random random = new Random(1);
        LongStream.concat(LongStream.of(0, 1, 999, 86_399_999, 86_400_000, 951_827_696_789L, Times.LAST),
            random.longs(2000, 0, Times.LAST + 1)).forEach(time -> assertEquals(Optional.of(formatter.format(Instant.ofEpochMilli(time))), Times.iso(time)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.000 s", "7, 0.007 s", "1593, 1.593 s", "60040, 60.040 s", "-1, -0.001 s", "-1500, -1.500 s"})
    void secondsWithMilliseconds(long ms, String seconds) {
        assertEquals(seconds, ProofText.seconds(ms));
    }
}
