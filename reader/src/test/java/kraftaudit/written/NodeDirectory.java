package kraftaudit.written;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import org.apache.kafka.common.Uuid;

/**
 * The files of one node's log directory, by name: those of {@code __cluster_metadata-0} and those beside it. Every call
 * gives back this directory, the last word on a name wins.
 */
public final class NodeDirectory {
    private static final String LOG = "__cluster_metadata-0/";
    private final SortedMap<String, byte[]> files = new TreeMap<>();

    /** Any file, by its name below the log directory, {@code /} between parts. */
    public NodeDirectory file(String name, byte[] bytes) {
        files.put(name, bytes.clone());
        return this;
    }

    /** Any file inside {@code __cluster_metadata-0}. */
    public NodeDirectory inLog(String name, byte[] bytes) {
        return file(LOG + name, bytes);
    }

    /** Takes a file away again. */
    public NodeDirectory without(String name) {
        files.remove(name);
        return this;
    }

    /** meta.properties of version 1. */
    public NodeDirectory identity(String clusterId, int nodeId, Uuid directoryId) {
        return file("meta.properties", NodeFiles.metaProperties(clusterId, nodeId, Optional.of(directoryId)));
    }

    /** One segment, named by its base offset. */
    public NodeDirectory segment(long baseOffset, byte[]... batches) {
        return inLog(NodeFiles.segmentName(baseOffset), Batches.join(batches));
    }

    /** One checkpoint, named by its id. */
    public NodeDirectory checkpoint(long endOffset, int epoch, byte[] bytes) {
        return inLog(Checkpoints.name(endOffset, epoch), bytes);
    }

    /** quorum-state of version 1. */
    public NodeDirectory quorumState(int leaderId, int leaderEpoch) {
        return inLog("quorum-state", NodeFiles.quorumStateV1(leaderId, leaderEpoch, -1, Optional.empty()));
    }

    /** quorum-state of version 0, as static quorums have it. */
    public NodeDirectory staticQuorumState(int leaderId, int leaderEpoch, List<Integer> voters) {
        return inLog("quorum-state", NodeFiles.quorumStateV0(leaderId, leaderEpoch, -1, voters));
    }

    /** leader-epoch-checkpoint with entries {@code {epoch, startOffset}}, and partition.metadata. */
    public NodeDirectory leaderEpochs(List<long[]> entries) {
        return inLog("leader-epoch-checkpoint", NodeFiles.leaderEpochs(entries))
                .inLog("partition.metadata", NodeFiles.partitionMetadata());
    }

    /** All files by name; the arrays are this directory's own. */
    SortedMap<String, byte[]> files() {
        return Collections.unmodifiableSortedMap(files);
    }

    /** The bytes of a file by its name below the log directory. */
    public byte[] bytes(String name) {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new IllegalArgumentException("no file " + name + " among " + files.keySet());
        }
        return bytes.clone();
    }

    /** Writes all files below {@code folder}, which is made if it is not there; gives back {@code folder}. */
    public Path write(Path folder) {
        try {
            Files.createDirectories(folder.resolve(LOG));
            for (var file : files.entrySet()) {
                Path path = folder.resolve(file.getKey());
                if (!file.getKey().startsWith(LOG)) {
                    Files.createDirectories(path.getParent());
                }
                Files.write(path, file.getValue());
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All files of a real directory, so that they can be edited and written elsewhere. */
    public static NodeDirectory read(Path folder) {
        NodeDirectory read = new NodeDirectory();
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                read.file(folder.relativize(path).toString().replace('\\', '/'), Files.readAllBytes(path));
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
