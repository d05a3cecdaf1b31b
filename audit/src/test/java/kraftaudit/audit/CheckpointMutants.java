package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;

import java.util.ArrayList;
import java.util.List;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;

/** C: mutants. In the log, batches begin at 0, 3 and from 6 on at every offset. */
final class CheckpointMutants {
    private static final long AT_NINE = WrittenLog.START + 8000;

    static final List<Mutant> ALL = List.of(
        new Mutant("C01", "it ends too early", from(9), from(8)),
        new Mutant("C01", "it is gone", from(9), WrittenCapture.of(startingAt9())),
        new Mutant("C02", "without its footer", sound(), of(Damaging.cut(nine(), nine().length - 75))),
        new Mutant("C02", "torn in the middle", sound(), of(Damaging.cut(nine(), 200))),
        new Mutant("C02", "without its header", sound(), of(Batches.join(Batches.control(0, 1, AT_NINE, Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(3))),
            Batches.data(2, 1, AT_NINE, DataValues.metadataVersion(33)), Batches.control(3, 1, AT_NINE, Control.footer())))),
        new Mutant("C02", "empty", sound(), of(new byte[0])),
        new Mutant("C03", "other voters", sound(), of(checkpoint(AT_NINE, 33, 2))),
        new Mutant("C04", "another level", sound(), of(checkpoint(AT_NINE, 32, 3))),
        new Mutant("C05", "another epoch in its name", sound(), WrittenCapture.of(node().checkpoint(9, 2, nine()))),
        new Mutant("C06", "beyond the log", sound(), WrittenCapture.of(node().checkpoint(20, 1, nine()))),
        new Mutant("C07", "a bootstrap file from before 3.3-IV3", bootstrap(33), bootstrap(4)),
        new Mutant("C08", "two bootstrap files, two levels", twoBootstraps(33), twoBootstraps(21)),
        new Mutant("C09", "inside a batch", batchOfTwo(15), batchOfTwo(14)),
        new Mutant("C10", "a millisecond late", sound(), of(checkpoint(AT_NINE + 1, 33, 3))),
        new Mutant("C11", "a topic that the other lacks", two(), two(DataValues.topic("orders", new Uuid(7, 7)))),
        new Mutant("C12", "two quorums formatted", formatted(3, 3), formatted(3, 1)),
        new Mutant("C12", "one voter more", formatted(3, 3), formatted(3, 4)),
        new Mutant("C12", "two levels", formattedAt(33), formattedAt(30)));

    private CheckpointMutants() {
    }

    private static NodeDirectory node() {
        return WrittenCapture.node(WrittenLog.of(START), 1, 1);
    }

    private static byte[] checkpoint(long time, int level, int voters, byte[]... more) {
        return Checkpoints.of(1, time + 34, List.of(Control.header(time), Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(voters))), values(level, more));
    }

    private static byte[] nine() {
        return checkpoint(AT_NINE, 33, 3);
    }

    /** Behind the log a batch of offsets 13 and 14, and a checkpoint. */
    private static WrittenCapture batchOfTwo(long endOffset) {
        return WrittenCapture.of(WrittenCapture.node(WrittenLog.of(START + "noop + noop"), 1, 1)
            .checkpoint(endOffset, 1, checkpoint(WrittenLog.START + 13_000, 33, 3)));
    }

    /** The log with a file as its checkpoint 9-1. */
    private static WrittenCapture of(byte[] bytes) {
        return WrittenCapture.of(node().checkpoint(9, 1, bytes));
    }

    private static WrittenCapture sound() {
        return of(nine());
    }

    private static NodeDirectory startingAt9() {
        WrittenLog log = WrittenLog.of(START);
        return node().without(Auditing.SEGMENT).without("__cluster_metadata-0/" + Checkpoints.name(0, 0)).segment(9, log.bytes(9, 99))
            .leaderEpochs(List.of(new long[] {1, 9}));
    }

    private static WrittenCapture from(long endOffset) {
        return WrittenCapture.of(startingAt9().checkpoint(endOffset, 1, checkpoint(WrittenLog.START + 1000 * (endOffset - 1), 33, 3)));
    }

    private static WrittenCapture bootstrap(int level) {
        return WrittenCapture.of(node().file("bootstrap.checkpoint", Checkpoints.bootstrap(DataValues.metadataVersion(level))));
    }

    private static byte[] zero(int level, int voters) {
        return Checkpoints.dynamic(0, WrittenLog.START - 1000, WrittenLog.START - 1000, WrittenVoter.upTo(voters), DataValues.metadataVersion(level));
    }

    private static WrittenCapture twoBootstraps(int level) {
        return WrittenCapture.of(node().checkpoint(0, 0, zero(33, 3)).file("bootstrap.checkpoint", Checkpoints.bootstrap(DataValues.metadataVersion(level))));
    }

    /** Two nodes with a checkpoint of one id each, written at two moments; the second holds more. */
    private static WrittenCapture two(byte[]... more) {
        return WrittenCapture.of(node().checkpoint(9, 1, nine()), WrittenCapture.node(WrittenLog.of(START), 2, 1).checkpoint(9, 1,
            Checkpoints.of(1, AT_NINE + 700, List.of(Control.header(AT_NINE), Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(3))), values(33, more))));
    }

    private static List<byte[]> values(int level, byte[]... more) {
        List<byte[]> values = new ArrayList<>(List.of(DataValues.metadataVersion(level)));
        values.addAll(List.of(more));
        return values;
    }

    /** Two nodes formatted with so many voters. */
    private static WrittenCapture formatted(int first, int second) {
        return WrittenCapture.of(node().checkpoint(0, 0, zero(33, first)), WrittenCapture.node(WrittenLog.of(START), 2, 1).checkpoint(0, 0, zero(33, second)));
    }

    private static WrittenCapture formattedAt(int level) {
        return WrittenCapture.of(node().checkpoint(0, 0, zero(33, 3)), WrittenCapture.node(WrittenLog.of(START), 2, 1).checkpoint(0, 0, zero(level, 3)));
    }
}
