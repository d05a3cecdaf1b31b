package kraftaudit.audit.dump;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.BatchReader;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Damage;
import kraftaudit.reader.Event;
import kraftaudit.reader.JsonBytes;
import kraftaudit.reader.Zeros;
import kraftaudit.replay.Status;

/** One way to write what a dump shows. For one thread: it remembers how names and times are written. */
abstract class Lines {
    /** Bytes shown of a record that does not decode; all of them with {@code --hex}. */
    static final int BYTES_SHOWN = 64 << 10;
    /** With {@code --hex}: as many as the longest batch of Kafka has. */
    static final int MOST_BYTES_SHOWN = 8 << 20;
    /** What stands in the place of bytes that may hold secrets; Kafka's own word. */
    static final String MASK = "(redacted)";

    /** Bytes of a batch before its first record. */
    static final int HEADER_LENGTH = 61;

    /** Names of the types with keys from here on are kept, so many. */
    static final int LOWEST_KEY = -64;
    static final int KEYS = 192;

    final DumpOptions options;
    private final byte[][] typeNames = new byte[KEYS][];
    final IsoTime times = new IsoTime();

    Lines(DumpOptions options) {
        this.options = options;
    }

    static Lines of(DumpOptions options) {
        return switch (options.format()) {
            case TEXT -> new TextLines(options);
            case CSV -> new CsvLines(options);
            case JSON -> new JsonLines(options);
        };
    }

    /** What is odd about the place of a batch. */
    record BatchPlace(OptionalLong expectedOffset, OptionalInt epochBefore, boolean resumes) {
        /** Right behind the batch before, and not in an earlier epoch. */
        static final BatchPlace USUAL = new BatchPlace(OptionalLong.empty(), OptionalInt.empty(), false);

        /** Whether its base offset is not the one that follows. */
        boolean leaps(long baseOffset) {
            return expectedOffset.isPresent() && expectedOffset.getAsLong() != baseOffset;
        }

        boolean goesBack(int epoch) {
            return epochBefore.isPresent() && epochBefore.getAsInt() > epoch;
        }
    }

    /** What comes before everything else. */
    abstract void begin(JsonBytes out);

    /** The lines that follow are about this file. */
    abstract void enter(CapturedFile file);

    /** A file, before what it holds. */
    abstract void file(JsonBytes out, CapturedFile file, String remark);

    /** A small file with what Kafka takes from it. */
    abstract void smallFile(JsonBytes out, CapturedFile file, SmallFiles.Content content);

    abstract void batch(JsonBytes out, BatchReader batch, BatchPlace place);

    /** @param status empty where it was not asked for, or the record is in no log */
    abstract void record(JsonBytes out, BatchReader record, Optional<Status> status);

    abstract void damage(JsonBytes out, Damage damage, OptionalLong expectedOffset);

    abstract void zeros(JsonBytes out, Zeros zeros);

    /** Bytes of a region; called for one piece after the other. */
    abstract void bytes(JsonBytes out, HexSource source, int position, int length);

    /** Bytes of a region that are not shown, as they may hold secrets. */
    abstract void bytesMasked(JsonBytes out, long position, long length);

    /** Writes some bytes as hexadecimal digits. */
    interface HexSource {
        void hex(JsonBytes out, int position, int count);
    }

    /** The name of the record's type, or {@code UNKNOWN(516)}; of a control record whose key cannot be read {@code UNKNOWN}. */
    final byte[] typeName(BatchReader record) {
        int row = record.key() - LOWEST_KEY;
        if (row < 0 || row >= KEYS) {
            return newTypeName(record);
        }
        if (typeNames[row] == null) {
            typeNames[row] = newTypeName(record);
        }
        return typeNames[row];
    }

    private static byte[] newTypeName(BatchReader record) {
        int key = record.key();
        String unknown = key == BatchReader.NO_KEY ? "UNKNOWN" : "UNKNOWN(" + (key < 0 ? -1 - key : key) + ")";
        return record.typeName().orElse(unknown).getBytes(StandardCharsets.US_ASCII);
    }

    /** Everything odd about a record whose payload was asked for. */
    final List<String> notes(BatchReader record) {
        List<String> notes = record.notes();
        Optional<Event.Lookalike> lookalike = record.lookalike();
        if (lookalike.isEmpty()) {
            return notes;
        }
        List<String> all = new ArrayList<>(notes);
        all.add(options.lookalike(lookalike.get()));
        return all;
    }

    final int bytesShown(BatchReader record) {
        return Math.min(record.messageLength(), options.hex() ? MOST_BYTES_SHOWN : BYTES_SHOWN);
    }
}
