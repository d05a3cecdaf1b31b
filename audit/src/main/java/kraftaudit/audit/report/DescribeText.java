package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kraftaudit.audit.Described;
import kraftaudit.audit.Description;
import kraftaudit.audit.ReplicaState;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.audit.Strain;
import kraftaudit.audit.Transition;
import kraftaudit.reader.Voter;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSpan;

/** {@code describe} in the layout of {@code kafka-metadata-quorum describe}, with what the answer rests on below it. */
public final class DescribeText {
    private static final String UNKNOWN = "unknown";
    private static final int NAME = 24;

    private DescribeText() {
    }

    /** Which parts are asked for. */
    public enum Part { BOTH, STATUS, REPLICATION }

    /**
     * The answers of one cluster.
     *
     * @param several whether other clusters are described too, so that each answer says whose it is
     */
    public static void render(Page page, Described described, Part part, boolean several) {
        CaptureHistory cluster = described.cluster();
        if (described.answers().isEmpty()) {
            page.line(0, 2, "Cluster " + name(cluster) + ": no copy holds a log or a checkpoint, so nothing can be described");
        }
        boolean first = true;
        for (Description answer : described.answers()) {
            if (!first) {
                page.blank();
            }
            first = false;
            if (several || described.answers().size() > 1) {
                page.line(0, 2, "Cluster " + name(cluster) + ", " + ChangesText.named(answer.branch()));
                page.blank();
            }
            if (part != Part.REPLICATION) {
                status(page, cluster, answer);
            }
            if (part == Part.BOTH) {
                page.blank();
            }
            if (part != Part.STATUS) {
                replication(page, answer);
            }
            basis(page, answer, described.strains(), described.stopped());
        }
    }

    private static String name(CaptureHistory cluster) {
        return Words.clusterId(cluster).isEmpty() ? "of unknown id" : Words.clusterId(cluster);
    }

    // ---- --status ----

    private static void status(Page page, CaptureHistory cluster, Description answer) {
        field(page, "ClusterId", cluster.clusterIds().isEmpty() ? UNKNOWN : String.join(", ", cluster.clusterIds()));
        field(page, "LeaderId", answer.leader().map(l -> Integer.toString(l.id())).orElse(UNKNOWN));
        field(page, "LeaderEpoch", answer.leaderEpoch().isPresent() ? Integer.toString(answer.leaderEpoch().getAsInt()) : UNKNOWN);
        field(page, "HighWatermark", text(answer.answered()));
        field(page, "MaxFollowerLag", text(answer.maxFollowerLag()));
        field(page, "MaxFollowerLagTimeMs", UNKNOWN);
        nodes(page, "CurrentVoters", answer.current().voters().map(DescribeText::voters));
        nodes(page, "CommittedVoters", Optional.of(committed(answer.committed())));
        nodes(page, "CurrentObservers", answer.current().voters().map(known -> answer.observers().stream()
            .map(o -> node(o.id(), o.directoryId().map(Object::toString), List.of())).toList()));
    }

    private static void field(Page page, String name, String value) {
        page.line(0, NAME, name + ":" + " ".repeat(NAME - name.length() - 1) + value);
    }

    /** A list in one line where it fits, else one node a line. */
    private static void nodes(Page page, String name, Optional<List<String>> nodes) {
        String line = nodes.map(list -> String.join(", ", list)).orElse(UNKNOWN);
        if (nodes.isEmpty() || NAME + line.length() + 2 <= page.width()) {
            field(page, name, nodes.isEmpty() ? line : "[" + line + "]");
            return;
        }
        List<String> list = nodes.get();
        for (int i = 0; i < list.size(); i++) {
            String node = (i == 0 ? "[" : " ") + list.get(i) + (i == list.size() - 1 ? "]" : ",");
            if (i == 0) {
                field(page, name, node);
            } else {
                page.line(NAME, NAME + 1, node);
            }
        }
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : UNKNOWN;
    }

    private static List<String> committed(Description.Committed committed) {
        return committed instanceof Description.Recorded recorded ? recorded.span().voters().map(DescribeText::voters).orElse(List.of()) : List.of();
    }

    private static List<String> voters(VoterSet set) {
        return set.voters().stream().map(DescribeText::voter).toList();
    }

    private static String voter(Voter voter) {
        return node(voter.id(), voter.directoryId().isZero() ? Optional.empty() : Optional.of(voter.directoryId().toString()),
            voter.endpoints().stream().map(Object::toString).toList());
    }

    /** The quotes and blanks of Kafka's tool. */
    private static String node(int id, Optional<String> directoryId, List<String> endpoints) {
        return "{\"id\": " + id + ", \"directoryId\": " + directoryId.map(d -> "\"" + d + "\"").orElse("null")
            + (endpoints.isEmpty() ? "" : ", \"endpoints\": " + endpoints.stream().map(e -> "\"" + e + "\"").collect(Collectors.joining(", ", "[", "]"))) + "}";
    }

    // ---- --replication ----

    /** In one sign where it is not known: the row would be too long otherwise. */
    private static String lag(ReplicaState replica) {
        return replica.lag().isPresent() ? Long.toString(replica.lag().getAsLong()) : "-";
    }

