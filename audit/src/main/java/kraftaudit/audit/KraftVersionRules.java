package kraftaudit.audit;

import static kraftaudit.audit.Severity.VIOLATION;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kraftaudit.reader.Event;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Cause;
import kraftaudit.replay.CheckpointFacts;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Step;
import kraftaudit.replay.VoterSet;

/** V06, V08, V09 and V14: kraft.version, and the voters beside it. */
final class KraftVersionRules {
    /** The one level that is ever recorded: dynamic voters (KIP-853). A static quorum has level 0 by having no record. */
    private static final int DYNAMIC = 1;

    private KraftVersionRules() {
    }

    static void noFeature(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (LogState.Sourced sourced : own.events()) {
                if (sourced.event() instanceof Event.FeatureLevel feature) {
                    verdict.examined();
                    if (feature.name().equals("kraft.version")) {
                        verdict.broken(Where.event(sourced), "FeatureLevelRecord kraft.version " + feature.level(),
                            "a KRaftVersion control record", "a data record, which Kafka ignores");
                    }
                }
            }
        }
    }

    // ---- V08 ----

    static void together(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            boolean told = false;
            for (VoterSets.ControlBatch batch : VoterSets.batches(own)) {
                Step<Integer> level = own.branch().state().kraftVersion().at(batch.lastOffset());
                Step<VoterSet> voters = own.branch().state().voters().at(batch.lastOffset());
                verdict.examined();
                if (!level.known() || !voters.known()) {
                    verdict.undecided("whether voters and kraft.version were recorded together up to offset " + batch.lastOffset()
                        + ", as the log is not all here");
                } else if (!told && !batch.voters().isEmpty() && level.value().orElse(0) < DYNAMIC) {
                    // A level that goes down beside voters recorded before is for V09 to tell.
                    told = true;
                    verdict.broken(Where.event(batch.first()), "voters record", "a KRaftVersion record before or beside it",
                        "kraft.version " + level.value().orElse(0) + (level.value().isEmpty() ? ", not recorded" : ""));
                } else if (!told && voters.value().isEmpty() && level.value().orElse(0) == DYNAMIC) {
                    told = true;
                    verdict.broken(Where.event(batch.first()), "kraft.version " + level.value().get(), "a voters record by the end of the batch", "no voters are recorded");
                }
            }
        }
        VoterSets.checkpoints(input).stream().filter(CheckpointFacts::usable).forEach(checkpoint -> together(verdict, checkpoint));
        verdict.otherwise("no kraft.version and no voters are recorded");
    }

    private static void together(Verdict verdict, CheckpointFacts checkpoint) {
        int level = checkpoint.kraftVersion().orElse(0);
        if (checkpoint.voters().isPresent() || checkpoint.kraftVersion().isPresent()) {
            verdict.examined();
        }
        if (checkpoint.voters().isPresent() && level < DYNAMIC) {
            verdict.broken(VoterSets.votersRecord(checkpoint), "voters record", "a KRaftVersion record before it",
                "kraft.version " + level + (checkpoint.kraftVersion().isEmpty() ? ", not recorded" : ""));
        } else if (checkpoint.voters().isEmpty() && level == DYNAMIC && checkpoint.id().endOffset() > 0) {
            // The zero checkpoint of a controller that is to join later has none.
            verdict.broken(VoterSets.record(checkpoint, Event.KRaftVersion.class), "kraft.version " + level,
                "a voters record beside it", "no voters are recorded");
        }
    }

    // ---- V09 ----

    static void known(ClusterInput input, Verdict verdict) {
        for (ClusterInput.Own own : input.lineages()) {
            for (LogState.Sourced sourced : own.events()) {
                if (sourced.event() instanceof Event.KRaftVersion version) {
                    verdict.examined();
                    Step<Integer> before = own.branch().state().kraftVersion().at(version.at().offset() - 1);
                    known(verdict, Where.event(sourced), version.level(), before.value());
                }
            }
        }
        for (CheckpointFacts checkpoint : VoterSets.checkpoints(input)) {
            if (checkpoint.kraftVersion().isPresent()) {
                verdict.examined();
                known(verdict, VoterSets.record(checkpoint, Event.KRaftVersion.class), checkpoint.kraftVersion().getAsInt(), Optional.empty());
            }
        }
        verdict.otherwise("no kraft.version is recorded");
    }

    private static void known(Verdict verdict, Where where, int level, Optional<Integer> before) {
        if (before.filter(b -> level < b).isPresent()) {
            verdict.broken(where, "kraft.version " + level, before.get() + " or above, as a level never goes down", "down from " + before.get());
        } else if (level != DYNAMIC) {
            verdict.broken(where, "kraft.version " + level, "level " + DYNAMIC + ", the only one that is ever recorded",
                level > DYNAMIC ? "an unknown level" : level == 0 ? "level 0, which a static quorum has without a record" : "no such level");
        }
    }

    // ---- V14 ----

    static void supported(ClusterInput input, Verdict verdict) {
        Set<Map.Entry<VoterSet, Integer>> seen = new HashSet<>();
        for (ClusterInput.Own own : input.lineages()) {
            LogState state = own.branch().state();
            for (VoterSets.ControlBatch batch : VoterSets.batches(own)) {
                Step<Integer> level = state.kraftVersion().at(batch.lastOffset());
                Step<VoterSet> voters = state.voters().at(batch.lastOffset());
                if (!level.known()) {
                    verdict.undecided("whether the voters recorded at " + batch.lastOffset() + " support the kraft.version in force, which is not known");
                } else if (level.value().isPresent() && voters.value().isPresent() && seen.add(Map.entry(voters.value().get(), level.value().get()))) {
                    supported(verdict, Where.event(batch.first()), voters.value().get(), level.value().get());
                }
            }
            for (Step<VoterSet> step : state.voters().steps()) {
                Step<Integer> level = state.kraftVersion().at(step.offset());
                if (step.record().kind() != Cause.Kind.RECORD && step.value().isPresent() && level.value().isPresent() && own.has(step.offset())
                    && seen.add(Map.entry(step.value().get(), level.value().get()))) {
                    supported(verdict, Where.cause(step.record()), step.value().get(), level.value().get());
                }
            }
        }
        for (CheckpointFacts checkpoint : VoterSets.checkpoints(input)) {
            if (checkpoint.voters().isPresent() && checkpoint.kraftVersion().isPresent()
                && seen.add(Map.entry(checkpoint.voters().get(), checkpoint.kraftVersion().getAsInt()))) {
                supported(verdict, VoterSets.votersRecord(checkpoint), checkpoint.voters().get(), checkpoint.kraftVersion().getAsInt());
            }
        }
        verdict.otherwise("no kraft.version and no voters are recorded");
    }

    /** Of an unknown level nobody can say what supporting it means. */
    private static void supported(Verdict verdict, Where where, VoterSet set, int level) {
        if (level != 0 && level != DYNAMIC) {
            return;
        }
        for (Voter voter : set.voters()) {
            verdict.examined();
            if (!voter.kraftVersion().contains(level)) {
                verdict.broken(VIOLATION, where, "voter " + voter.id(), "a range that contains kraft.version " + level + ", which is in force",
                    "it supports " + voter.kraftVersion().min() + " to " + voter.kraftVersion().max());
            }
        }
    }
}
