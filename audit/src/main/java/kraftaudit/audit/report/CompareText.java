package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kraftaudit.audit.BranchContent;
import kraftaudit.audit.BranchName;
import kraftaudit.audit.Comparison;
import kraftaudit.audit.PairOfCopies;
import kraftaudit.audit.Recovery;
import kraftaudit.audit.TopicClash;
import kraftaudit.audit.Transition;
import kraftaudit.audit.Transitions;
import kraftaudit.reader.RecordAt;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Status;

/** {@code compare} for people: which copy to recover from, then where the copies agree and part. */
public final class CompareText {
    /** Notable records of a branch that are shown; CSV and JSON have more. */
    private static final int SHOWN = 20;

    private CompareText() {
    }

    /** All clusters, then what they have to do with each other. */
    public static void render(Page page, List<Comparison> clusters, List<Comparison.Unrelated> unrelated) {
        for (int i = 0; i < clusters.size(); i++) {
            if (i > 0) {
                page.blank();
            }
            cluster(page, clusters.get(i));
        }
        unrelated.forEach(shared -> unrelated(page, shared));
    }

    private static void cluster(Page page, Comparison comparison) {
        CaptureHistory cluster = comparison.cluster();
        String id = Words.clusterId(cluster);
        page.line(0, 2, (id.isEmpty() ? "Cluster of unknown id" : "Cluster " + id) + ": " + Words.count(cluster.replicas().size(), "copy", "copies")
            + ", " + histories(cluster)
            + (cluster.conflict() ? ", and proofs that exclude each other" : ""));
        RecoveryText.render(page, comparison);
        page.heading("Where the copies agree and part");
        if (cluster.replicas().size() < 2) {
            page.line(2, 4, "one copy alone: there is nothing to compare it with");
        }
        partings(page, comparison.pairs());
        cluster.branches().forEach(branch -> together(page, cluster, branch, comparison));
        odd(page, comparison);
        for (BranchContent content : comparison.branches()) {
            // a branch of checkpoints alone has no records to show
            if (comparison.branches().size() > 1 && content.records() > 0) {
                content(page, content, cluster.branches().stream().filter(branch -> BranchName.of(branch).equals(content.branch()))
                    .findFirst().map(branch -> Transitions.of(cluster, branch)).orElse(List.of()));
            }
        }
        clashes(page, comparison.clashes());
    }

    private static String histories(CaptureHistory cluster) {
        long parted = cluster.branches().stream().filter(branch -> !branch.apart()).count();
        return parted > 1 ? parted + " branches" : parted == cluster.branches().size() ? "one history" : "one history as far as they share offsets";
    }

    // ---- pairs ----

    /** One line for each place where copies part, however many copies are on either side. */
    private static void partings(Page page, List<PairOfCopies> pairs) {
        Map<String, Parting> partings = new LinkedHashMap<>();
        for (PairOfCopies pair : pairs) {
            pair.divergence().ifPresent(parted -> {
                boolean older = parted.one().epoch() <= parted.other().epoch();
                String key = parted.offset() + " " + Math.min(parted.one().epoch(), parted.other().epoch()) + " "
                    + Math.max(parted.one().epoch(), parted.other().epoch());
                Parting parting = partings.computeIfAbsent(key, k -> new Parting(parted.offset(), older ? parted.one() : parted.other(),
                    older ? parted.other() : parted.one(), new TreeSet<>(), new TreeSet<>()));
                parting.lowCopies().add(older ? pair.one() : pair.other());
                parting.highCopies().add(older ? pair.other() : pair.one());
            });
        }
        partings.values().forEach(parting -> {
            page.line(Page.Mark.BAD, "PARTED", 2, 6, " at offset " + parting.offset() + ": " + String.join(", ", parting.lowCopies()) + " from "
                + String.join(", ", parting.highCopies()));
            page.line(6, 8, String.join(", ", parting.lowCopies()) + ": " + side(parting.low()));
            page.line(6, 8, String.join(", ", parting.highCopies()) + ": " + side(parting.high()));
        });
    }

