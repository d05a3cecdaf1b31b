package kraftaudit.reader;

import static java.util.Map.entry;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file is by its name alone. The patterns are strict: Kafka writes 20 digits for an offset and 10 for an epoch
 * ({@code LogFileUtils.filenamePrefixFromOffset}, {@code Snapshots.filenameFromSnapshotId}), so any other spelling was
 * made by a person or a tool, and such a file is listed with the reason and not used.
 */
final class FileNames {
    /** The folder of the metadata log inside of a log directory. */
    static final String METADATA_FOLDER = "__cluster_metadata-0";

    private static final Map<String, FileKind> EXACT = Map.ofEntries(
        entry("quorum-state", FileKind.QUORUM_STATE),
        entry("leader-epoch-checkpoint", FileKind.LEADER_EPOCH_CHECKPOINT),
        entry("partition.metadata", FileKind.PARTITION_METADATA),
        entry("meta.properties", FileKind.META_PROPERTIES),
        entry("bootstrap.checkpoint", FileKind.BOOTSTRAP_CHECKPOINT),
        entry(".kafka_cleanshutdown", FileKind.CLEAN_SHUTDOWN),
        entry(".lock", FileKind.LOCK),
        entry("recovery-point-offset-checkpoint", FileKind.BROKER_CHECKPOINT),
        entry("log-start-offset-checkpoint", FileKind.BROKER_CHECKPOINT),
        entry("cleaner-offset-checkpoint", FileKind.BROKER_CHECKPOINT),
        entry("replication-offset-checkpoint", FileKind.BROKER_CHECKPOINT));

    /** The digits of a segment's name, which are always 20. */
    private static final String LARGEST_OFFSET = "0" + Long.MAX_VALUE;

    private static final Pattern OF_SEGMENT = Pattern.compile("([0-9]{20})(\\.log|\\.index|\\.timeindex|\\.txnindex|\\.snapshot)(\\.deleted)?");
    private static final Pattern OF_CHECKPOINT = Pattern.compile("[0-9]{20}-[0-9]{10}(-[0-9]+)?\\.checkpoint(\\.part|\\.deleted)?");
    private static final Pattern COMPACTION = Pattern.compile("[0-9]{20}\\.(log|index|timeindex|txnindex)\\.(swap|cleaned)");
    private static final Pattern LIKE_SEGMENT = Pattern.compile("([0-9]+)(.*)\\.log(\\.deleted)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern LIKE_CHECKPOINT = Pattern.compile("([0-9]+)-([0-9]+)(.*)\\.checkpoint(\\.part|\\.deleted)?", Pattern.CASE_INSENSITIVE);
    /** What people and tools add to a name when they copy, keep or pack a file. */
    private static final Pattern ADDED = Pattern.compile(
        "(?i)^copy of |( ?\\([0-9]+\\)| - copy( \\([0-9]+\\))?|_copy)(?=\\.[a-z]+$|$)"
            + "|(~|\\.bak|\\.old|\\.orig|\\.save|\\.saved|\\.copy|\\.txt|\\.gz|\\.zst|\\.lz4|\\.xz|\\.bz2|\\.zip|\\.[0-9]+)$");
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]+-[0-9]+");
    private static final Pattern TOPIC_RENAMED = Pattern.compile("[a-zA-Z0-9._-]+-[0-9]+\\.[0-9a-f]{32}-(delete|future|stray)");
    private static final Pattern ARCHIVE = Pattern.compile("(?i).*\\.(zip|tar|tar\\.gz|tgz)");
    private static final Pattern PACKED = Pattern.compile("(?i).*\\.(7z|rar|tar\\.(xz|bz2|zst|lz4)|txz|tbz2?|tzst)");

    private FileNames() {
    }

    /**
     * @param kind never {@link FileKind#SYMBOLIC_LINK} or {@link FileKind#UNREADABLE}
     * @param note what there is to say beyond the kind, else empty
     */
    record Named(FileKind kind, String note) {
        Named(FileKind kind) {
            this(kind, "");
        }
    }

    /**
     * @param amongLogFiles whether the file lies in a log directory, where any name that ends like Kafka's is worth a
     *                      reason; elsewhere {@code server.log} is simply foreign
     */
    static Named file(String name, boolean amongLogFiles) {
        FileKind exact = EXACT.get(name);
        if (exact != null) {
            return new Named(exact);
        }
        if (name.startsWith("._")) {
            return new Named(FileKind.FOREIGN, "attributes that macOS keeps beside a file");
        }
        return ofSegment(name)
            .or(() -> ofCheckpoint(name))
            .or(() -> leftover(name, amongLogFiles))
            .or(() -> almost(name))
            .orElseGet(() -> foreign(name, amongLogFiles));
    }

    /** Whether a folder of this name in a log directory belongs to a topic partition. */
    static boolean isTopicFolder(String name) {
        return TOPIC.matcher(name).matches() || TOPIC_RENAMED.matcher(name).matches();
    }

    /** What a topic folder, or a folder named much like that of the metadata log, is. */
    static Named topicFolder(String name) {
        if (name.startsWith("__cluster_metadata-")) {
            return new Named(FileKind.ALMOST, "the metadata log lies in " + METADATA_FOLDER);
        }
        Matcher renamed = TOPIC_RENAMED.matcher(name);
        return new Named(FileKind.TOPIC_DIRECTORY, renamed.matches() ? "renamed by Kafka: " + renamed.group(1) : "");
    }

