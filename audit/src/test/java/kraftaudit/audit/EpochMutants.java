package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;

import java.util.List;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;

/** E: mutants. */
final class EpochMutants {
    /** Epoch 2 begins at offset 13. */
    private static final String TWO = START + "lead 2 by 2 3; noop 3; ";

    static final List<Mutant> ALL = List.of(
        new Mutant("E01", "an epoch outside of the checksum is turned", two(), WrittenCapture.of(epochTurned())),
        new Mutant("E02", "a quorum-state names another leader", two(), WrittenCapture.of(node(2, TWO).quorumState(3, 2))),
        new Mutant("E02", "a second LeaderChange of the epoch", two(), WrittenCapture.one(START + "lead 3 epoch 1 by 1 3")),
        new Mutant("E03", "no LeaderChange", two(), WrittenCapture.of(WrittenCapture.appended(node(2, START).quorumState(2, 2),
            Batches.data(13, 2, WrittenLog.START + 13_000, DataValues.noOp())))),
        new Mutant("E03", "the LeaderChange comes late", two(), WrittenCapture.of(WrittenCapture.appended(node(2, START).quorumState(2, 2),
            Batches.data(13, 2, WrittenLog.START + 13_000, DataValues.noOp()),
            Batches.control(14, 2, WrittenLog.START + 14_000, kraftaudit.written.Control.leaderChange(2, List.of(1, 2, 3), List.of(1, 2)))))),
        new Mutant("E04", "quorum-state at the epoch before", two(), WrittenCapture.of(node(2, TWO).quorumState(1, 1))),
        new Mutant("E05", "an entry at another offset", two(), WrittenCapture.of(node(2, TWO).leaderEpochs(List.of(new long[] {1, 0}, new long[] {2, 12})))),
        new Mutant("E05", "entries that fall", two(), WrittenCapture.of(node(2, TWO).leaderEpochs(List.of(new long[] {2, 13}, new long[] {1, 0})))),
        new Mutant("E06", "a leader from outside", two(), WrittenCapture.of(node(9, START + "lead 9 by 1 2"))),
        new Mutant("E07", "one vote of three", two(), WrittenCapture.of(node(2, START + "lead 2 by 2"))),
        new Mutant("E07", "no votes", two(), WrittenCapture.of(node(2, START + "lead 2 by"))),
        new Mutant("E07", "a vote from outside", two(), WrittenCapture.of(node(2, START + "lead 2 by 1 2 4"))),
        new Mutant("E08", "another set listed", two(), WrittenCapture.of(node(2, START + "static 1 2; lead 2 by 1 2"))),
        new Mutant("E08", "static voters changed", WrittenCapture.of(fixed("static 1; lead 1; noop; lead 1; noop")),
            WrittenCapture.of(fixed("static 1; lead 1; noop; static 1 2 3; lead 1 by 1 2; noop"))),
        new Mutant("E09", "far ahead of the log", WrittenCapture.of(node(2, TWO).quorumState(-1, 12)), WrittenCapture.of(node(2, TWO).quorumState(-1, 13))),
        new Mutant("E09", "an epoch that others followed", skipped(1), skipped(2)),
        new Mutant("E10", "six leaders", WrittenCapture.of(node(1, START + leaders(4))), WrittenCapture.of(node(2, START + leaders(5)))),
        new Mutant("E11", "a minute without a record", WrittenCapture.of(OffsetMutants.timed(OffsetMutants.LAST + 59_999)),
            WrittenCapture.of(OffsetMutants.timed(OffsetMutants.LAST + 60_000))));

    private EpochMutants() {
    }

    private static WrittenCapture two() {
        return WrittenCapture.of(node(2, TWO));
    }

    private static NodeDirectory node(int leader, String statements) {
        return WrittenCapture.node(WrittenLog.of(statements), 1, leader);
    }

    /** A node of a static quorum. */
    private static NodeDirectory fixed(String statements) {
        WrittenLog log = WrittenLog.of(statements);
        return log.node(WrittenCapture.ID, 1, 1);
    }

    private static NodeDirectory epochTurned() {
        WrittenLog log = WrittenLog.of(TWO);
        return WrittenCapture.node(log, 1, 2).segment(0, log.bytes(0, 15),
            Damaging.edit(log.bytes(15, 16), bytes -> bytes.putInt(12, 1)), log.bytes(16, 99));
    }

    /** Epochs 1 and 3; the quorum-state of a copy that has epoch 1 alone is at {@code epoch}. */
    private static WrittenCapture skipped(int epoch) {
        WrittenLog beginning = WrittenLog.of(START);
        return WrittenCapture.of(node(2, START + "lead 2 epoch 3 by 2 3; noop"),
            WrittenCapture.node(beginning, 2, -1).quorumState(epoch == 1 ? 1 : -1, epoch));
    }

    /** So many leaders by turns, the last of them 2 for an odd count and 1 for an even one. */
    private static String leaders(int count) {
        StringBuilder statements = new StringBuilder();
        for (int i = 0; i < count; i++) {
            statements.append("lead ").append(i % 2 == 0 ? 2 : 1).append("; noop; ");
        }
        return statements.toString();
    }
}
