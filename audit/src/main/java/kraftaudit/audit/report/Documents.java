package kraftaudit.audit.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.CaptureInput;
import kraftaudit.audit.ClusterIdRecords;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Outcome;
import kraftaudit.audit.Rule;
import kraftaudit.audit.RuleOutcome;
import kraftaudit.audit.Severity;
import kraftaudit.audit.StoppedAnswer;
import kraftaudit.audit.Strain;
import kraftaudit.audit.Transitions;
import kraftaudit.reader.CapturedFile;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Endpoint;
import kraftaudit.reader.Event;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.Place;
import kraftaudit.reader.Profile;
import kraftaudit.reader.QuorumState;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Assumption;
import kraftaudit.replay.Branch;
import kraftaudit.replay.CaptureHistory;
import kraftaudit.replay.Cause;
import kraftaudit.replay.LogState;
import kraftaudit.replay.Proof;
import kraftaudit.replay.Replica;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;

/** The shapes of JSON outputs. A component that can be unknown is optional and becomes {@code null}. */
public final class Documents {
    /** Raised when a field changes its meaning or goes away; new fields leave it as it is. */
    public static final int SCHEMA_VERSION = 1;

    private Documents() {
    }

    /** Output of {@code audit}. */
    public record AuditDocument(int schemaVersion, Product tool, ProfileDocument profile, String verdict, Optional<Severity> worst,
                                Counts counts, List<ClusterDocument> clusters, List<OutcomeDocument> captureOutcomes,
                                List<FindingDocument> findings, List<FileDocument> filesNotUsed) {
    }

    /** Output of {@code voters}. */
    public record VotersDocument(int schemaVersion, Product tool, OptionalLong at, List<ClusterVoters> clusters) {
    }

    /** Output of {@code rules}. */
    public record RulesDocument(int schemaVersion, Product tool, List<RuleDocument> rules) {
    }

    /** A cluster in {@code voters}; {@code stoppedProves} is what {@code --stopped} would decide, null where nothing. */
    public record ClusterVoters(String clusterId, List<CopyDocument> copies, List<BranchDocument> branches,
                                List<ChangeDocuments.StrainDocument> strained, Optional<DescribeDocuments.StoppedDocument> stoppedProves) {
    }

    /** @param needs what must be in the capture, in words */
    public record RuleDocument(String id, String title, Severity severity, List<String> needs, List<String> explainedBy) {
    }

    /** Which record key and level carry KIP-1262. */
    public record ProfileDocument(String name, int apiKey, int firstLevel, boolean provisional) {
    }

    /** Outcomes by kind and findings by severity, over all clusters. */
    public record Counts(long held, long broken, long notApplicable, long undecided, long violations, long irregular, long notes) {
    }

    /**
     * A cluster in {@code audit}.
     *
     * @param changes       of the voters and of kraft.version, on every branch
     * @param strained      assumptions of proofs that this capture strains
     * @param stoppedProves what {@code --stopped} would decide, null where nothing
     */
    public record ClusterDocument(String clusterId, List<String> clusterIds, boolean conflict, List<String> tiedByIdOnly,
                                  List<CopyDocument> copies, List<DirectoryDocument> otherDirectories, List<BranchDocument> branches,
                                  List<ChangeDocuments.ChangeDocument> changes, List<ChangeDocuments.StrainDocument> strained,
                                  Optional<DescribeDocuments.StoppedDocument> stoppedProves,
                                  List<ClusterIdDocument> clusterIdRecords, List<OutcomeDocument> outcomes) {
    }

    /** A copy and how far it goes; {@code endOffset} is exclusive. */
    public record CopyDocument(String name, String label, OptionalInt nodeId, Optional<String> directoryId, Optional<String> clusterId,
                               long startOffset, long endOffset, OptionalInt lastEpoch, OptionalInt quorumStateEpoch,
                               OptionalInt quorumStateLeader, List<String> checkpoints) {
    }

