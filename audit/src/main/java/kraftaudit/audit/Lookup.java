package kraftaudit.audit;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.RecordDetail;
import kraftaudit.reader.RecordDetails;
import kraftaudit.reader.Scan;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.ReplicaHistory;

/** From a {@link Locator} to the record it names, read again with its bytes. */
public final class Lookup {
    private final RecordDetails details;

    /** @param settings those that the capture was loaded with */
    public Lookup(Pipe.Settings settings) {
        details = new RecordDetails(settings.schemas(), settings.profile());
    }

    /**
     * The record, damage or file at a place.
     *
     * @return empty where the locator names nothing in this cluster
     * @throws IOException when the system does not let us read the file
     */
    public Optional<RecordDetail> find(CaptureHistory cluster, Locator locator) throws IOException {
        List<DirectoryScan> copies = copies(cluster, locator);
        if (locator.offset() >= 0) {
            for (DirectoryScan copy : copies) {
                Optional<RecordDetail> found = details.atOffset(copy.segments(), locator.offset());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return locator.file().isEmpty() ? Optional.empty() : inFile(copies, locator);
    }

    private Optional<RecordDetail> inFile(List<DirectoryScan> copies, Locator locator) throws IOException {
        for (DirectoryScan copy : copies) {
            List<Scan> scans = Stream.of(copy.segments(), copy.checkpoints(), copy.bootstraps()).flatMap(List::stream).toList();
            for (Scan scan : scans) {
                if (named(scan.file().name(), locator)) {
                    return details.atPosition(scan, locator.position());
                }
            }
            for (FileReading<?> reading : small(copy)) {
                if (named(reading.file().name(), locator)) {
                    return Optional.of(RecordDetails.file(reading));
                }
            }
        }
        return Optional.empty();
    }

    /** The copy that the locator names; where it names none, all of them. */
    private static List<DirectoryScan> copies(CaptureHistory cluster, Locator locator) {
        if (locator.replica().isEmpty()) {
            return cluster.replicas().stream().map(ReplicaHistory::scan).toList();
        }
        return Stream.concat(cluster.replica(locator.replica()).map(ReplicaHistory::scan).stream(),
            cluster.others().stream().filter(o -> o.replica().name().equals(locator.replica())).map(CaptureHistory.OtherDirectory::scan)).toList();
    }

    private static List<FileReading<?>> small(DirectoryScan copy) {
        return Stream.<Optional<? extends FileReading<?>>>of(copy.metaProperties(), copy.quorumState(), copy.leaderEpochs(), copy.partitionMetadata(),
            copy.cleanShutdown()).flatMap(Optional::stream).<FileReading<?>>map(reading -> reading).toList();
    }

    private static boolean named(String name, Locator locator) {
        return name.substring(name.lastIndexOf('/') + 1).equals(locator.file());
    }
}
