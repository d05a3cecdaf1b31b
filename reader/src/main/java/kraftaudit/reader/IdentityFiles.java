package kraftaudit.reader;

/**
 * Reads the small text files of a log directory. Each reader accepts and refuses exactly what Kafka 4.4 does and gives the
 * values that Kafka would take, with one difference: meta.properties of version 2, which KIP-1262 brings and no release up
 * to 4.4 reads, is accepted. Whatever is odd in between is a value beside them; nothing is thrown. A file longer than
 * {@link SmallFile#LONGEST} is not read.
 */
public final class IdentityFiles {
    private IdentityFiles() {
    }

    /** meta.properties, as {@code PropertiesUtils.readPropertiesFile} and {@code MetaProperties.Builder} read it. */
    public static FileReading<MetaProperties> metaProperties(CapturedFile file) {
        return SmallFile.read(file, MetaPropertiesFile::decode);
    }

    /** quorum-state, as {@code FileQuorumStateStore} reads it: the first line alone. */
    public static FileReading<QuorumState> quorumState(CapturedFile file) {
        return SmallFile.read(file, QuorumStateFile::decode);
    }

    /**
     * leader-epoch-checkpoint, as {@code LeaderEpochCheckpointFile} reads it. Epochs and offsets that decrease are no
     * oddity here: Kafka takes them as they are, and rules about epochs compare them with the batches.
     */
    public static FileReading<LeaderEpochs> leaderEpochs(CapturedFile file) {
        return SmallFile.read(file, LeaderEpochsFile::decode);
    }

    /** partition.metadata, as {@code PartitionMetadataFile} reads it. */
    public static FileReading<PartitionMetadata> partitionMetadata(CapturedFile file) {
        return SmallFile.read(file, PartitionMetadataReading::decode);
    }

    /**
     * .kafka_cleanshutdown, as {@code CleanShutdownFileHandler} reads it: Kafka refuses none, a file without a readable
     * broker epoch is a clean stop all the same.
     */
    public static FileReading<CleanShutdown> cleanShutdown(CapturedFile file) {
        return SmallFile.read(file, CleanShutdownFile::decode);
    }
}