    /** A log directory without a metadata log. */
    public record DirectoryDocument(String name, String label, OptionalInt nodeId, Optional<String> directoryId, Optional<String> clusterId) {
    }

    /**
     * A lineage: offsets from {@code startOffset} to {@code endOffset} (exclusive); everything below {@code provenEnd} is proven.
     * No {@code forkOffset} and not {@code main}: no shared offset shows that it parts from the main branch.
     */
    public record BranchDocument(boolean main, OptionalLong forkOffset, long startOffset, long endOffset, long provenEnd, long exposedEnd,
                                 List<String> replicas, List<ProofDocument> proofs, List<SpanDocument> committedVoters) {
    }

    /** A proof: every offset below {@code endOffset} is covered. */
    public record ProofDocument(String kind, long endOffset, OptionalInt epoch, long shownAt, Optional<String> timestamp,
                                boolean exposed, List<EvidenceDocument> evidence, List<String> assumptions) {
    }

    /** Where a proof shows. */
    public record EvidenceDocument(String replica, String file, long position, long length, OptionalLong offset) {
    }

    /** Committed voters for high watermarks from {@code highWatermarkFrom} to {@code highWatermarkTo}, both inclusive;
     *  {@code heldBy} are the copies that hold what begins the span. */
    public record SpanDocument(long highWatermarkFrom, long highWatermarkTo, Optional<String> status, List<String> proof, String source,
                               OptionalLong votersOffset, OptionalInt votersEpoch, Optional<String> votersTimestamp,
                               Optional<PlaceDocument> place, OptionalInt kraftVersion, Optional<List<VoterDocument>> voters,
                               List<String> heldBy, Optional<String> why) {
    }

    /** Bytes of a file. */
    public record PlaceDocument(String file, long position, long length) {
    }

    /** A voter; {@code directoryId} and {@code kraftVersion} are unknown in a static set. */
    public record VoterDocument(int id, Optional<String> directoryId, List<String> endpoints, Optional<RangeDocument> kraftVersion) {
    }

    /** Supported levels, both inclusive. */
    public record RangeDocument(int min, int max) {
    }

    /** A ClusterIdRecord that takes effect. */
    public record ClusterIdDocument(String clusterId, long offset, int epoch, Optional<String> timestamp, OptionalInt writer, String replica,
                                    PlaceDocument place) {
    }

    /** @param why for "not applicable" and "undecided"; for "broken" what beside the findings is undecided */
    public record OutcomeDocument(String ruleId, String title, Severity severity, String outcome, OptionalLong examined,
                                  Optional<String> why, List<FindingDocument> findings) {
    }

    /** A finding; {@code message} is the sentence that text shows, {@code locator} what {@code dump} and {@code gui} take. */
    public record FindingDocument(String ruleId, Severity severity, Optional<String> replica, OptionalLong offset, OptionalInt epoch,
                                  Optional<String> timestamp, Optional<PlaceDocument> place, String subject, String expected, String found,
                                  String message, Optional<String> locator) {
    }

    /** A file that was seen and not used, and why. */
    public record FileDocument(String name, String kind, long length, String why) {
    }

    /** The document of {@code audit}. */
    public static AuditDocument audit(AuditReport report) {
        Counts counts = new Counts(report.count(Outcome.Held.class), report.count(Outcome.Broken.class),
            report.count(Outcome.NotApplicable.class), report.count(Outcome.Undecided.class), report.count(Severity.VIOLATION),
            report.count(Severity.IRREGULAR), report.count(Severity.NOTE));
        return new AuditDocument(SCHEMA_VERSION, Product.THIS, profile(report.profile()), Words.verdict(report), report.worst(), counts,
            report.clusters().stream().map(cluster -> cluster(cluster, report.profile())).toList(), report.shared().stream().map(Documents::outcome).toList(),
            report.findings().stream().map(Documents::finding).toList(),
            Words.filesNotUsed(report.capture()).stream().map(Documents::file).toList());
    }

