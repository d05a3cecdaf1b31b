package kraftaudit.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.Event;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.MetaProperties;
import kraftaudit.reader.Region;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;

/** Sorts copied directories into clusters and names them. */
final class Clusters {
    private Clusters() {
    }

    /** The directories of one cluster: those that hold a metadata log, and the rest. */
    record Group(List<DirectoryScan> logs, List<DirectoryScan> others, List<DirectoryScan> tiedByIdOnly) {
    }

    /** Whether two logs tell one history. */
    enum Kinship { SAME, DIFFERENT, NO_COMMON_OFFSET }

    static List<Group> of(List<DirectoryScan> copies) {
        List<DirectoryScan> logs = copies.stream().filter(Clusters::holdsLog).toList();
        List<Map<Long, Batch>> known = new ArrayList<>();
        for (DirectoryScan log : logs) {
            known.add(batches(log));
        }
        Kinship[][] kinship = new Kinship[logs.size()][logs.size()];
        int[] group = new int[logs.size()];
        for (int i = 0; i < logs.size(); i++) {
            group[i] = i;
            for (int j = 0; j < i; j++) {
                boolean twoIds = clusterId(logs.get(i)).isPresent() && clusterId(logs.get(j)).isPresent()
                    && !clusterId(logs.get(i)).equals(clusterId(logs.get(j)));
                kinship[i][j] = kinship(known.get(i), known.get(j), twoIds);
                kinship[j][i] = kinship[i][j];
                if (kinship[i][j] == Kinship.SAME) {
                    join(group, i, j);
                }
            }
        }
        boolean[] tied = new boolean[logs.size()];
        for (int i = 0; i < logs.size(); i++) {
            for (int j = 0; j < i; j++) {
                boolean oneId = clusterId(logs.get(i)).isPresent() && clusterId(logs.get(i)).equals(clusterId(logs.get(j)));
                if (oneId && group[i] != group[j] && compatible(kinship, group, group[i], group[j])) {
                    tied[i] |= alone(group, group[i]);
                    tied[j] |= alone(group, group[j]);
                    join(group, i, j);
                }
            }
        }
        return groups(copies, logs, group, tied);
    }

    private static void join(int[] group, int i, int j) {
        int from = Math.max(group[i], group[j]);
        int to = Math.min(group[i], group[j]);
        for (int k = 0; k < group.length; k++) {
            group[k] = group[k] == from ? to : group[k];
        }
    }

    private static boolean alone(int[] group, int one) {
        int members = 0;
        for (int g : group) {
            members += g == one ? 1 : 0;
        }
        return members == 1;
    }

