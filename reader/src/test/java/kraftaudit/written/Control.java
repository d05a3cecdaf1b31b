package kraftaudit.written;

import java.nio.ByteBuffer;
import java.util.List;

import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.SnapshotFooterRecord;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.ControlRecordType;

/** A control record: key and value as they stand in the batch. */
public final class Control {
    private final byte[] key;
    private final byte[] value;

    private Control(byte[] key, byte[] value) {
        this.key = key.clone();
        this.value = value.clone();
    }

    byte[] key() {
        return key.clone();
    }

    /** The bytes of the value. */
    public byte[] value() {
        return value.clone();
    }

    /** A control record of any type number with any value. */
    public static Control raw(int type, byte[] value) {
        return raw(ByteBuffer.allocate(4).putShort((short) 0).putShort((short) type).array(), value);
    }

    /** A control record of any key and any value. */
    public static Control raw(byte[] key, byte[] value) {
        return new Control(key, value);
    }

    /** LeaderChange of version 0, as every release writes it: node ids alone. */
    public static Control leaderChange(int leader, List<Integer> voters, List<Integer> granting) {
        return of(ControlRecordType.LEADER_CHANGE, new LeaderChangeMessage().setVersion((short) 0).setLeaderId(leader)
                .setVoters(ids(voters)).setGrantingVoters(ids(granting)), 0);
    }

    /** LeaderChange of version 1, which no release writes: node ids with directory ids. */
    public static Control leaderChangeV1(int leader, List<WrittenVoter> voters, List<WrittenVoter> granting) {
        return of(ControlRecordType.LEADER_CHANGE, new LeaderChangeMessage().setVersion((short) 1).setLeaderId(leader)
                .setVoters(keys(voters)).setGrantingVoters(keys(granting)), 1);
    }

    /** KRaftVersion. */
    public static Control kraftVersion(int level) {
        return of(ControlRecordType.KRAFT_VERSION, new KRaftVersionRecord().setVersion((short) 0).setKRaftVersion((short) level), 0);
    }

    /** Voters, in the order given. */
    public static Control voters(List<WrittenVoter> voters) {
        return of(ControlRecordType.KRAFT_VOTERS, new VotersRecord().setVersion((short) 0)
                .setVoters(voters.stream().map(WrittenVoter::inRecord).toList()), 0);
    }

    /** Voters, in the order given. */
    public static Control voters(WrittenVoter... voters) {
        return voters(List.of(voters));
    }

    /** SnapshotHeader with the time of the last contained batch. */
    public static Control header(long lastContainedLogTimestamp) {
        return of(ControlRecordType.SNAPSHOT_HEADER, new SnapshotHeaderRecord().setVersion((short) 0)
                .setLastContainedLogTimestamp(lastContainedLogTimestamp), 0);
    }

    /** SnapshotFooter. */
    public static Control footer() {
        return of(ControlRecordType.SNAPSHOT_FOOTER, new SnapshotFooterRecord().setVersion((short) 0), 0);
    }

    private static Control of(ControlRecordType type, ApiMessage message, int schemaVersion) {
        ByteBuffer written = MessageUtil.toByteBufferAccessor(message, (short) schemaVersion).buffer();
        byte[] value = new byte[written.remaining()];
        written.get(value);
        ByteBuffer recordKey = type.recordKey().duplicate();
        byte[] key = new byte[recordKey.remaining()];
        recordKey.get(key);
        return new Control(key, value);
    }

    private static List<LeaderChangeMessage.Voter> ids(List<Integer> nodes) {
        return nodes.stream().map(id -> new LeaderChangeMessage.Voter().setVoterId(id)).toList();
    }

    private static List<LeaderChangeMessage.Voter> keys(List<WrittenVoter> voters) {
        return voters.stream().map(v -> new LeaderChangeMessage.Voter().setVoterId(v.id()).setVoterDirectoryId(v.directoryId()))
                .toList();
    }
}