    private static void replication(Page page, Description answer) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("NodeId", "DirectoryId", "LogEndOffset", "Lag", "LastFetchTimestamp", "LastCaughtUpTimestamp", "Status"));
        for (ReplicaState replica : answer.replicas()) {
            String missing = replica.sentinel() ? "-1" : UNKNOWN;
            rows.add(List.of(Integer.toString(replica.id()), replica.directoryId().map(Object::toString).orElse("-"),
                replica.sentinel() ? "-1" : text(replica.logEndOffset()), lag(replica), missing, missing, replica.role().word()));
        }
        page.compact(rows);
    }

    // ---- what it rests on ----

    private static void basis(Page page, Description answer, List<Strain> strains, Optional<StoppedAnswer> stopped) {
        page.heading("What this rests on");
        highWatermark(page, answer);
        if (answer.committed() instanceof Description.Empty empty) {
            page.line(2, 6, "CommittedVoters is empty: " + empty.why());
            answer.bounds().exposedVoters().filter(span -> answer.asked().isEmpty())
                .ifPresent(span -> page.line(6, 8, "last that a leader is proven to have exposed: " + set(span) + ", at high watermark " + answer.bounds().exposedEnd()));
        } else if (answer.committed() instanceof Description.Recorded recorded) {
            page.line(2, 6, "CommittedVoters is " + set(recorded.span()) + ", " + recorded.span().status().map(Enum::name).orElse(UNKNOWN));
        } else if (answer.committed() instanceof Description.Fixed fixed) {
            page.line(2, 6, "CommittedVoters is empty: a static quorum has no voters record; its voters are " + set(fixed.span()) + " by "
                + fixed.span().why() + ". What a server would answer here is not settled.");
        }
        durable(page, answer);
        page.line(2, 6, "CurrentVoters: " + (answer.current().fixed() ? "static, " : "") + answer.current().source()
            + (answer.asked().isPresent() ? "; the last that was surely appended when the high watermark was " + answer.highWatermark() : "")
            + answer.pendingDifference().filter(d -> !d.isEmpty()).map(d -> "; against the committed voters: " + d.text()).orElse(""));
        pending(page, answer);
        ProofText.assumptions(page, 2, shown(answer), strains);
        stopped.ifPresent(found -> ChangesText.stopped(page, 2, found));
        notes(page, answer);
    }

    private static void highWatermark(Page page, Description answer) {
        long h = answer.highWatermark();
        if (h == 0) {
            page.line(2, 6, answer.asked().isPresent() ? "HighWatermark 0: nothing is committed below it" : "no proof shows any high watermark");
            return;
        }
        String what = answer.asked().isPresent() ? "HighWatermark " + h + ", as asked for" : "highest high watermark that a leader is proven to have exposed: " + h;
        Status status = answer.status().orElse(Status.UNPROVEN);
        page.line(2, 6, what + (answer.asked().isEmpty() ? "" : answer.exposed() ? "; a leader is proven to have exposed it or a higher one"
            : status == Status.PROVEN ? "; no leader is proven to have exposed it, but what lies below can no longer be lost"
            : "; what lies below it is " + status + ": this is what would have been answered, had it been exposed"));
        shownFor(answer).forEach(p -> page.line(6, 8, p.kind() + ", " + ProofText.proves(p.kind()) + ": " + ProofText.shownBy(p)));
    }

    private static List<Proof> shownFor(Description answer) {
        return answer.proofs().stream().filter(p -> p.kind().exposed() || !answer.exposed()).toList();
    }

    /** Every proof that is named in the text. */
    private static List<Proof> shown(Description answer) {
        return Stream.concat(shownFor(answer).stream(), answer.bounds().durableProofs().stream()).distinct().toList();
    }

    private static void durable(Page page, Description answer) {
        Description.Bounds bounds = answer.bounds();
        if (bounds.durableEnd() > Math.max(bounds.exposedEnd(), answer.highWatermark())) {
            page.line(2, 6, "what lies below " + bounds.durableEnd() + " can no longer be lost"
                + bounds.durableVoters().map(span -> "; committed voters there: " + set(span)).orElse(""));
            bounds.durableProofs().stream().filter(p -> !shownFor(answer).contains(p)).forEach(p -> page.line(6, 8, p.kind() + ": " + ProofText.shownBy(p)));
        }
    }

    /** Ids, and where the set is from. */
    private static String set(VoterSpan span) {
        String ids = span.voters().map(Words::ids).orElse(UNKNOWN);
        return switch (span.source()) {
            case VOTERS_RECORD -> ids + " of the voters record at " + span.record().map(r -> Long.toString(r.offset())).orElse("?");
            case CHECKPOINT -> ids + " of a checkpoint" + span.record().filter(r -> r.offset() >= 0).map(r -> " that ends at " + (r.offset() + 1))
                .orElse(", the one that a node was formatted with");
            case STATIC -> ids + " (static)";
            case UNKNOWN -> UNKNOWN;
        };
    }

    private static void pending(Page page, Description answer) {
        for (Transition change : answer.pending()) {
            page.line(2, 6, "above this high watermark: " + ChangesText.appended(change) + ": " + ChangesText.what(change.change()) + "; " + change.status());
        }
    }

    private static void notes(Page page, Description answer) {
        for (ReplicaState replica : answer.replicas()) {
            if (!replica.note().isEmpty()) {
                page.line(2, 6, "node " + replica.id() + ": " + replica.note());
            }
        }
        if (answer.replicas().stream().anyMatch(ReplicaState::sentinel)) {
            page.line(2, 6, "Committed: a committed voter that is neither a current voter nor an observer; -1 stands for what no leader knows of it (KIP-1204)");
        }
        page.line(2, 6, "observers are copies here that are no current voter, and brokers that are registered and not fenced; whom a leader "
            + "had seen within five minutes is in no file");
        page.line(2, 6, answer.asked().isPresent()
            ? "unknown: log ends, fetch times and acknowledgements of that moment are in no file"
            : "LogEndOffset and Lag are those of the copies, against the longest one here; fetch times and acknowledgements are in no file");
    }
}