    /** The document of {@code voters}; branches without a span at {@code at} are left out. */
    public static VotersDocument voters(CaptureInput input, OptionalLong at) {
        return new VotersDocument(SCHEMA_VERSION, Product.THIS, at, Audit.forStrains(input).stream().map(report ->
            voters(report, input.profile(), at)).toList());
    }

    private static ClusterVoters voters(ClusterReport report, Profile profile, OptionalLong at) {
        CaptureHistory cluster = report.cluster();
        return new ClusterVoters(Words.clusterId(cluster), cluster.replicas().stream().map(Documents::copy).toList(),
            cluster.branches().stream().map(branch -> branch(cluster, branch, at)).filter(b -> at.isEmpty() || !b.committedVoters().isEmpty())
                .toList(), Strain.of(cluster, report.findings()).stream().map(ChangeDocuments::strain).toList(),
            StoppedAnswer.of(cluster, profile).map(DescribeDocuments::stopped));
    }

    /** The document of {@code rules}. */
    public static RulesDocument rules(List<Rule> rules) {
        return new RulesDocument(SCHEMA_VERSION, Product.THIS, rules.stream().map(rule -> new RuleDocument(rule.id(), rule.title(),
            rule.severity(), rule.needs().stream().map(need -> need.thing()).toList(), rule.explainedBy())).toList());
    }

    /** A profile. */
    public static ProfileDocument profile(Profile profile) {
        return new ProfileDocument(profile.name(), profile.apiKey(), profile.firstLevel(), profile.provisional());
    }

    private static ClusterDocument cluster(ClusterReport report, Profile profile) {
        CaptureHistory cluster = report.cluster();
        return new ClusterDocument(report.clusterId(), cluster.clusterIds(), cluster.conflict(), cluster.tiedByIdOnly(),
            cluster.replicas().stream().map(Documents::copy).toList(),
            cluster.others().stream().map(other -> directory(other.replica())).toList(),
            cluster.branches().stream().map(branch -> branch(cluster, branch, OptionalLong.empty())).toList(),
            Transitions.of(cluster).stream().map(ChangeDocuments::change).toList(),
            Strain.of(cluster, report.findings()).stream().map(ChangeDocuments::strain).toList(),
            StoppedAnswer.of(cluster, profile).map(DescribeDocuments::stopped),
            cluster.main().map(branch -> clusterIds(ClusterIdRecords.of(branch.state()))).orElse(List.of()),
            report.outcomes().stream().map(Documents::outcome).toList());
    }

    static CopyDocument copy(ReplicaHistory copy) {
        Optional<QuorumState> state = copy.scan().quorumState().flatMap(FileReading::value);
        return new CopyDocument(copy.replica().name(), copy.replica().label(), copy.replica().nodeId(),
            copy.replica().directoryId().map(DirectoryId::toString), copy.replica().clusterId(), copy.line().startOffset(),
            copy.endOffset(), copy.line().lastEpoch(), state.map(s -> OptionalInt.of(s.leaderEpoch())).orElse(OptionalInt.empty()),
            state.map(QuorumState::leaderId).orElse(OptionalInt.empty()),
            copy.checkpoints().stream().map(c -> Words.baseName(c.file().name())).toList());
    }

    private static DirectoryDocument directory(Replica replica) {
        return new DirectoryDocument(replica.name(), replica.label(), replica.nodeId(), replica.directoryId().map(DirectoryId::toString),
            replica.clusterId());
    }

    static BranchDocument branch(CaptureHistory cluster, Branch branch, OptionalLong at) {
        return new BranchDocument(branch.isMain(), branch.apart() ? OptionalLong.empty() : branch.forkOffset(), branch.line().startOffset(), branch.line().endOffset(),
            branch.provenEnd(), branch.exposedEnd(), Words.copiesOn(branch, cluster), branch.proofs().stream().map(Documents::proof).toList(),
            Words.spans(branch, at).stream().map(Documents::span).toList());
    }