    private static Optional<Named> ofSegment(String name) {
        Matcher match = OF_SEGMENT.matcher(name);
        if (!match.matches()) {
            return COMPACTION.matcher(name).matches()
                ? Optional.of(new Named(FileKind.TEMPORARY, "of log compaction, which the metadata log never has"))
                : Optional.empty();
        }
        if (match.group(1).compareTo(LARGEST_OFFSET) > 0) {
            return Optional.of(new Named(FileKind.ALMOST, "offset " + match.group(1) + " is beyond 64 bits"));
        }
        if (match.group(3) != null) {
            return Optional.of(new Named(FileKind.DELETED));
        }
        return Optional.of(new Named(switch (match.group(2)) {
            case ".log" -> FileKind.SEGMENT;
            case ".index" -> FileKind.OFFSET_INDEX;
            case ".timeindex" -> FileKind.TIME_INDEX;
            case ".txnindex" -> FileKind.TRANSACTION_INDEX;
            default -> FileKind.PRODUCER_SNAPSHOT;
        }));
    }

    private static Optional<Named> ofCheckpoint(String name) {
        Matcher match = OF_CHECKPOINT.matcher(name);
        if (!match.matches()) {
            return Optional.empty();
        }
        boolean part = ".part".equals(match.group(2));
        if (part != (match.group(1) != null)) {
            return Optional.of(new Named(FileKind.ALMOST, part
                ? "Kafka puts '-' and random digits between id and .checkpoint.part"
                : "'" + match.group(1) + "' between id and .checkpoint"));
        }
        Optional<CheckpointId> id = CheckpointId.parse(name);
        if (id.isEmpty()) {
            return Optional.of(new Named(FileKind.ALMOST, "offset beyond 64 bits or epoch beyond 32 bits"));
        }
        if (part) {
            return Optional.of(new Named(FileKind.CHECKPOINT_PART));
        }
        if (match.group(2) != null) {
            return Optional.of(new Named(FileKind.CHECKPOINT_DELETED));
        }
        boolean zero = id.get().endOffset() == 0 && id.get().epoch() == 0;
        return Optional.of(new Named(zero ? FileKind.ZERO_CHECKPOINT : FileKind.CHECKPOINT));
    }

    private static Optional<Named> leftover(String name, boolean amongLogFiles) {
        if (name.endsWith(".tmp")) {
            String stem = name.substring(0, name.length() - ".tmp".length());
            return amongLogFiles || EXACT.containsKey(stem) ? Optional.of(new Named(FileKind.TEMPORARY)) : Optional.empty();
        }
        boolean deleted = amongLogFiles && name.endsWith(".deleted") && !LIKE_CHECKPOINT.matcher(name).matches();
        return deleted ? Optional.of(new Named(FileKind.DELETED)) : Optional.empty();
    }

    /** Names with the right idea and the wrong spelling. */
    private static Optional<Named> almost(String name) {
        Matcher checkpoint = LIKE_CHECKPOINT.matcher(name);
        if (checkpoint.matches()) {
            return Optional.of(new Named(FileKind.ALMOST, digits("offset", checkpoint.group(1), 20)
                .or(() -> digits("epoch", checkpoint.group(2), 10))
                .or(() -> between(checkpoint.group(3), ".checkpoint"))
                .orElse("upper and lower case differ from Kafka's")));
        }
        Matcher segment = LIKE_SEGMENT.matcher(name);
        // A date or a number before .log is common elsewhere; fifteen digits or more are an offset that lost or won some.
        if (segment.matches() && segment.group(1).length() >= 15) {
            return Optional.of(new Named(FileKind.ALMOST, digits("offset", segment.group(1), 20)
                .or(() -> between(segment.group(2), ".log"))
                .orElse("upper and lower case differ from Kafka's")));
        }
        return plain(name).map(original -> new Named(FileKind.ALMOST, original.equalsIgnoreCase(name)
            ? "upper and lower case differ from " + original
            : "looks like a copy of " + original));
    }

    private static Optional<String> digits(String what, String found, int wanted) {
        return found.length() == wanted ? Optional.empty()
            : Optional.of(what + " of " + found.length() + (found.length() == 1 ? " digit" : " digits") + " where Kafka writes " + wanted);
    }

    private static Optional<String> between(String added, String suffix) {
        return added.isEmpty() ? Optional.empty() : Optional.of("the name has '" + added + "' before " + suffix + ", where Kafka's has nothing");
    }

    /** The name of a file that the audit uses and that this name was made from, if it looks so. */
    private static Optional<String> plain(String name) {
        String stripped = name;
        for (int i = 0; i < 3; i++) {
            for (String original : new String[] {stripped, stripped.toLowerCase(Locale.ROOT)}) {
                FileKind kind = EXACT.get(original);
                boolean known = kind != null ? kind.used()
                    : OF_SEGMENT.matcher(original).matches() && original.endsWith(".log") || OF_CHECKPOINT.matcher(original).matches();
                if (known && !original.equals(name)) {
                    return Optional.of(original);
                }
            }
            stripped = ADDED.matcher(stripped).replaceFirst("");
        }
        return Optional.empty();
    }

    private static Named foreign(String name, boolean amongLogFiles) {
        if (ARCHIVE.matcher(name).matches()) {
            return new Named(FileKind.FOREIGN, "archive: not opened inside of a folder, give it as PATH");
        }
        if (PACKED.matcher(name).matches()) {
            return new Named(FileKind.FOREIGN, "packed in a way that is not read: unpack it first");
        }
        boolean endsLikeKafkas = name.endsWith(".log") || name.endsWith(".checkpoint") || name.endsWith(".checkpoint.part")
            || name.endsWith(".checkpoint.deleted");
        return amongLogFiles && endsLikeKafkas
            ? new Named(FileKind.ALMOST, "Kafka's names begin with 20 digits")
            : new Named(FileKind.FOREIGN);
    }
}
