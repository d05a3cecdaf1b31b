package kraftaudit.written;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.TopicRecord;

/**
 * Large logs in the shapes of real clusters, the same bytes for the same seed. Batches are laid out here, since Kafka's
 * builder takes microseconds for each; a test compares them with Kafka's byte for byte.
 *
 * <p>{@code java -cp ... kraftaudit.written.BigLogs SHAPE MEGABYTES FOLDER [SEED [SEGMENT_MEGABYTES]]} writes segments.
 */
public final class BigLogs {
    /** What a log mostly holds. */
    public enum Shape {
        /** An idle cluster: a batch of 72 bytes with one NoOp, twice a second. */
        NO_OP,
        /** Topics are created: batches of 50 PartitionRecords. */
        TOPICS,
        /** Brokers come and go: batches of 50 records, most of them PartitionChange. */
        TOPIC_STORM,
        /** NoOps, storms, now and then an election, a voter change, a broker that is fenced and unfenced. */
        MIXED,
        /** An election every third batch. */
        ELECTIONS,
        /** A voter is added or removed every second batch, an election in every hundred of them. */
        VOTER_CHANGES,
        /** A broker registers every third batch, and is unfenced in the next. */
        REGISTRATIONS
    }

    private static final int HEADER = 61;
    private static final int STORM = 50;

    private final Random random;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer batch = ByteBuffer.allocate(1 << 20);
    private final Shape shape;
    private long offset;
    private int epoch;
    private int voters = 3;
    private long timestamp = 1_700_000_000_000L;
    private long written;

    private BigLogs(Shape shape, long seed) {
        this.shape = shape;
        this.random = new Random(seed);
    }

    /** Writes segments; see the class. */
    public static void main(String[] args) throws IOException {
        long segment = args.length > 4 ? Long.parseLong(args[4]) << 20 : 1 << 30;
        write(Path.of(args[2]), Shape.valueOf(args[0]), args.length > 3 ? Long.parseLong(args[3]) : 1, Long.parseLong(args[1]) << 20, segment);
    }