    private static boolean compatible(Kinship[][] kinship, int[] group, int one, int other) {
        for (int i = 0; i < group.length; i++) {
            for (int j = 0; j < group.length; j++) {
                if (group[i] == one && group[j] == other && kinship[i][j] == Kinship.DIFFERENT) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a directory is a copy of a metadata log: a second, merely formatted one of a node is told apart by name later. */
    private static boolean holdsLog(DirectoryScan scan) {
        return !scan.segments().isEmpty() || !scan.checkpoints().isEmpty() || scan.quorumState().isPresent()
            || scan.bootstraps().stream().anyMatch(b -> b.file().kind() == FileKind.ZERO_CHECKPOINT);
    }

    static Optional<String> clusterId(DirectoryScan scan) {
        return scan.metaProperties().flatMap(f -> f.value()).flatMap(MetaProperties::clusterId);
    }

    static OptionalInt nodeId(DirectoryScan scan) {
        Optional<MetaProperties> meta = scan.metaProperties().flatMap(f -> f.value());
        return meta.isPresent() ? meta.get().nodeId() : OptionalInt.empty();
    }

    // ---- one history or two ----

    /**
     * What is remembered of a batch: enough that two batches of different histories do not look alike. Length -1 is unknown.
     *
     * @param records what its records of a leader, of voters and of levels say, by offset
     */
    private record Batch(int epoch, long timestamp, long length, Map<Long, List<?>> records) {
        boolean same(Batch other) {
            return epoch == other.epoch && timestamp == other.timestamp && (length == other.length || length < 0 || other.length < 0);
        }

        /** Of copies with two cluster ids the records have to be the same too; under one id another record is a finding. */
        boolean saysTheSame(Batch other) {
            return same(other) && records.entrySet().stream().allMatch(record -> record.getValue().equals(other.records.getOrDefault(record.getKey(), record.getValue())));
        }
    }

    private static Map<Long, Batch> batches(DirectoryScan log) {
        Map<Long, Map<Long, List<?>>> records = new TreeMap<>();
        for (Scan segment : log.segments()) {
            segment.events().forEach(event -> said(event).ifPresent(said ->
                records.computeIfAbsent(event.at().baseOffset(), base -> new TreeMap<>()).put(event.at().offset(), said)));
        }
        Map<Long, Batch> batches = new TreeMap<>();
        for (Scan segment : log.segments()) {
            for (Region region : segment.regions()) {
                if (region instanceof Run run) {
                    batches.putIfAbsent(run.baseOffset(), batch(run.firstBatch(), records));
                    run.firstData().ifPresent(data -> batches.putIfAbsent(data.offset(), batch(data, records)));
                }
            }
            segment.events().forEach(event -> batches.putIfAbsent(event.at().baseOffset(),
                new Batch(event.at().epoch(), event.at().timestamp(), -1, records.getOrDefault(event.at().baseOffset(), Map.of()))));
        }
        return batches;
    }

    private static Batch batch(RecordAt at, Map<Long, Map<Long, List<?>>> records) {
        return new Batch(at.epoch(), at.timestamp(), at.place().length(), records.getOrDefault(at.baseOffset(), Map.of()));
    }

    /** What a record says, wherever it stands. */
    private static Optional<List<?>> said(Event event) {
        return event instanceof Event.LeaderChange change ? Optional.of(List.of(change.leaderId(), change.voters(), change.grantingVoters()))
            : event instanceof Event.Voters voters ? Optional.of(voters.voters())
            : event instanceof Event.KRaftVersion version ? Optional.of(List.of(version.level()))
            : event instanceof Event.FeatureLevel feature ? Optional.of(List.of(feature.name(), feature.level())) : Optional.empty();
    }

    private static Kinship kinship(Map<Long, Batch> oneKnown, Map<Long, Batch> otherKnown, boolean twoIds) {
        for (Map.Entry<Long, Batch> entry : oneKnown.entrySet()) {
            Batch there = otherKnown.get(entry.getKey());
            if (there != null && there.epoch() == entry.getValue().epoch()) {
                boolean same = twoIds ? there.saysTheSame(entry.getValue()) : there.same(entry.getValue());
                return same ? Kinship.SAME : Kinship.DIFFERENT;
            }
        }
        return Kinship.NO_COMMON_OFFSET;
    }

    // ---- groups and names ----

    private static List<Group> groups(List<DirectoryScan> copies, List<DirectoryScan> logs, int[] group, boolean[] tied) {
        Map<Integer, Group> groups = new TreeMap<>();
        for (int i = 0; i < logs.size(); i++) {
            Group g = groups.computeIfAbsent(group[i], k -> new Group(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
            g.logs().add(logs.get(i));
            if (tied[i]) {
                g.tiedByIdOnly().add(logs.get(i));
            }
        }
        List<Group> all = new ArrayList<>(groups.values());
        Set<DirectoryScan> withLog = Collections.newSetFromMap(new IdentityHashMap<>());
        withLog.addAll(logs);
        for (DirectoryScan copy : copies) {
            if (!withLog.contains(copy)) {
                home(all, copy).ifPresentOrElse(g -> g.others().add(copy),
                    () -> all.add(new Group(new ArrayList<>(), new ArrayList<>(List.of(copy)), new ArrayList<>())));
            }
        }
        all.forEach(Clusters::setStraysAside);
        return all;
    }

    /** The cluster of a directory without a log: the one with its cluster id whose folders are nearest. */
    private static Optional<Group> home(List<Group> groups, DirectoryScan copy) {
        return groups.stream()
            .filter(g -> g.logs().stream().anyMatch(log -> clusterId(log).equals(clusterId(copy)))
                || g.logs().isEmpty() && g.others().stream().anyMatch(o -> clusterId(o).equals(clusterId(copy))))
            .max(Comparator.comparingInt(g -> g.logs().stream()
                .mapToInt(log -> shared(log.directory().label(), copy.directory().label())).max().orElse(-1)));
    }

    private static int shared(String one, String other) {
        int i = 0;
        while (i < one.length() && i < other.length() && one.charAt(i) == other.charAt(i)) {
            i++;
        }
        return i;
    }

    /** A formatted but never used metadata directory of a node that has a log elsewhere is no second copy of it. */
    private static void setStraysAside(Group group) {
        List<DirectoryScan> strays = group.logs().stream()
            .filter(log -> log.segments().isEmpty() && log.checkpoints().isEmpty() && log.quorumState().isEmpty())
            .filter(log -> nodeId(log).isPresent() && group.logs().stream()
                .anyMatch(other -> other != log && nodeId(other).equals(nodeId(log)) && !other.segments().isEmpty()))
            .toList();
        group.logs().removeAll(strays);
        group.others().addAll(strays);
    }

    /** Names as reports print them, in the order given. */
    static List<Replica> names(List<DirectoryScan> copies) {
        List<Replica> names = new ArrayList<>();
        for (DirectoryScan copy : copies) {
            OptionalInt nodeId = nodeId(copy);
            boolean claimedTwice = copies.stream().filter(other -> nodeId(other).equals(nodeId)).count() > 1;
            String label = copy.directory().label();
            String name = nodeId.isEmpty() ? label : claimedTwice ? "node" + nodeId.getAsInt() + "@" + label : "node" + nodeId.getAsInt();
            names.add(new Replica(name, label, nodeId,
                copy.metaProperties().flatMap(f -> f.value()).flatMap(MetaProperties::directoryId), clusterId(copy)));
        }
        return names;
    }

    /** Distinct cluster ids, sorted. */
    static List<String> clusterIds(Group group) {
        TreeSet<String> ids = new TreeSet<>();
        group.logs().forEach(log -> clusterId(log).ifPresent(ids::add));
        group.others().forEach(other -> clusterId(other).ifPresent(ids::add));
        return List.copyOf(ids);
    }

    static Comparator<DirectoryScan> byNode() {
        return Comparator.<DirectoryScan>comparingInt(s -> nodeId(s).orElse(Integer.MAX_VALUE)).thenComparing(s -> s.directory().label());
    }
}
