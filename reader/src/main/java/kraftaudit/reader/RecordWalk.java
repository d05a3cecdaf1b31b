package kraftaudit.reader;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads records of a scanned segment or checkpoint again, with what they hold: for the few places where a report shows more
 * than the audited records. Only sound batches are read; of those before the first offset wanted, only the headers are.
 */
public final class RecordWalk {
    private final String file;
    private final ByteBuffer bytes;
    private final Decoder decoder;
    private final Visitor visitor;
    private final RecordFrames frames;
    private final Cursor cursor = new Cursor();

    private RecordWalk(String file, ByteBuffer bytes, Schemas schemas, Visitor visitor) {
        this.file = file;
        this.bytes = bytes;
        this.frames = new RecordFrames(bytes);
        this.decoder = new Decoder(schemas, false);
        this.visitor = visitor;
    }

    /** Looks at records in the order of the file. */
    public interface Visitor {
        /** Whether the content of records of this key is to be decoded; of a control record the key is {@code -1 - type}. */
        boolean wants(int key);

        /**
         * @param key     as {@link Schemas} has it; empty where it cannot be read
         * @param payload as Kafka's own JSON converter prints it, with secrets masked; empty where it was not wanted, is of an
         *                unknown type, or does not decode
         */
        void visit(RecordAt at, OptionalInt key, Optional<JsonNode> payload);
    }

    /**
     * Reads the records at offsets {@code [from, to)}.
     *
     * @throws IOException when the system does not let us read the file, or it has changed since it was scanned
     */
    public static void walk(Scan scan, long from, long to, Schemas schemas, Visitor visitor) throws IOException {
        try (FileChannel channel = FileChannel.open(scan.file().path(), StandardOpenOption.READ)) {
            int mapped = (int) Math.min(channel.size(), Integer.MAX_VALUE);
            if (mapped > 0) {
                RecordWalk walk = new RecordWalk(scan.file().name(), channel.map(FileChannel.MapMode.READ_ONLY, 0, mapped), schemas, visitor);
                for (Region region : scan.regions()) {
                    if (region instanceof Run run && run.baseOffset() < to && run.endOffset() > from) {
                        walk.run(run, from, to);
                    }
                }
            }
        } catch (Malformed | IndexOutOfBoundsException | InternalError changed) {
            throw new IOException(scan.file().name() + " changed while it was read", changed);
        }
    }

    private void run(Run run, long from, long to) {
        int at = Math.toIntExact(run.position());
        int end = Math.toIntExact(run.position() + run.length());
        while (at < end) {
            int batchEnd = at + BatchHeader.PREFIX + BatchHeader.batchLength(bytes, at);
            if (batchEnd <= at || batchEnd > end) {
                throw new IndexOutOfBoundsException("batch at " + at);
            }
            long baseOffset = BatchHeader.baseOffset(bytes, at);
            if (baseOffset >= to) {
                return;
            }
            if (baseOffset + BatchHeader.lastOffsetDelta(bytes, at) >= from) {
                batch(at, batchEnd, from, to);
            }
            at = batchEnd;
        }
    }

    private void batch(int at, int end, long from, long to) {
        boolean control = (BatchHeader.attributes(bytes, at) & BatchHeader.CONTROL) != 0;
        long baseOffset = BatchHeader.baseOffset(bytes, at);
        int next = at + BatchHeader.LENGTH;
        for (int i = 0; i < BatchHeader.recordCount(bytes, at); i++) {
            frames.read(next, end);
            long offset = baseOffset + i;
            if (offset >= from && offset < to) {
                record(new RecordAt(new Place(file, next, frames.end - next), offset, BatchHeader.epoch(bytes, at),
                    BatchHeader.baseTimestamp(bytes, at), baseOffset), control);
            }
            next = frames.end;
        }
    }

    private void record(RecordAt at, boolean control) {
        if (control) {
            boolean typed = frames.keyLength >= 4;
            control(at, typed ? OptionalInt.of(-1 - bytes.getShort(frames.keyAt + 2)) : OptionalInt.empty());
        } else {
            data(at);
        }
    }

    private void control(RecordAt at, OptionalInt key) {
        Optional<JsonNode> payload = Optional.empty();
        if (key.isPresent() && visitor.wants(key.getAsInt())) {
            Tree tree = new Tree();
            try {
                Decoder.Outcome outcome = decoder.control(-1 - key.getAsInt(), frames.value(cursor), tree);
                payload = outcome == Decoder.Outcome.DECODED ? Optional.of(tree.root()) : Optional.empty();
            } catch (Malformed undecodable) {
                payload = Optional.empty();
            }
        }
        visitor.visit(at, key, payload);
    }

    private void data(RecordAt at) {
        OptionalInt key = OptionalInt.empty();
        Optional<JsonNode> payload = Optional.empty();
        try {
            decoder.frame(frames.value(cursor));
            key = decoder.apiKey();
            Tree tree = new Tree();
            if (visitor.wants(key.orElseThrow()) && decoder.message(cursor, tree) == Decoder.Outcome.DECODED) {
                payload = Optional.of(tree.root());
            }
        } catch (Malformed undecodable) {
            key = decoder.apiKey();
        }
        visitor.visit(at, key, payload);
    }
}