    static ProofDocument proof(Proof proof) {
        return new ProofDocument(proof.kind().name(), proof.endOffset(), proof.epoch(), proof.shownAt(), Times.iso(proof.timestamp()),
            proof.kind().exposed(), proof.evidence().stream().map(e -> new EvidenceDocument(e.replica(), e.place().file(),
                e.place().position(), e.place().length(), e.offset())).toList(), proof.assumptions().stream().map(Assumption::text).toList());
    }

    static SpanDocument span(VoterSpan span) {
        Optional<Cause> record = span.record();
        boolean recorded = span.source() == VoterSource.VOTERS_RECORD || span.source() == VoterSource.CHECKPOINT;
        Optional<Cause> shown = record.filter(r -> recorded);
        return new SpanDocument(span.from(), span.to(), span.status().map(Enum::name), span.proofs().stream().map(Enum::name).toList(),
            span.source().name(), shown.map(r -> OptionalLong.of(r.offset())).orElse(OptionalLong.empty()),
            shown.map(r -> OptionalInt.of(r.epoch())).orElse(OptionalInt.empty()), shown.flatMap(r -> Times.iso(r.timestamp())),
            record.filter(r -> !r.place().file().isEmpty()).map(r -> place(r.place())), span.kraftVersion(),
            span.voters().map(Documents::voters), span.replicas(), Optional.of(span.why()).filter(w -> !w.isEmpty()));
    }

    static List<VoterDocument> voters(VoterSet set) {
        return set.voters().stream().map(Documents::voter).toList();
    }

    static VoterDocument voter(Voter voter) {
        boolean recorded = !voter.endpoints().isEmpty() || !voter.directoryId().isZero();
        return new VoterDocument(voter.id(), Optional.of(voter.directoryId()).filter(id -> !id.isZero()).map(DirectoryId::toString),
            voter.endpoints().stream().map(Endpoint::toString).toList(),
            recorded ? Optional.of(new RangeDocument(voter.kraftVersion().min(), voter.kraftVersion().max())) : Optional.empty());
    }

    static PlaceDocument place(Place place) {
        return new PlaceDocument(place.file(), place.position(), place.length());
    }

    private static List<ClusterIdDocument> clusterIds(ClusterIdRecords records) {
        return records.applied().stream().map(sourced -> clusterId(records, sourced)).toList();
    }

    private static ClusterIdDocument clusterId(ClusterIdRecords records, LogState.Sourced sourced) {
        RecordAt at = sourced.event().at();
        return new ClusterIdDocument(((Event.ClusterId) sourced.event()).clusterId(), at.offset(), at.epoch(), Times.iso(at.timestamp()),
            records.writer(at), sourced.replica(), place(at.place()));
    }

    static OutcomeDocument outcome(RuleOutcome outcome) {
        Outcome what = outcome.outcome();
        Optional<String> why = Words.why(what);
        return new OutcomeDocument(outcome.rule().id(), outcome.rule().title(), outcome.rule().severity(), what.word(),
            Words.examined(what), why, outcome.findings().stream().map(Documents::finding).toList());
    }

    static FindingDocument finding(Finding finding) {
        return new FindingDocument(finding.ruleId(), finding.severity(), Optional.of(finding.where().replica()).filter(r -> !r.isEmpty()),
            finding.where().offset(), finding.where().epoch(), Times.iso(finding.where().timestamp()),
            finding.where().place().map(Documents::place), finding.subject(), finding.expected(), finding.found(), Words.message(finding),
            Words.locator(finding));
    }

    private static FileDocument file(CapturedFile file) {
        return new FileDocument(file.name(), file.kind().name(), file.length(), Words.why(file));
    }
}
