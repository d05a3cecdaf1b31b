package kraftaudit.written;

import java.util.ArrayList;
import java.util.List;

/**
 * A log told in a tiny language. Statements are batches, {@code ;} stands between them, {@code +} between the records of
 * one batch:
 *
 * <pre>
 * static 1 2 3                      the voters of a static quorum, for the LeaderChange records; no record
 * at 100 epoch 3                    the log starts at offset 100, the next epoch is 4; no record
 * lead 1                            LeaderChange of the next epoch; all voters grant
 * lead 1 epoch 5 by 1 3             LeaderChange of epoch 5, granted by 1 and 3
 * lead 1 + kraft 1 + voters 1       the first batch of an epoch with voters
 * voters 1 2 3'                     3' is node 3 with its second directory
 * voters 1 2@new.example:9099       another endpoint
 * noop 5                            five NoOps, each a batch of its own
 * noop + noop                       two NoOps in one batch
 * begin + mv 21 + cid 30 ID + end   also: abort, feature NAME LEVEL, topic NAME, hex DIGITS
 * broker 11 epoch 40                RegisterBroker (fenced); also: unfence, fence, shutdown, dirs, unregister
 * ids 11 epoch 40                   ProducerIds
 * controller 1                      RegisterController
 * </pre>
 *
 * The record at offset {@code o} is stamped {@code START + 1000 * o} milliseconds, by its batch's base offset. A log is a
 * value: {@link #then} and {@link #upTo} give new ones, so that two copies can share a beginning and part.
 */
public final class WrittenLog {
    /** 2023-11-14T22:13:20Z. */
    public static final long START = 1_700_000_000_000L;

    private final long startOffset;
    private final int startEpoch;
    private final List<WrittenVoter> voters;
    private final List<WrittenBatch> batches;

    WrittenLog(long startOffset, int startEpoch, List<WrittenVoter> voters, List<WrittenBatch> batches) {
        this.startOffset = startOffset;
        this.startEpoch = startEpoch;
        this.voters = List.copyOf(voters);
        this.batches = List.copyOf(batches);
    }

    /** The log that the statements tell, from offset 0. */
    public static WrittenLog of(String statements) {
        return new WrittenLog(0, 0, List.of(), List.of()).then(statements);
    }

    /** This log with more behind it. */
    public WrittenLog then(String statements) {
        return new WrittenLogParser(startOffset, startEpoch, voters, batches).read(statements);
    }

    /** The batches below {@code endOffset}, which has to be the end of one. */
    public WrittenLog upTo(long endOffset) {
        List<WrittenBatch> kept = batches.stream().filter(b -> b.endOffset() <= endOffset).toList();
        WrittenLog cut = new WrittenLog(startOffset, startEpoch,
                kept.isEmpty() ? voters : kept.get(kept.size() - 1).votersAfter(), kept);
        if (cut.endOffset() != endOffset) {
            throw new IllegalArgumentException(endOffset + " is not the end of a batch");
        }
        return cut;
    }

    public List<WrittenBatch> batches() {
        return batches;
    }

    /** Exclusive. */
    public long endOffset() {
        return batches.isEmpty() ? startOffset : batches.get(batches.size() - 1).endOffset();
    }

    /** The epoch of the last batch, or the one before the first. */
    public int lastEpoch() {
        return batches.isEmpty() ? startEpoch : batches.get(batches.size() - 1).epoch();
    }

    /** The voters of the last {@code voters} or {@code static} statement. */
    public List<WrittenVoter> voters() {
        return voters;
    }

    /** The bytes of all batches. */
    public byte[] bytes() {
        return bytes(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** The bytes of the batches with base offsets from {@code from} (inclusive) to {@code to} (exclusive). */
    public byte[] bytes(long from, long to) {
        return Batches.join(batches.stream().filter(b -> b.baseOffset() >= from && b.baseOffset() < to)
                .map(WrittenBatch::bytes).toArray(byte[][]::new));
    }

    /** The entries of leader-epoch-checkpoint, {@code {epoch, startOffset}}. */
    public List<long[]> leaderEpochs() {
        List<long[]> entries = new ArrayList<>();
        int last = Integer.MIN_VALUE;
        for (WrittenBatch batch : batches) {
            if (batch.epoch() != last) {
                entries.add(new long[] {batch.epoch(), batch.baseOffset()});
                last = batch.epoch();
            }
        }
        return entries;
    }

    /** A directory with this log in one segment, or in several that begin at {@code rolls} too, and its epochs. */
    public NodeDirectory directory(long... rolls) {
        NodeDirectory directory = new NodeDirectory().leaderEpochs(leaderEpochs());
        long from = startOffset;
        for (long roll : rolls) {
            directory.segment(from, bytes(from, roll));
            from = roll;
        }
        return directory.segment(from, bytes(from, Long.MAX_VALUE));
    }

    /** {@link #directory} of a node of a dynamic quorum, with its identity and a quorum-state of the last epoch. */
    public NodeDirectory node(String clusterId, int nodeId, int leaderId) {
        return directory().identity(clusterId, nodeId, WrittenVoter.directory(nodeId, 1)).quorumState(leaderId, lastEpoch());
    }

    static long timestamp(long baseOffset) {
        return START + 1000 * baseOffset;
    }
}
