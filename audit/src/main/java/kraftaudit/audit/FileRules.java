package kraftaudit.audit;

import static kraftaudit.audit.Severity.IRREGULAR;
import static kraftaudit.audit.Severity.NOTE;
import static kraftaudit.audit.Severity.VIOLATION;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.Damage;
import kraftaudit.reader.DirectoryScan;
import kraftaudit.reader.Event;
import kraftaudit.reader.FileKind;
import kraftaudit.reader.LogDirectory;
import kraftaudit.reader.Region;
import kraftaudit.reader.Remark;
import kraftaudit.reader.Run;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Zeros;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.LogState;
import kraftaudit.replay.ReplicaHistory;

/** F: files and bytes. Damage of checkpoints is judged by the C rules. */
final class FileRules {
    static final List<Rule> ROWS = List.of(
        new Rule("F01", "Every file and folder of the capture could be read", IRREGULAR, Set.of(), List.of(),
            (Check.OnCapture) FileRules::readable),
        new Rule("F02", "Every byte of every segment and checkpoint is accounted for", IRREGULAR, Set.of(), List.of("F01"),
            (Check.OnCluster) FileRules::accounted),
        new Rule("F03", "The checksum of every batch matches its bytes", VIOLATION, Set.of(Need.SEGMENT), List.of(),
            (Check.OnCluster) (in, v) -> damage(in, v, EnumSet.of(Damage.Reason.CHECKSUM))),
        new Rule("F04", "The length and header of every batch are possible", VIOLATION, Set.of(Need.SEGMENT), List.of(),
            (Check.OnCluster) (in, v) -> damage(in, v, EnumSet.of(Damage.Reason.FRAMING))),
        new Rule("F05", "No batch is torn", VIOLATION, Set.of(Need.SEGMENT), List.of(),
            (Check.OnCluster) (in, v) -> damage(in, v, EnumSet.of(Damage.Reason.TORN))),
        new Rule("F06", "No segment ends in zeros", VIOLATION, Set.of(Need.SEGMENT), List.of(), (Check.OnCluster) FileRules::zeros),
        new Rule("F07", "Every record of an audited type in a sound batch can be decoded", IRREGULAR, Set.of(Need.SEGMENT), List.of("M18"),
            (Check.OnCluster) FileRules::decodable),
        new Rule("F08", "Every record type and version is known", NOTE, Set.of(), List.of(), (Check.OnCluster) FileRules::known),
        new Rule("F09", "Batches and records have the form that KRaft writes", IRREGULAR, Set.of(), List.of(),
            (Check.OnCluster) FileRules::form),
        new Rule("F10", "A segment is named by the offset of its first batch", IRREGULAR, Set.of(Need.SEGMENT), List.of(),
            (Check.OnCluster) FileRules::names),
        new Rule("F11", "No file is left over from a write, rename or deletion", NOTE, Set.of(), List.of(),
            (Check.OnCluster) FileRules::leftOver),
        new Rule("F12", "Every timestamp can be a time", NOTE, Set.of(), List.of(),
            (Check.OnCluster) FileRules::times),
        new Rule("F13", "No segment is empty that should hold records", IRREGULAR, Set.of(Need.SEGMENT), List.of(),
            (Check.OnCluster) FileRules::empty));

    private static final Set<FileKind> LEFT_OVER = EnumSet.of(FileKind.DELETED, FileKind.TEMPORARY, FileKind.ALMOST,
        FileKind.CHECKPOINT_PART, FileKind.CHECKPOINT_DELETED);

    private FileRules() {
    }

    /** The copy that a file belongs to, empty where it belongs to none. */
    private static String replica(CaptureInput input, CapturedFile file) {
        return input.clusters().stream().flatMap(cluster -> cluster.replicas().stream()).filter(r -> r.scan().directory().files().contains(file))
            .map(r -> r.replica().name()).findFirst().orElse("");
    }