    private record Parting(long offset, PairOfCopies.Side low, PairOfCopies.Side high, TreeSet<String> lowCopies, TreeSet<String> highCopies) {
    }

    private static String side(PairOfCopies.Side side) {
        return "epoch " + side.epoch() + (side.leader().isPresent() ? " of leader " + side.leader().getAsInt() : "")
            + (side.timestamp() >= 0 ? ", " + Times.shown(side.timestamp()) : "") + side.place().map(place -> ", " + Words.place(place)).orElse("");
    }

    /** Each copy of a branch beside the one that goes furthest. */
    private static void together(Page page, CaptureHistory cluster, Branch branch, Comparison comparison) {
        if (branch.replicas().size() < 2) {
            return;
        }
        String longest = comparison.recovery().ranking().stream().filter(r -> branch.replicas().contains(r.copy()))
            .filter(r -> r.endOffset() == branch.line().endOffset()).map(Recovery.Ranked::copy).findFirst().orElse(branch.replicas().get(0));
        List<String> same = new ArrayList<>(List.of(longest));
        List<PairOfCopies> shorter = new ArrayList<>();
        List<String> apart = new ArrayList<>();
        for (PairOfCopies pair : comparison.pairs()) {
            boolean involved = pair.one().equals(longest) && branch.replicas().contains(pair.other())
                || pair.other().equals(longest) && branch.replicas().contains(pair.one());
            String other = pair.one().equals(longest) ? pair.other() : pair.one();
            if (involved && pair.relation() == PairOfCopies.Relation.SAME_END) {
                same.add(other);
            } else if (involved && pair.relation() == PairOfCopies.Relation.NOTHING_SHARED) {
                apart.add(other);
            } else if (involved && pair.relation() != PairOfCopies.Relation.DIVERGED) {
                shorter.add(pair);
            }
        }
        if (same.size() > 1) {
            page.line(2, 6, same.stream().sorted().collect(Collectors.joining(", ")) + " end alike at " + branch.line().endOffset());
        }
        shorter.forEach(pair -> {
            boolean oneLonger = pair.one().equals(longest);
            page.line(2, 6, (oneLonger ? pair.other() : pair.one()) + " is an earlier state of " + longest + ": it ends at "
                + (oneLonger ? pair.otherEnd() : pair.oneEnd()) + ", " + Words.count(pair.ahead(), "record") + " short"
                + (pair.aheadMs().isPresent() ? " and " + ProofText.seconds(pair.aheadMs().getAsLong()) + " earlier" : "")
                + (cluster.options().stopped() ? "" : "; skew between copies or a follower behind, no divergence"));
        });
        List<String> bare = branch.replicas().stream().filter(name -> cluster.replica(name).filter(copy -> copy.line().isEmpty()).isPresent()).sorted().toList();
        apart.removeAll(bare);
        if (!bare.isEmpty()) {
            page.line(2, 6, String.join(", ", bare) + (bare.size() == 1 ? " holds" : " hold") + " checkpoints and no log");
        }
        if (!apart.isEmpty()) {
            page.line(2, 6, String.join(", ", apart) + (apart.size() == 1 ? " shares" : " share") + " no offset with " + longest);
        }
    }

    private static void odd(Page page, Comparison comparison) {
        comparison.pairs().forEach(pair -> pair.unequal().ifPresent(unequal -> page.line(Page.Mark.BAD, "UNEQUAL", 2, 6, " " + pair.one() + " and "
            + pair.other() + " hold other bytes somewhere in offsets " + unequal.from() + " to " + (unequal.to() - 1)
            + " although offsets and epochs are alike: no legal history explains it")));
        for (Comparison.ClaimedTwice twice : comparison.claimed()) {
            page.line(Page.Mark.ODD, "NODE " + twice.nodeId(), 2, 6, (twice.oneDirectory() ? " is here in several states of one directory: "
                : " is here with several directories: ") + twice.claims().stream().map(claim -> claim.copy() + " ("
                + claim.directoryId().map(Object::toString).orElse("no directory id") + (claim.votes() ? ", named by a voters record" : "") + ")")
                .collect(Collectors.joining(", ")));
        }
        comparison.cluster().branches().stream().filter(branch -> branch.apart() && !branch.line().isEmpty()).forEach(branch -> page.line(2, 6,
            branch.replicas().stream().sorted().collect(Collectors.joining(", ")) + ": no shared offset shows whether its records from "
                + branch.line().startOffset() + " to " + (branch.line().endOffset() - 1) + " lie on the main branch"));
        Words.tiedByIdOnly(comparison.cluster()).ifPresent(line -> page.line(2, 6, line));
    }

