package kraftaudit.audit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import kraftaudit.audit.Strain;
import kraftaudit.reader.Place;
import kraftaudit.replay.Assumption;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ProofKind;

/** What a proof shows, by what, and on which conditions, in words. */
final class ProofText {
    private ProofText() {
    }

    /** What the kind proves, a clause without a full stop. */
    static String proves(ProofKind kind) {
        return kind == ProofKind.OPERATOR ? "you say that a leader had exposed it"
            : kind.exposed() ? "a leader had exposed it" : "it can no longer be lost";
    }

    /** What each kind among some proofs proves, once. */
    static void meaning(Page page, int indent, List<Proof> proofs) {
        Map<String, Set<String>> kinds = new LinkedHashMap<>();
        proofs.stream().map(Proof::kind).distinct().sorted().forEach(kind -> kinds.computeIfAbsent(proves(kind), k -> new LinkedHashSet<>()).add(kind.name()));
        if (!kinds.isEmpty()) {
            page.line(indent, indent + 4, kinds.entrySet().stream().map(e -> String.join(", ", e.getValue())
                + (e.getValue().size() == 1 ? " proves that " : " prove that ") + e.getKey()).collect(Collectors.joining("; ")));
        }
    }

    /** By what it is shown: copies, offset, file and position. */
    static String shownBy(Proof proof) {
        return switch (proof.kind()) {
            case CHECKPOINT -> "the name of checkpoint " + named(proof) + " on " + copies(proof.evidence()) + places(proof.evidence());
            case LOG_START -> "the log start of " + copies(proof.evidence()) + places(proof.evidence());
            case EPOCH_DATA -> "data of epoch " + epoch(proof) + records(proof);
            case LATER_CHANGE -> "a later voters record" + records(proof);
            case BROKER_EVENT -> "a broker or controller that had seen it committed" + records(proof);
            case MAJORITY -> "logs of a majority of the voters, " + ends(proof) + ", still in epoch " + epoch(proof) + " by "
                + files(proof.evidence());
            case WHOLE_QUORUM -> "the stopped logs of all voters, " + ends(proof) + " (" + files(proof.evidence()) + ")";
            case OPERATOR -> "--high-watermark " + proof.endOffset();
        };
    }

    /** The end offset in a checkpoint's name. On a branch that parts below it the proof covers less. */
    private static long named(Proof proof) {
        return proof.evidence().stream().flatMapToLong(e -> e.offset().stream()).map(offset -> offset + 1).findFirst().orElse(proof.endOffset());
    }

    private static String epoch(Proof proof) {
        return proof.epoch().isPresent() ? Integer.toString(proof.epoch().getAsInt()) : "unknown";
    }

    private static String records(Proof proof) {
        OptionalLong offset = proof.evidence().stream().flatMapToLong(e -> e.offset().stream()).findFirst();
        return (offset.isPresent() ? ", record " + offset.getAsLong() : "") + " on " + copies(proof.evidence()) + places(proof.evidence());
    }

    private static String copies(List<Evidence> evidence) {
        return evidence.stream().map(Evidence::replica).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static String ends(Proof proof) {
        return proof.evidence().stream().filter(e -> e.offset().isPresent())
            .map(e -> e.replica() + " to " + (e.offset().getAsLong() + 1)).distinct().sorted().collect(Collectors.joining(", "));
    }

    /** The first place in full; the others are the same bytes on other copies, or files whose names say what they are. */
    private static String places(List<Evidence> evidence) {
        Optional<Place> first = evidence.stream().map(Evidence::place).filter(place -> !place.file().isEmpty()).findFirst();
        return first.map(place -> " (" + Words.place(place) + ")").orElse("");
    }

    private static String files(List<Evidence> evidence) {
        return evidence.stream().map(e -> e.place().file()).filter(file -> !file.isEmpty()).distinct().sorted().collect(Collectors.joining(", "));
    }

    /** Milliseconds as seconds, such as {@code 1.593 s}. */
    static String seconds(long ms) {
        String rest = Long.toString(Math.abs(ms % 1000));
        return (ms < 0 ? "-" : "") + Math.abs(ms / 1000) + "." + "0".repeat(3 - rest.length()) + rest + " s";
    }

    /** The assumptions of some proofs, and under each how this capture strains it. */
    static void assumptions(Page page, int indent, List<Proof> proofs, List<Strain> strains) {
        assumptions(proofs, strains).forEach(line -> page.line(indent, indent + 4, line));
    }

    /** The assumptions of some proofs in one line, then a line for each way in which this capture strains them. */
    static List<String> assumptions(List<Proof> proofs, List<Strain> strains) {
        Set<Assumption> taken = new LinkedHashSet<>();
        proofs.forEach(proof -> taken.addAll(proof.assumptions()));
        if (taken.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("taken for granted: " + taken.stream().sorted().map(Assumption::text).collect(Collectors.joining("; ")));
        Map<String, Set<String>> strained = new LinkedHashMap<>();
        for (Strain strain : strains) {
            boolean used = proofs.stream().anyMatch(proof -> !Strain.of(proof, List.of(strain)).isEmpty());
            if (used) {
                strained.computeIfAbsent((strain.copy().isEmpty() ? "" : strain.copy() + ": ") + strain.why(), key -> new LinkedHashSet<>())
                    .add(strain.assumption().text());
            }
        }
        strained.forEach((why, assumptions) -> lines.add("strained here, as " + why + ": " + String.join("; ", assumptions)));
        return lines;
    }
}
