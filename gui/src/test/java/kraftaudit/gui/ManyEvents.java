package kraftaudit.gui;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;

/**
 * A capture as large as the window has to take: one log with so many registrations of brokers, fencings, elections and voter changes, and other
 * copies that each hold a stretch of it behind a checkpoint, some with a dead branch, some damaged. The same bytes every time.
 */
final class ManyEvents {
    private static final String ID = "kRaftAuditSampleClust0";
    private static final int BATCH = 20;
    private static final int STRETCH = 40;
    private static final long START = 1_700_000_000_000L;

    private record Written(long baseOffset, int epoch, long timestamp, byte[] bytes) {
    }

    private final Random random = new Random(11);
    private final List<Written> batches = new ArrayList<>();
    private long offset;
    private long time = START;
    private int epoch;
    private int voters = 3;
    private final long[] brokerEpochs = new long[40];

    private ManyEvents() {
    }

    /**
     * Writes the capture.
     *
     * @param folder is made
     * @param events of the long log
     * @param copies log directories, at least 2
     */
    static void write(Path folder, int events, int copies) throws IOException {
        ManyEvents log = new ManyEvents();
        log.elect();
        log.control(Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(3)));
        log.data(List.of(DataValues.begin("Bootstrap records"), DataValues.metadataVersion(33), DataValues.end()));
        while (log.offset < events) {
            log.next();
        }
        log.first(folder.resolve("node1"));
        for (int node = 2; node <= copies; node++) {
            log.stretch(folder.resolve("node" + node), node, copies);
        }
    }

    private void next() {
        int dice = random.nextInt(1000);
        if (dice < 20) {
            elect();
        } else if (dice < 30) {
            voters = voters == 3 ? 4 : 3;
            control(Control.voters(WrittenVoter.upTo(voters)));
        } else {
            List<byte[]> values = new ArrayList<>();
            while (values.size() < BATCH) {
                int broker = random.nextInt(40);
                if (brokerEpochs[broker] == 0 || random.nextInt(10) == 0) {
                    brokerEpochs[broker] = offset + values.size();
                    values.add(DataValues.registerBroker(100 + broker, brokerEpochs[broker], new Uuid(1, broker), true));
                } else {
                    values.add(DataValues.brokerChange(100 + broker, brokerEpochs[broker], random.nextBoolean() ? 1 : -1));
                }
            }
            data(values);
        }
    }

    private void elect() {
        epoch++;
        List<Integer> ids = IntStream.rangeClosed(1, voters).boxed().toList();
        control(Control.leaderChange(1 + random.nextInt(3), ids, ids.subList(0, voters / 2 + 1)));
    }

    private void control(Control... records) {
        time += 400;
        add(Batches.control(offset, epoch, time, records), records.length);
    }

    private void data(List<byte[]> values) {
        time += 50 + random.nextInt(1000);
        add(Batches.data(offset, epoch, time, values.toArray(byte[][]::new)), values.size());
    }

    private void add(byte[] bytes, int records) {
        batches.add(new Written(offset, epoch, time, bytes));
        offset += records;
    }

    // ---- copies ----

    /** The whole log, in segments of a thousand batches. */
    private void first(Path folder) throws IOException {
        node(1).quorumState(1, epoch).write(folder);
        for (int from = 0; from < batches.size(); from += 1000) {
            Path segment = folder.resolve(String.format(java.util.Locale.ROOT, "__cluster_metadata-0/%020d.log", batches.get(from).baseOffset()));
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(segment))) {
                for (Written batch : batches.subList(from, Math.min(from + 1000, batches.size()))) {
                    out.write(batch.bytes());
                }
            }
        }
    }

    /** A stretch behind a checkpoint, with records of an epoch that nobody else has behind it in every ninth copy, damaged in every tenth. */
    private void stretch(Path folder, int node, int copies) {
        int at = Math.max(3, (int) ((long) batches.size() * (node - 1) / copies) - STRETCH);
        Written before = batches.get(at - 1);
        Written last = batches.get(at + STRETCH - 1);
        List<byte[]> bytes = new ArrayList<>(batches.subList(at, at + STRETCH).stream().map(Written::bytes).toList());
        if (node % 9 == 0) {
            bytes.add(Batches.data(batches.get(at + STRETCH).baseOffset(), last.epoch(), last.timestamp() + 7, DataValues.noOp(), DataValues.noOp()));
        }
        if (node % 10 == 0) {
            byte[] broken = bytes.get(5).clone();
            broken[100] ^= 1;
            bytes.set(5, broken);
        }
        node(node).quorumState(1, last.epoch()).segment(batches.get(at).baseOffset(), bytes.toArray(byte[][]::new))
            .checkpoint(batches.get(at).baseOffset(), before.epoch(), Checkpoints.dynamic(before.epoch(), before.timestamp(), before.timestamp(),
                WrittenVoter.upTo(3), DataValues.metadataVersion(33))).write(folder);
    }

    private static NodeDirectory node(int id) {
        return new NodeDirectory().identity(ID, id, WrittenVoter.directory(id, 1));
    }
}
