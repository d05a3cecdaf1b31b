package kraftaudit.audit;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kraftaudit.reader.NothingFound;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Schemas;
import kraftaudit.replay.ReplayOptions;
import kraftaudit.written.Batches;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.Samples;

/** Audits of written directories, from files to outcomes. */
final class Auditing {
    /** The built-in profiles: the default, and that of the draft. */
    static final Profile DEFAULT = Profiles.builtIn().get(0);
    static final Profile DRAFT = Profiles.builtIn().get(1);
    /** With 59 seconds more, the time of the last batch of {@link #log}. */
    static final long TIME = 1_795_982_889_723L;
    /** The one segment of {@link #log}: offsets 0 to 59, epoch 6, metadata.version 21, a static quorum. */
    static final String SEGMENT = "__cluster_metadata-0/00000000000000000000.log";

    private Auditing() {
    }

    /** A real log directory of a static quorum with batches appended; they begin at offset 60, in epoch 6. */
    static NodeDirectory log(byte[]... batches) {
        NodeDirectory node = NodeDirectory.read(Samples.folder("static-3.9").resolve("node2"));
        return node.file(SEGMENT, Batches.join(node.bytes(SEGMENT), Batches.join(batches)));
    }

    /** One data batch behind {@link #log}. */
    static byte[] data(long baseOffset, byte[]... values) {
        return Batches.data(baseOffset, 6, TIME + 1000 * baseOffset, values);
    }

    static AuditReport audit(Path folder, Profile profile) throws NothingFound {
        return Audit.audit(Pipe.load(List.of(folder), new Pipe.Settings(profile, Schemas.builtIn(), ReplayOptions.NONE, 1)));
    }

    static AuditReport audit(Path folder, Profile profile, NodeDirectory node) throws NothingFound {
        return audit(node.write(folder.resolve("node2")), profile);
    }

    static Outcome outcome(AuditReport report, String rule) {
        return report.outcomes().stream().filter(o -> o.rule().id().equals(rule)).map(RuleOutcome::outcome).findFirst().orElseThrow();
    }

    /** The word of an outcome. */
    static String word(AuditReport report, String rule) {
        return outcome(report, rule).word();
    }

    static List<Finding> findings(AuditReport report, String rule) {
        return report.findings().stream().filter(f -> f.ruleId().equals(rule)).toList();
    }

    /** The only finding of a rule. */
    static Finding finding(AuditReport report, String rule) {
        List<Finding> findings = findings(report, rule);
        if (findings.size() != 1) {
            throw new AssertionError(rule + ": " + findings + " among " + report.findings());
        }
        return findings.get(0);
    }

    static String message(Finding finding) {
        return Rules.find(finding.ruleId()).orElseThrow().message(finding);
    }

    /** Findings of the whole family, or of the KIP-1262 rules for {@code M1}. */
    static List<Finding> of(AuditReport report, String prefix) {
        return report.findings().stream().filter(f -> f.ruleId().startsWith(prefix)).toList();
    }

    /** The level in force at a high watermark, empty where none or unknown. */
    static Optional<Integer> level(AuditReport report, long highWatermark) {
        return VersionRules.steps(report.clusters().get(0).cluster().main().orElseThrow().state()).at(highWatermark - 1).value();
    }

    /** The exclusive end of the log. */
    static long endOffset(AuditReport report) {
        return report.clusters().get(0).cluster().main().orElseThrow().line().endOffset();
    }
}
