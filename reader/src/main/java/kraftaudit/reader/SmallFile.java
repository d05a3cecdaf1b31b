package kraftaudit.reader;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import kraftaudit.reader.FileReading.Kind;
import kraftaudit.reader.FileReading.Oddity;

/** The bytes of a small text file, and what is noticed while they are decoded. */
final class SmallFile {
    /**
     * Bytes of the longest file that is read: room for tens of thousands of leader epochs, and small enough for a file
     * that only claims the name.
     */
    static final int LONGEST = 4 << 20;

    private static final int LONGEST_SHOWN = 120;

    private final byte[] bytes;
    private final List<Oddity> oddities = new ArrayList<>();
    private final Map<String, String> says = new TreeMap<>();

    private SmallFile(byte[] bytes) {
        this.bytes = bytes;
    }

    /** What makes Kafka refuse a file. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Oddity oddity;

        Refused(OptionalInt line, String field, String expected, String found) {
            super(field + ": " + expected, null, false, false);
            this.oddity = new Oddity(Kind.UNREADABLE, line, field, expected, shorten(found));
        }

        Refused(String field, String expected, String found) {
            this(OptionalInt.empty(), field, expected, found);
        }
    }

    /** Makes the value that Kafka would take. */
    interface Decoder<T> {
        T decode(SmallFile file) throws Refused;
    }

    static <T> FileReading<T> read(CapturedFile file, Decoder<T> decoder) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file.path())) {
            bytes = in.readNBytes(LONGEST + 1);
        } catch (IOException failure) {
            return notRead(file, "a file that can be read", SystemReason.of(failure));
        }
        if (bytes.length > LONGEST) {
            return notRead(file, "at most " + LONGEST + " bytes", "a longer file");
        }
        SmallFile small = new SmallFile(bytes);
        try {
            T value = decoder.decode(small);
            return new FileReading<>(file, Optional.of(value), small.oddities, new TreeMap<>(small.says));
        } catch (Refused refused) {
            small.oddities.add(0, refused.oddity);
            return new FileReading<>(file, Optional.empty(), small.oddities, new TreeMap<>(small.says));
        }
    }

    private static <T> FileReading<T> notRead(CapturedFile file, String expected, String found) {
        Oddity oddity = new Oddity(Kind.NOT_READ, OptionalInt.empty(), "", expected, found);
        return new FileReading<>(file, Optional.empty(), List.of(oddity), new TreeMap<>());
    }

    byte[] bytes() {
        return bytes;
    }

    /** The bytes in one phrase, for a file that has nothing else to show. */
    String content() {
        boolean zeros = bytes.length > 0;
        for (byte b : bytes) {
            zeros &= b == 0;
        }
        return bytes.length + (bytes.length == 1 ? " byte" : " bytes") + (zeros ? " 00" : "");
    }

    boolean isEmptyOrZeros() {
        return bytes.length == 0 || content().endsWith(" 00");
    }

    boolean startsWithByteOrderMark() {
        return bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf;
    }

    /** Lines as {@code Files.newBufferedReader} of Kafka's readers has them: bytes that are no UTF-8 fail when they are met. */
    BufferedReader lines() {
        return new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder()));
    }

    void odd(Kind kind, OptionalInt line, String field, String expected, String found) {
        oddities.add(new Oddity(kind, line, field, expected, shorten(found)));
    }

    void wrong(String field, String expected, String found) {
        odd(Kind.WRONG, OptionalInt.empty(), field, expected, found);
    }

    void unusual(String field, String expected, String found) {
        odd(Kind.UNUSUAL, OptionalInt.empty(), field, expected, found);
    }

    boolean hasOddities() {
        return !oddities.isEmpty();
    }

    void says(String field, String text) {
        says.put(shorten(field), shorten(text));
    }

    /** Text of a hostile file may be as long as the file. */
    static String shorten(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "... (" + text.length() + " characters)";
    }
}
