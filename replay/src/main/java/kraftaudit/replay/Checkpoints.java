package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.CheckpointId;
import kraftaudit.reader.Damage;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.Event;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.Region;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;

/** From the scans of checkpoints to what they say. */
final class Checkpoints {
    private Checkpoints() {
    }

    /** Checkpoints with end offset above 0: whole ones with their content, {@code .part} and {@code .deleted} by name. */
    static List<CheckpointFacts> of(String replica, DirectoryScan scan) {
        List<CheckpointFacts> facts = new ArrayList<>();
        scan.checkpoints().forEach(checkpoint -> facts.add(facts(replica, checkpoint)));
        for (FileKind kind : List.of(FileKind.CHECKPOINT_PART, FileKind.CHECKPOINT_DELETED)) {
            for (CapturedFile file : scan.directory().all(kind)) {
                facts.add(new CheckpointFacts(replica, id(file), file, Optional.empty(), false, kind.description(), -1,
                    OptionalInt.empty(), Optional.empty(), Map.of(), List.of()));
            }
        }
        facts.sort(Comparator.comparing(CheckpointFacts::id).thenComparing(c -> c.file().name()));
        return facts;
    }

    /** Zero checkpoint and bootstrap.checkpoint. */
    static List<CheckpointFacts> bootstraps(String replica, DirectoryScan scan) {
        return scan.bootstraps().stream().map(bootstrap -> facts(replica, bootstrap)).toList();
    }

    private static CheckpointId id(CapturedFile file) {
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return CheckpointId.parse(name).orElse(new CheckpointId(0, 0));
    }

    private static CheckpointFacts facts(String replica, Scan scan) {
        Optional<VoterSet> voters = Optional.empty();
        OptionalInt kraftVersion = OptionalInt.empty();
        long timestamp = -1;
        Map<String, Integer> features = new TreeMap<>();
        List<String> clusterIds = new ArrayList<>();
        for (Event event : scan.events()) {
            if (event instanceof Event.SnapshotHeader header) {
                timestamp = header.lastContainedLogTimestamp();
            } else if (event instanceof Event.KRaftVersion version) {
                kraftVersion = OptionalInt.of(version.level());
            } else if (event instanceof Event.Voters record) {
                voters = Optional.of(new VoterSet(record.voters()));
            } else if (event instanceof Event.FeatureLevel level) {
                features.put(level.name(), level.level());
            } else if (event instanceof Event.ClusterId record) {
                clusterIds.add(record.clusterId());
            }
        }
        String whyNot = whyNot(scan);
        return new CheckpointFacts(replica, id(scan.file()), scan.file(), Optional.of(scan), whyNot.isEmpty(), whyNot, timestamp,
            kraftVersion, voters, features, clusterIds);
    }

    /** Why the content may not be used; empty when it may. */
    private static String whyNot(Scan scan) {
        List<Region> regions = scan.regions();
        if (scan.length() == 0) {
            return "empty";
        }
        if (regions.stream().anyMatch(Damage.class::isInstance)) {
            return "damaged";
        }
        if (!(regions.get(0) instanceof Run first) || !(regions.get(regions.size() - 1) instanceof Run last)) {
            return "zeros in place of batches";
        }
        List<Event> events = scan.events();
        boolean header = events.stream().anyMatch(e -> e instanceof Event.SnapshotHeader && e.at().offset() == first.baseOffset());
        boolean footer = events.stream().anyMatch(e -> e instanceof Event.SnapshotFooter && e.at().offset() == last.endOffset() - 1);
        long records = regions.stream().mapToLong(r -> r instanceof Run run ? run.records() : 0).sum();
        if (header && footer && last.endOffset() > records) {
            return "incomplete: its offsets run to " + (last.endOffset() - 1) + ", and it holds " + records + " records";
        }
        if (!header) {
            return "no header";
        }
        if (!footer) {
            return "incomplete: no footer";
        }
        return events.stream().anyMatch(Event.Undecodable.class::isInstance) ? "a record does not decode" : "";
    }
}