    /**
     * Writes a log from offset 0 on.
     *
     * @param folder       made when it is not there
     * @param bytes        at which the log ends, at the end of the batch that reaches it
     * @param segmentBytes at which a segment ends
     * @return the segments in order
     */
    public static List<Path> write(Path folder, Shape shape, long seed, long bytes, long segmentBytes) throws IOException {
        Files.createDirectories(folder);
        BigLogs log = new BigLogs(shape, seed);
        List<Path> segments = new ArrayList<>();
        while (log.written < bytes) {
            Path segment = folder.resolve(String.format(Locale.ROOT, "%020d.log", log.offset));
            segments.add(segment);
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(segment), 1 << 20)) {
                long end = Math.min(bytes, log.written + segmentBytes);
                while (log.written < end) {
                    log.next(out);
                }
            }
        }
        return segments;
    }

    private void next(OutputStream out) throws IOException {
        if (offset == 0) {
            elect(out);
            data(out, List.of(DataValues.begin("Bootstrap records"), DataValues.metadataVersion(33), DataValues.end()));
            return;
        }
        switch (shape) {
            case NO_OP -> noOp(out);
            case TOPICS -> topics(out);
            case TOPIC_STORM -> storm(out);
            case MIXED -> mixed(out);
            case ELECTIONS -> {
                elect(out);
                noOp(out);
                noOp(out);
            }
            case VOTER_CHANGES -> {
                if (random.nextInt(100) == 0) {
                    elect(out);
                }
                voters = voters == 3 ? 4 : voters == 5 ? 4 : 3 + 2 * random.nextInt(2);
                control(out, List.of(Control.voters(WrittenVoter.upTo(voters))));
                noOp(out);
            }
            case REGISTRATIONS -> {
                register(out);
                noOp(out);
            }
        }
    }

    private void mixed(OutputStream out) throws IOException {
        int dice = random.nextInt(10_000);
        if (dice < 3) {
            elect(out);
        } else if (dice < 6) {
            voters = 3 + random.nextInt(3);
            control(out, List.of(Control.voters(WrittenVoter.upTo(voters))));
        } else if (dice < 20) {
            register(out);
        } else if (dice < 1500) {
            storm(out);
        } else {
            noOp(out);
        }
    }

    private void register(OutputStream out) throws IOException {
        int broker = 100 + random.nextInt(20);
        data(out, List.of(DataValues.registerBroker(broker, offset, new Uuid(1, broker), true)));
        data(out, List.of(DataValues.brokerChange(broker, offset, -1)));
    }

    private void elect(OutputStream out) throws IOException {
        epoch += 1 + random.nextInt(2);
        List<Integer> ids = IntStream.rangeClosed(1, voters).boxed().toList();
        control(out, List.of(Control.leaderChange(1 + random.nextInt(voters), ids, ids.subList(0, voters / 2 + 1))));
    }

    private void noOp(OutputStream out) throws IOException {
        timestamp += 500;
        data(out, NO_OP);
    }

    private static final List<byte[]> NO_OP = List.of(DataValues.noOp());

    private void topics(OutputStream out) throws IOException {
        timestamp += random.nextInt(100);
        Uuid topic = new Uuid(7, random.nextLong());
        List<byte[]> values = new ArrayList<>(STORM);
        for (int i = 0; i < STORM; i++) {
            values.add(partition(topic, i));
        }
        data(out, values);
    }

    private static byte[] partition(Uuid topic, int id) {
        return DataValues.of(new PartitionRecord().setPartitionId(id).setTopicId(topic).setReplicas(List.of(1, 2, 3))
                .setIsr(List.of(1, 2, 3)).setLeader(1 + id % 3).setDirectories(List.of(topic, topic, topic)), 1);
    }

    private void storm(OutputStream out) throws IOException {
        timestamp += random.nextInt(100);
        List<byte[]> values = new ArrayList<>(STORM);
        if (random.nextInt(50) == 0) {
            Uuid topic = new Uuid(7, random.nextLong());
            values.add(DataValues.of(new TopicRecord().setName("topic-" + random.nextInt(100_000)).setTopicId(topic), 0));
            for (int i = 1; i < STORM; i++) {
                values.add(partition(topic, i));
            }
        } else {
            // each storm is one phase of a rolling restart: its partitions lose a replica in sync, or get it back
            byte[][] changes = random.nextBoolean() ? LEAVING : RETURNING;
            int first = random.nextInt(changes.length);
            for (int i = 0; i < STORM; i++) {
                values.add(changes[(first + i) % changes.length]);
            }
        }
        data(out, values);
    }

    private static final byte[][] LEAVING = changes(List.of(1, 2), true);
    private static final byte[][] RETURNING = changes(List.of(1, 2, 3), false);

    /** Changes of 1,000 partitions, each third with a new leader where leaders change. */
    private static byte[][] changes(List<Integer> inSync, boolean leaders) {
        Random random = new Random(5);
        byte[][] changes = new byte[1000][];
        for (int i = 0; i < changes.length; i++) {
            PartitionChangeRecord change = new PartitionChangeRecord().setPartitionId(random.nextInt(300))
                    .setTopicId(new Uuid(random.nextLong(), random.nextLong())).setIsr(inSync);
            if (leaders && random.nextInt(3) == 0) {
                change.setLeader(1 + random.nextInt(2));
            }
            changes[i] = DataValues.of(change, 1);
        }
        return changes;
    }

    private void data(OutputStream out, List<byte[]> values) throws IOException {
        begin();
        for (int i = 0; i < values.size(); i++) {
            record(i, null, values.get(i));
        }
        finish(out, values.size(), false);
    }

    private void control(OutputStream out, List<Control> records) throws IOException {
        begin();
        for (int i = 0; i < records.size(); i++) {
            record(i, records.get(i).key(), records.get(i).value());
        }
        finish(out, records.size(), true);
    }

    private void begin() {
        batch.clear().position(HEADER);
    }

    private void record(int index, byte[] key, byte[] value) {
        int length = 3 + size(index) - 1 + (key == null ? 1 : size(key.length) + key.length) + size(value.length) + value.length + 1;
        varint(length);
        batch.put((byte) 0).put((byte) 0);
        varint(index);
        varint(key == null ? -1 : key.length);
        if (key != null) {
            batch.put(key);
        }
        varint(value.length);
        batch.put(value).put((byte) 0);
    }

    private void finish(OutputStream out, int count, boolean control) throws IOException {
        int end = batch.position();
        batch.putLong(0, offset).putInt(8, end - 12).putInt(12, epoch).put(16, (byte) 2).putShort(21, (short) (control ? 0x20 : 0))
                .putInt(23, count - 1).putLong(27, timestamp).putLong(35, timestamp).putLong(43, -1).putShort(51, (short) -1)
                .putInt(53, -1).putInt(57, count);
        crc.reset();
        crc.update(batch.array(), 21, end - 21);
        batch.putInt(17, (int) crc.getValue());
        out.write(batch.array(), 0, end);
        offset += count;
        written += end;
    }

    private static int size(int value) {
        int zigzag = value << 1 ^ value >> 31;
        int size = 1;
        while ((zigzag & ~0x7f) != 0) {
            zigzag >>>= 7;
            size++;
        }
        return size;
    }

    private void varint(int value) {
        int zigzag = value << 1 ^ value >> 31;
        while ((zigzag & ~0x7f) != 0) {
            batch.put((byte) (zigzag & 0x7f | 0x80));
            zigzag >>>= 7;
        }
        batch.put((byte) zigzag);
    }
}