    // ---- branches ----

    private static void content(Page page, BranchContent content, List<Transition> changes) {
        String copies = content.branch().copies().stream().sorted().collect(Collectors.joining(", "));
        page.heading((content.branch().main() ? "Main branch (" + copies + ")" : "Branch of " + copies) + " from offset " + content.from()
            + ": " + Words.count(content.records(), "record") + (content.branch().main() ? "" : ", " + content.status()
            + (content.status() != Status.PROVEN && content.proven() > 0 ? ", the first " + content.proven() + " PROVEN" : "")));
        page.line(2, 4, content.counts().entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).collect(Collectors.joining(", ")));
        int shown = 0;
        for (BranchContent.Notable record : content.notable()) {
            if (shown++ < SHOWN) {
                String what = changes.stream().filter(c -> c.offset() == record.at().offset()).findFirst()
                    .map(c -> ChangesText.what(c.change())).orElse(record.payload());
                page.line(2, 6, "offset " + record.at().offset() + ", epoch " + record.at().epoch() + ", " + Times.shown(record.at().timestamp()) + ": "
                    + record.type() + " " + what);
                page.line(6, 8, place(record.replica(), record.at()));
            }
        }
        long more = Math.max(0, content.notable().size() - SHOWN) + content.left();
        if (more > 0) {
            page.line(2, 6, Words.count(more, "more record") + " of this kind");
        }
        content.unread().forEach(line -> page.line(2, 6, line));
    }

    private static String place(String replica, RecordAt at) {
        return replica + ", " + Words.place(at.place());
    }

    private static void clashes(Page page, List<TopicClash> clashes) {
        if (clashes.isEmpty()) {
            return;
        }
        page.heading("Topics that two branches created under one name");
        for (TopicClash clash : clashes) {
            page.line(2, 6, clash.name());
            for (TopicClash.Created created : List.of(clash.one(), clash.other())) {
                page.line(6, 8, "id " + created.topicId() + " at offset " + created.at().offset() + ", epoch " + created.at().epoch() + " on "
                    + place(created.replica(), created.at()));
            }
        }
        page.line(2, 6, "brokers hold data under the id that they were told; what lies under the other id is orphaned once its branch is given up");
    }

    // ---- one id, several histories ----

    private static void unrelated(Page page, Comparison.Unrelated shared) {
        page.heading("One cluster id, " + shared.histories().size() + " histories");
        page.line(2, 6, "cluster id " + shared.clusterId() + " stands over histories that share no record: they are compared apart");
        for (Comparison.Told told : shared.histories()) {
            page.line(6, 8, String.join(", ", told.folders()) + ": last epoch " + (told.lastEpoch() < 0 ? "none" : told.lastEpoch()) + ", log end "
                + told.endOffset() + (told.voters().isEmpty() ? "" : ", voters " + numbers(told.voters())));
        }
        for (Comparison.Told told : shared.histories()) {
            shared.histories().stream().filter(other -> other != told && !told.votersGoneTo(other).isEmpty()).forEach(other ->
                page.line(Page.Mark.BAD, "ONLY HOLDER", 2, 6, ": " + "the voters "
                    + numbers(told.votersGoneTo(other)) + " of the history in " + String.join(", ", told.folders())
                    + " have another one here (" + String.join(", ", other.folders()) + "): their log was lost, or they were formatted anew; what it holds up to "
                    + told.endOffset() + " is in " + String.join(", ", told.folders()) + " alone, and an observer's log end proves no commitment"));
        }
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
