package kraftaudit.reader;

/**
 * What a file of a log directory is, told by its name, its folder and (where names mislead) nothing else; see
 * kraft-on-disk 1.1 and 1.3, which follow Kafka's {@code LogFileUtils} and {@code Snapshots}.
 */
public enum FileKind {
    SEGMENT(true, "segment"),
    CHECKPOINT(true, "checkpoint"),
    CHECKPOINT_PART(true, "checkpoint being written or downloaded: its name alone is used"),
    CHECKPOINT_DELETED(true, "checkpoint about to be deleted: its name alone is used"),
    ZERO_CHECKPOINT(true, "zero checkpoint: local bootstrap input"),
    BOOTSTRAP_CHECKPOINT(true, "bootstrap.checkpoint: local bootstrap input"),
    QUORUM_STATE(true, "quorum-state"),
    LEADER_EPOCH_CHECKPOINT(true, "leader-epoch-checkpoint"),
    PARTITION_METADATA(true, "partition.metadata"),
    META_PROPERTIES(true, "meta.properties"),
    CLEAN_SHUTDOWN(true, "clean shutdown mark of a broker"),
    OFFSET_INDEX(false, "offset index: derived from the segment"),
    TIME_INDEX(false, "time index: derived from the segment"),
    TRANSACTION_INDEX(false, "transaction index: the metadata log has none that matters"),
    PRODUCER_SNAPSHOT(false, "producer state, not a KRaft checkpoint"),
    BROKER_CHECKPOINT(false, "offset checkpoint of the broker role: never lists the metadata log"),
    LOCK(false, "lock file: says nothing about the time of the copy"),
    DELETED(false, "renamed for deletion"),
    TEMPORARY(false, "left over from a write or rename that did not finish"),
    TOPIC_DIRECTORY(false, "directory of a topic partition: not opened, not judged"),
    SYMBOLIC_LINK(false, "symbolic link: not followed"),
    UNREADABLE(false, "not readable"),
    ALMOST(false, "name is almost that of a metadata log file"),
    FOREIGN(false, "no file of a KRaft log directory");

    private final boolean used;
    private final String description;

    FileKind(boolean used, String description) {
        this.used = used;
        this.description = description;
    }

    /** Whether the audit reads files of this kind. */
    public boolean used() {
        return used;
    }

    /** One line without a full stop: what the kind is, and for a kind not used, why. */
    public String description() {
        return description;
    }
}
