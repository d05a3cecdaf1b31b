package kraftaudit.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.Event;
import kraftaudit.reader.Profile;

/** Scans to histories: the door of this module. */
public final class Replay {
    private Replay() {
    }

    /**
     * Replays copies, those of one cluster together. Copies belong together when their logs share their first common batch;
     * copies without a common offset when they have one cluster id.
     *
     * @return one history a cluster, in the order of its first copy
     */
    public static List<CaptureHistory> replay(List<DirectoryScan> copies, Profile profile, ReplayOptions options) {
        List<CaptureHistory> histories = new ArrayList<>();
        for (Clusters.Group group : Clusters.of(copies)) {
            List<DirectoryScan> logs = group.logs().stream().sorted(Clusters.byNode()).toList();
            List<DirectoryScan> others = group.others().stream().sorted(Clusters.byNode()).toList();
            List<Replica> names = Clusters.names(logs);
            List<ReplicaHistory> replicas = new ArrayList<>();
            List<String> tied = new ArrayList<>();
            for (int i = 0; i < logs.size(); i++) {
                replicas.add(replica(names.get(i), logs.get(i), profile.apiKey()));
                if (group.tiedByIdOnly().contains(logs.get(i))) {
                    tied.add(names.get(i).name());
                }
            }
            List<CaptureHistory.OtherDirectory> rest = new ArrayList<>();
            List<Replica> otherNames = Clusters.names(others);
            for (int i = 0; i < others.size(); i++) {
                rest.add(new CaptureHistory.OtherDirectory(otherNames.get(i), others.get(i)));
            }
            histories.add(Proving.history(Clusters.clusterIds(group), replicas, rest, tied, options, profile.apiKey()));
        }
        return histories;
    }

    /** The same copies of one cluster under other options: what does not depend on these is taken over. */
    public static CaptureHistory again(CaptureHistory history, Profile profile, ReplayOptions options) {
        return Proving.history(history.clusterIds(), history.replicas(), history.others(), history.tiedByIdOnly(), options, profile.apiKey());
    }

    private static ReplicaHistory replica(Replica name, DirectoryScan scan, int clusterIdKey) {
        LogLine line = LogReading.line(scan.segments());
        List<Event> events = LogReading.events(scan.segments(), line);
        List<CheckpointFacts> checkpoints = Checkpoints.of(name.name(), scan);
        List<CheckpointFacts> bootstraps = Checkpoints.bootstraps(name.name(), scan);
        Optional<CheckpointFacts> bootstrap = bootstraps.stream().filter(b -> b.usable() && b.kraftVersion().orElse(0) > 0).findFirst();
        List<LogState.Sourced> sourced = events.stream().map(event -> new LogState.Sourced(event, name.name())).toList();
        return new ReplicaHistory(name, scan, line, LogReading.epochs(scan.segments(), events, checkpoints),
            Fold.fold(line, sourced, checkpoints, bootstrap, clusterIdKey), checkpoints, bootstraps);
    }
}