    private static void readable(CaptureInput input, Verdict verdict) {
        Set<String> named = new HashSet<>();
        for (CaptureHistory cluster : input.clusters()) {
            for (ReplicaHistory replica : cluster.replicas()) {
                for (DirectoryScan.Failure failure : replica.scan().failures()) {
                    named.add(failure.file().name());
                    verdict.broken(Where.file(replica.replica().name(), failure.file()), "", "", "could not be read: " + failure.reason());
                }
            }
        }
        input.files().changed().forEach((file, how) ->
            verdict.broken(Where.file(replica(input, file), file), "", "", "changed while it was read: " + how));
        Stream<CapturedFile> all = Stream.concat(input.capture().directories().stream().map(LogDirectory::files).flatMap(List::stream),
            input.capture().others().stream());
        for (CapturedFile file : all.toList()) {
            verdict.examined();
            if (file.kind() == FileKind.UNREADABLE && !named.contains(file.name())) {
                verdict.broken(NOTE, Where.file("", file), "", "", "could not be read" + (file.note().isEmpty() ? "" : ": " + file.note()));
            }
        }
    }

    private static void accounted(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (Scan scan : scans(replica)) {
                // That regions tile the scanned length is the Scan's own invariant.
                verdict.examined();
                if (scan.length() != scan.file().length()) {
                    verdict.broken(Where.file(replica.replica().name(), scan.file()), "file changed while it was read",
                        scan.file().length() + " bytes", scan.length() + " bytes");
                }
            }
        }
    }

    static List<Scan> scans(ReplicaHistory replica) {
        List<Scan> scans = new ArrayList<>(replica.scan().segments());
        scans.addAll(replica.scan().checkpoints());
        scans.addAll(replica.scan().bootstraps());
        return scans;
    }

    private static void damage(ClusterInput input, Verdict verdict, Set<Damage.Reason> reasons) {
        verdict.examined(input.cluster().replicas().stream().flatMap(r -> r.scan().segments().stream())
            .flatMap(s -> s.regions().stream()).mapToLong(r -> r instanceof Run run ? run.batches() : r instanceof Damage ? 1 : 0).sum());
        damaged(input, verdict, reasons);
    }

    private static void damaged(ClusterInput input, Verdict verdict, Set<Damage.Reason> reasons) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            List<Scan> segments = replica.scan().segments();
            LastSound last = LastSound.of(segments);
            for (int i = 0; i < segments.size(); i++) {
                for (Region region : segments.get(i).regions()) {
                    if (region instanceof Damage damage && reasons.contains(damage.reason())) {
                        damaged(verdict, replica, segments.get(i), damage, last.isBehind(i, damage));
                    }
                }
            }
        }
    }

    private static void damaged(Verdict verdict, ReplicaHistory replica, Scan segment, Damage damage, boolean followed) {
        Where where = Where.place(replica.replica().name(), segment.place(damage));
        if (damage.baseOffset().isPresent()) {
            where = where.atOffset(damage.baseOffset().getAsLong()).foundByPlace();
        }
        if (damage.epoch().isPresent() && damage.baseOffset().isPresent()) {
            where = where.inEpoch(damage.epoch().getAsInt());
        }
        String what = damage.reason() == Damage.Reason.TORN ? "batch runs past the end of the file" : "damaged batch";
        // A restart looks at checksums alone.
        boolean drops = followed && !damage.checksumSound();
        Severity end = damage.reason() == Damage.Reason.TORN ? NOTE : IRREGULAR;
        verdict.broken(drops ? VIOLATION : end, where, what, damage.field() + " " + damage.expected(),
            damage.field() + " " + damage.found() + (drops ? "; a restart of Kafka drops this and everything behind it" : ""));
    }

    /**
     * Up to where a region is followed by sound batches of the same copy or by another segment that holds anything: segment
     * index and position, so that each region is told by one comparison.
     */
    record LastSound(int segment, long position) {
        static LastSound of(List<Scan> segments) {
            int segment = 0;
            long position = -1;
            for (int i = 0; i < segments.size(); i++) {
                if (segments.get(i).length() > 0) {
                    segment = i;
                    position = -1;
                }
                for (Region region : segments.get(i).regions()) {
                    if (region instanceof Run) {
                        position = region.position();
                    }
                }
            }
            return new LastSound(segment, position);
        }

        boolean isBehind(int inSegment, Region region) {
            return inSegment < segment || inSegment == segment && region.position() < position;
        }
    }

    private static void zeros(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            List<Scan> segments = replica.scan().segments();
            LastSound last = LastSound.of(segments);
            for (int i = 0; i < segments.size(); i++) {
                verdict.examined();
                for (Region region : segments.get(i).regions()) {
                    if (region instanceof Zeros zeros) {
                        boolean followed = last.isBehind(i, zeros);
                        verdict.broken(followed ? VIOLATION : NOTE, Where.place(replica.replica().name(), segments.get(i).place(zeros)), "",
                            "the file to end with its last batch", zeros.length() + " zero bytes"
                                + (followed ? "; a restart of Kafka drops every segment behind them" : ", as a crash leaves them"));
                    }
                }
            }
        }
    }

    private static void decodable(ClusterInput input, Verdict verdict) {
        verdict.examined(records(input, false));
        damaged(input, verdict, EnumSet.of(Damage.Reason.UNDECODABLE, Damage.Reason.UNSUPPORTED));
        for (ClusterInput.Own own : input.lineages()) {
            Set<Long> lookalikes = new HashSet<>();
            own.events().stream().filter(s -> s.event() instanceof Event.Lookalike).forEach(s -> lookalikes.add(s.event().at().offset()));
            for (LogState.Sourced sourced : own.events()) {
                if (sourced.event() instanceof Event.Undecodable bad && !lookalikes.contains(bad.at().offset())) {
                    verdict.broken(Where.event(sourced), "record " + kind(bad), bad.expected(),
                        (bad.apiKey().isEmpty() ? "frame version or key " : "") + bad.found());
                }
            }
        }
        remarks(input, verdict, EnumSet.of(Remark.Kind.PREVIEW), IRREGULAR);
    }

    private static String kind(Event.Undecodable bad) {
        if (bad.apiKey().isEmpty()) {
            return "of unknown type";
        }
        int key = bad.apiKey().getAsInt();
        return key < 0 ? "of control type " + (-1 - key)
            : "of key " + key + (bad.version().isPresent() ? " version " + bad.version().getAsInt() : "");
    }

    private static void known(ClusterInput input, Verdict verdict) {
        Map<String, List<LogState.Sourced>> unknown = new LinkedHashMap<>();
        for (ClusterInput.Own own : input.lineages()) {
            own.events().forEach(s -> unknown(s, unknown));
        }
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (List<Scan> scans : List.of(replica.scan().checkpoints(), replica.scan().bootstraps())) {
                scans.forEach(scan -> scan.events().forEach(e -> unknown(new LogState.Sourced(e, replica.replica().name()), unknown)));
            }
        }
        verdict.examined(records(input, true));
        unknown.forEach((kind, records) -> {
            LogState.Sourced first = records.get(0);
            verdict.broken(Where.event(first), kind, "", (records.size() == 1 ? "1 record" : records.size() + " records, the first")
                + " of " + length(first.event()) + " bytes, kept and not read");
        });
        remarks(input, verdict, EnumSet.of(Remark.Kind.RECORD_VERSION, Remark.Kind.CONTROL_VERSION, Remark.Kind.UNKNOWN_TAGS), NOTE);
    }

    private static void unknown(LogState.Sourced sourced, Map<String, List<LogState.Sourced>> unknown) {
        if (sourced.event() instanceof Event.UnknownRecord record) {
            unknown.computeIfAbsent("key " + record.apiKey() + " version " + record.version(), k -> new ArrayList<>()).add(sourced);
        } else if (sourced.event() instanceof Event.UnknownControl control) {
            unknown.computeIfAbsent("control type " + control.type(), k -> new ArrayList<>()).add(sourced);
        }
    }

    private static int length(Event event) {
        return event instanceof Event.UnknownRecord record ? record.length() : ((Event.UnknownControl) event).length();
    }

    /** Records in sound batches, of segments alone or of every file. */
    static long records(ClusterInput input, boolean everywhere) {
        return input.cluster().replicas().stream().flatMap(r -> (everywhere ? scans(r) : r.scan().segments()).stream())
            .flatMap(s -> s.regions().stream()).mapToLong(r -> r instanceof Run run ? run.records() : 0).sum();
    }

    private static void names(ClusterInput input, Verdict verdict) {
        input.cluster().replicas().forEach(replica -> verdict.examined(replica.scan().segments().size()));
        remarks(input, verdict, EnumSet.of(Remark.Kind.FILE_NAME), IRREGULAR);
    }

    private static void times(ClusterInput input, Verdict verdict) {
        verdict.examined(records(input, true));
        remarks(input, verdict, EnumSet.of(Remark.Kind.TIME_NONE, Remark.Kind.TIME_ABSURD), NOTE);
    }

    /** An empty last segment is sound behind a rolled one, and where a checkpoint that was downloaded ends. */
    private static void empty(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            List<Scan> segments = replica.scan().segments();
            for (int i = 0; i < segments.size(); i++) {
                verdict.examined();
                if (segments.get(i).length() > 0) {
                    continue;
                }
                String name = segments.get(i).file().name();
                String number = name.substring(name.lastIndexOf('/') + 1).split("\\.")[0];
                boolean rolled = i == segments.size() - 1 && i > 0 && number.equals(padded(replica.line().endOffset()));
                boolean downloaded = replica.checkpoints().stream().anyMatch(c -> number.equals(padded(c.id().endOffset())));
                // A leader notes its epoch at the end of its log before it appends the first record.
                long epochs = replica.scan().leaderEpochs().flatMap(r -> r.value()).map(e -> e.starts().size() == 1
                    && number.equals(padded(e.starts().get(0).startOffset())) ? 0L : e.starts().size()).orElse(0L);
                if (!rolled && !downloaded) {
                    verdict.broken(epochs > 0 || segments.size() > 1 ? IRREGULAR : NOTE, Where.file(replica.replica().name(), segments.get(i).file()),
                        "segment", "records", "0 bytes" + (epochs > 0 ? ", while leader-epoch-checkpoint has " + epochs + " epochs" : ""));
                }
            }
        }
    }

    private static String padded(long offset) {
        return String.format(java.util.Locale.ROOT, "%020d", offset);
    }

    private static void form(ClusterInput input, Verdict verdict) {
        verdict.examined(records(input, true));
        remarks(input, verdict, EnumSet.of(Remark.Kind.ATTRIBUTES, Remark.Kind.COMPRESSED, Remark.Kind.EMPTY_BATCH, Remark.Kind.PRODUCER,
            Remark.Kind.MAX_TIMESTAMP, Remark.Kind.RECORD_ATTRIBUTES, Remark.Kind.TIMESTAMP_DELTA, Remark.Kind.OFFSET_DELTA,
            Remark.Kind.HEADERS, Remark.Kind.DATA_KEY, Remark.Kind.CONTROL_KEY), IRREGULAR);
    }

    /** One finding for each kind of remark in a file, at the first of them. */
    static void remarks(ClusterInput input, Verdict verdict, Set<Remark.Kind> kinds, Severity severity) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (Scan scan : scans(replica)) {
                for (Remark.Kind kind : kinds) {
                    scan.remarks().stream().filter(r -> r.kind() == kind).findFirst().ifPresent(first -> {
                        long count = scan.remarkCounts().getOrDefault(kind, 1L);
                        String more = count > 1 ? ", the first of " + count + " in this file" : "";
                        Where where = replica.scan().segments().contains(scan) ? Where.record(replica.replica().name(), first.at())
                            : Where.inCheckpoint(replica.replica().name(), first.at());
                        verdict.broken(severity, where, subject(kind), first.expected()
                            + (kind == Remark.Kind.FILE_NAME ? ", as the file is named" : ""), first.found() + more);
                    });
                }
            }
        }
    }

    private static String subject(Remark.Kind kind) {
        return switch (kind) {
            case ATTRIBUTES -> "attributes of the batch";
            case COMPRESSED -> "compression of the batch";
            case EMPTY_BATCH -> "records of the batch";
            case PRODUCER -> "producer of the batch";
            case MAX_TIMESTAMP -> "maxTimestamp of the batch";
            case RECORD_ATTRIBUTES -> "attributes of the record";
            case TIMESTAMP_DELTA -> "timestamp delta of the record";
            case OFFSET_DELTA -> "offset delta of the record";
            case HEADERS -> "headers of the record";
            case DATA_KEY -> "key of the data record";
            case CONTROL_KEY -> "key of the control record";
            case CONTROL_VERSION -> "version of the control record";
            case RECORD_VERSION -> "version of the record";
            case UNKNOWN_TAGS -> "tagged fields of the record";
            case TIME_BACK, TIME_NONE, TIME_ABSURD -> "timestamp";
            case FILE_NAME -> "offset of the first batch";
            case PREVIEW -> "frame version of the record";
        };
    }

    private static void leftOver(ClusterInput input, Verdict verdict) {
        for (ReplicaHistory replica : input.cluster().replicas()) {
            for (CapturedFile file : replica.scan().directory().files()) {
                verdict.examined();
                if (LEFT_OVER.contains(file.kind())) {
                    verdict.broken(Where.file(replica.replica().name(), file), "", "",
                        file.note().isEmpty() ? file.kind().description() : file.note());
                }
            }
        }
    }
}
