package kraftaudit.reader;

/** partition.metadata: version and topic id as text. */
public record PartitionMetadata(int version, String topicId) {
    /** The topic id of {@code __cluster_metadata}. */
    public static final String METADATA_TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAQ";
}
