package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.reader.FileReading;
import kraftaudit.reader.QuorumState;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Replica;
import kraftaudit.replay.ReplicaHistory;
import kraftaudit.written.Batches;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small files beside the log: what the audit says of odd ones, and what it takes from them. */
class SmallFileCasesTest {
    private static final String QS = "{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"data_version\":1}";
    private static final WrittenLog LOG = WrittenLog.of("lead 1 epoch 2 + kraft 1 + voters 1; begin + mv 33 + end; controller 1; noop 3");
    private static final String DIRECTORY = WrittenVoter.directory(1, 1).toString();
    private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    @TempDir
    private Path folder;

    private static NodeDirectory node() {
        return LOG.node(WrittenCapture.ID, 1, 1);
    }

    private AuditReport audit(NodeDirectory node) throws Exception {
        return Auditing.audit(folder.resolve("node"), DEFAULT, node);
    }

    private static ReplicaHistory copy(AuditReport report) {
        return report.clusters().get(0).cluster().replicas().get(0);
    }

    private static Replica replica(AuditReport report) {
        return copy(report).replica();
    }

    private static boolean majority(AuditReport report) {
        return report.clusters().get(0).cluster().main().orElseThrow().proofs().stream().anyMatch(p -> p.kind() == ProofKind.MAJORITY);
    }

    private static List<String> rules(AuditReport report) {
        return report.findings().stream().map(Finding::ruleId).distinct().toList();
    }

    @Test
    void theyAreSound() throws Exception {
        AuditReport report = audit(node());
        assertEquals(List.of(), report.findings());
        assertTrue(majority(report));
    }

    // ---- quorum-state ----

    private AuditReport quorumState(byte[] bytes) throws Exception {
        return audit(node().inLog("quorum-state", bytes));
    }

    private static byte[] utf8(String text) {
        return NodeFiles.utf8(text);
    }

    /** Kafka refuses them; the log's epoch counts, and the copy supports no majority. */
    private void assertRefused(byte[] bytes, String says) throws Exception {
        AuditReport report = quorumState(bytes);
        assertEquals(List.of("I02"), rules(report));
        Finding refused = finding(report, "I02");
        assertEquals(Severity.IRREGULAR, refused.severity());
        assertTrue(message(refused).contains("Kafka refuses the file") && message(refused).contains(says), message(refused));
        assertEquals(6 + 3, report.clusters().get(0).cluster().main().orElseThrow().line().endOffset() - 1);
        assertTrue(!majority(report));
    }

    @Test
    void anUnreadableQuorumState() throws Exception {
        assertRefused(new byte[0], "0 bytes");
        assertRefused(utf8("\n"), "1 byte");
        assertRefused(utf8("{\"clusterId\":\"\",\"leaderId\":1,\"leaderEp"), "38 bytes");
        assertRefused(new byte[104], "104");
        assertRefused(Batches.join(BOM, utf8(QS)), "");
        assertRefused(utf8(QS.replace(",", ",\n  ")), "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
        "{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"data_version\":2}",
        "{\"clusterId\":\"\",\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"appliedOffset\":0,\"currentVoters\":[],\"data_version\":1}",
        "{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"data_version\":0}",
        "{\"leaderId\":\"1\",\"leaderEpoch\":2,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"data_version\":1}",
        "{\"leaderId\":1,\"leaderEpoch\":2147483648,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"data_version\":1}"})
    void wrongTypesAndVersions(String text) throws Exception {
        assertRefused(utf8(text), "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"junk behind | 1 | 2", "braces behind | 1 | 2", "an unknown field | 1 | 2", "a field twice | 9 | 2", "a negative epoch | 1 | -5"})
    void uglyAndAccepted(String what, int leader, int epoch) throws Exception {
        String text = switch (what) {
            case "junk behind" -> QS + "\nJUNK";
            case "braces behind" -> QS + "}}}";
            case "an unknown field" -> QS.replace("{", "{\"extra\":1,");
            case "a field twice" -> QS.replace("\"leaderEpoch\"", "\"leaderId\":9,\"leaderEpoch\"");
            default -> QS.replace(":2,", ":-5,");
        };
        AuditReport report = quorumState(utf8(text));
        assertTrue(findings(report, "I02").stream().anyMatch(f -> f.severity() == Severity.IRREGULAR), () -> what + " " + report.findings());
        QuorumState taken = copy(report).scan().quorumState().flatMap(FileReading::value).orElseThrow();
        assertEquals(List.of(leader, epoch), List.of(taken.leaderId().orElseThrow(), taken.leaderEpoch()));
    }

    @Test
    void aVotedDirectoryWithoutAVote() throws Exception {
        AuditReport report = quorumState(utf8(QS.replace("AAAAAAAAAAAAAAAAAAAAAA", "B0aR-DKWXg3xGuFxXdo9Xg")));
        assertEquals(List.of("I02"), rules(report));
        assertEquals(Severity.NOTE, finding(report, "I02").severity());
    }

    @Test
    void itIsDeleted() throws Exception {
        AuditReport report = audit(node().without("__cluster_metadata-0/quorum-state"));
        assertEquals(List.of("I06"), rules(report));
        assertTrue(message(finding(report, "I06")).contains("remembers votes") && message(finding(report, "I06")).contains("cannot support the proof MAJORITY"));
        assertTrue(!majority(report));
    }

    // ---- leader-epoch-checkpoint ----

    @ParameterizedTest
    @CsvSource({"'1\n1\n2 0\n',1", "'0\n2\n2 0\n',", "'0\n1\n2 0\n3 10\n',", "'0\n1\n2 0\n\n',", "'x\n',1", "'0\n1\n2\n',3"})
    void epochFilesThatKafkaRefuses(String text, Integer line) throws Exception {
        AuditReport report = audit(node().inLog("leader-epoch-checkpoint", utf8(text)));
        assertEquals(List.of("I03"), rules(report));
        assertEquals(Severity.IRREGULAR, finding(report, "I03").severity());
        assertTrue(message(finding(report, "I03")).contains("line " + (line == null ? "" : line)), message(finding(report, "I03")));
        assertEquals(2, copy(report).epochs().get(0).epoch(), "epochs come from the batches");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0\n0\n", "0\r\n1\r\n2 0\r\n", "0\n1\n2  0\n", "0\n1\n2 0"})
    void epochFilesThatKafkaTakes(String text) throws Exception {
        AuditReport report = audit(node().inLog("leader-epoch-checkpoint", utf8(text)));
        assertEquals(List.of(), report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList());
        assertEquals("held", word(report, "E05"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0\n2\n5 0\n3 10\n", "0\n2\n1 10\n2 5\n"})
    void epochsAndOffsetsThatDecrease(String text) throws Exception {
        AuditReport report = audit(node().inLog("leader-epoch-checkpoint", utf8(text)));
        assertEquals(List.of("E05"), rules(report));
        assertEquals(Severity.IRREGULAR, findings(report, "E05").get(0).severity());
    }

    /** A leader notes its epoch before it appends the first record. */
    @Test
    void anEpochAtTheEndWithoutARecord() throws Exception {
        AuditReport report = audit(node().inLog("leader-epoch-checkpoint", utf8("0\n2\n2 0\n3 " + LOG.endOffset() + "\n")).quorumState(1, 3));
        assertEquals(List.of(), report.findings());
    }

    // ---- meta.properties ----

    private AuditReport meta(String text) throws Exception {
        return audit(node().file("meta.properties", utf8(text)));
    }

    private static String properties(String... lines) {
        return "#\n" + String.join("\n", lines) + "\n";
    }

    private static String whole() {
        return properties("version=1", "cluster.id=" + WrittenCapture.ID, "node.id=1", "directory.id=" + DIRECTORY);
    }

    @Test
    void lineEndsOfWindows() throws Exception {
        AuditReport report = meta(whole().replace("\n", "\r\n"));
        assertEquals(List.of(), report.findings());
        assertEquals(OptionalInt.of(1), replica(report).nodeId());
    }

    @Test
    void aByteOrderMark() throws Exception {
        AuditReport comment = audit(node().file("meta.properties", Batches.join(BOM, utf8(whole()))));
        assertEquals(List.of(), comment.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList());
        assertEquals(OptionalInt.of(1), replica(comment).nodeId());
        AuditReport version = audit(node().file("meta.properties", Batches.join(BOM, utf8(whole().substring(2)))));
        assertTrue(findings(version, "I01").stream().anyMatch(f -> f.severity() == Severity.IRREGULAR), () -> version.findings().toString());
        assertEquals(OptionalInt.empty(), replica(version).nodeId(), "as Kafka sees it");
        assertEquals(Optional.of(WrittenCapture.ID), replica(version).clusterId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"#", "version=0"})
    void versionZeroNamesItsNodeOtherwise(String version) throws Exception {
        AuditReport report = meta(properties(version, "cluster.id=" + WrittenCapture.ID, "node.id=1"));
        assertTrue(findings(report, "I01").stream().anyMatch(f -> f.severity() == Severity.IRREGULAR), () -> report.findings().toString());
        assertEquals(OptionalInt.empty(), replica(report).nodeId());
        assertEquals("node2", replica(report).name(), "named by its folder");
    }

    @Test
    void versionTwoWithoutAClusterId() throws Exception {
        AuditReport report = meta(properties("version=2", "node.id=1", "directory.id=" + DIRECTORY));
        assertEquals(List.of(), report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList());
        assertEquals("held", word(report, "I01"));
        NodeDirectory two = LOG.node(WrittenCapture.ID, 2, 1).file("meta.properties", utf8(properties("version=2", "node.id=2", "directory.id="
            + WrittenVoter.directory(2, 1))));
        assertEquals("held", word(WrittenCapture.of(node(), two).audit(folder), "M16"), "no mismatch with the others");
    }

    @ParameterizedTest
    @CsvSource({"S1JhZnREAAEAAAAAAAAAAQ==", "S1JhZnREAAEAAAAAAAAAAR", "S1JhZnREAAEAAAAAAAAAAR=="})
    void spellingsOfADirectoryId(String id) throws Exception {
        AuditReport report = meta(whole().replace(DIRECTORY, id));
        assertEquals(List.of("I01"), rules(report));
        assertEquals(Severity.NOTE, finding(report, "I01").severity());
        assertEquals("held", word(report, "I11"), "the same 16 bytes as the voter's");
        assertTrue(majority(report));
    }

    @ParameterizedTest
    @ValueSource(strings = {"B0aR+DKWXg3xGuFxXdo9Xg", "074691f8-3296-5e0d-f11a-e1715dda3d5e", "S1JhZnREAAEAAAAAAAAAA", ""})
    void directoryIdsThatMakeItUnreadable(String id) throws Exception {
        AuditReport report = meta(whole().replace(DIRECTORY, id));
        Finding refused = finding(report, "I01");
        assertEquals(Severity.IRREGULAR, refused.severity());
        assertTrue(message(refused).contains("Kafka refuses the file"), message(refused));
        assertEquals("1", copy(report).scan().metaProperties().orElseThrow().says().get("node.id"), "what the other lines say is shown");
    }

    @ParameterizedTest
    @CsvSource({"AAAAAAAAAAAAAAAAAAAAAA,true", "AAAAAAAAAAAAAAAAAAAAAQ,true", "AAAAAAAAAAAAAAAAAAAAYw,true", "AAAAAAAAAAAAAAAAAAAAZA,false"})
    void reservedDirectoryIds(String id, boolean reserved) throws Exception {
        AuditReport report = meta(whole().replace(DIRECTORY, id));
        assertEquals(reserved, findings(report, "I01").stream().anyMatch(f -> f.severity() == Severity.IRREGULAR), () -> report.findings().toString());
    }

    @ParameterizedTest
    @CsvSource({"-1,IRREGULAR,", "01,NOTE,1", "2147483648,IRREGULAR,", "+1,NOTE,1"})
    void oddNodeIds(String id, Severity severity, Integer taken) throws Exception {
        AuditReport report = meta(whole().replace("node.id=1", "node.id=" + id));
        assertTrue(findings(report, "I01").stream().anyMatch(f -> f.severity() == severity), () -> report.findings().toString());
        if (taken != null) {
            assertEquals(OptionalInt.of(taken), replica(report).nodeId());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 256})
    void emptyOrZeroed(int length) throws Exception {
        AuditReport report = audit(node().file("meta.properties", new byte[length]));
        Finding nothing = findings(report, "I01").get(0);
        assertEquals(Severity.IRREGULAR, nothing.severity());
        assertTrue(message(nothing).startsWith(length == 0 ? "0 bytes" : "256 bytes 00"), message(nothing));
    }

    @Test
    void oneNodeWithTwoNodeIds() throws Exception {
        NodeDirectory second = new NodeDirectory().file("meta.properties", NodeFiles.metaProperties(WrittenCapture.ID, 1001, Optional.of(new Uuid(5, 5))));
        AuditReport report = WrittenCapture.of(Map.of("data1", node(), "data2", second)).audit(folder);
        Finding two = finding(report, "I09");
        assertEquals(Severity.IRREGULAR, two.severity());
        assertEquals("node.id: 1 in data1/meta.properties and 1001 in data2/meta.properties; expected one value in all log directories of a node", message(two));
    }

    /** Two log directories of one node have two directory ids; two states of one log have one. */
    @Test
    void twoDirectoriesOfOneNodeWithOneDirectoryId() throws Exception {
        NodeDirectory second = new NodeDirectory().file("meta.properties", NodeFiles.metaProperties(WrittenCapture.ID, 1, Optional.of(WrittenVoter.directory(1, 1))));
        assertEquals(Severity.IRREGULAR, finding(WrittenCapture.of(Map.of("data1", node(), "data2", second)).audit(folder), "I07").severity());
        AuditReport states = WrittenCapture.of(Map.of("now", node(), "backup", node())).audit(folder);
        assertEquals(List.of(), findings(states, "I07"));
        assertEquals(Severity.NOTE, finding(states, "R04").severity());
    }

    /** Folders named after their ids are of different nodes, and so are those that all hold a log. */
    @Test
    void severalNodesAreNotOne() throws Exception {
        NodeDirectory second = new NodeDirectory().file("meta.properties", NodeFiles.metaProperties(WrittenCapture.ID, 2, Optional.of(new Uuid(5, 5))));
        assertEquals("not applicable", word(WrittenCapture.of(Map.of("node1", node(), "node2", second)).audit(folder), "I09"));
        assertEquals("not applicable", word(WrittenCapture.of(Map.of("east", node(), "west", LOG.node(WrittenCapture.ID, 2, 1))).audit(folder), "I09"));
    }

    @Test
    void filesOfOneNodeThatOnlyLookDifferent() throws Exception {
        NodeDirectory second = new NodeDirectory().file("meta.properties", utf8("# other words\nnode.id=1\ndirectory.id=" + new Uuid(5, 5) + "\nversion=1\ncluster.id="
            + WrittenCapture.ID + "\n"));
        AuditReport report = WrittenCapture.of(Map.of("data1", node(), "data2", second)).audit(folder);
        assertEquals(List.of(), report.findings().stream().filter(f -> f.severity() != Severity.NOTE).toList());
        assertEquals("held", word(report, "I09"));
    }

    @Test
    void aLogWithoutIdentity() throws Exception {
        AuditReport report = audit(node().without("meta.properties"));
        assertEquals(List.of("I05"), rules(report));
        assertEquals(Severity.IRREGULAR, finding(report, "I05").severity());
        assertEquals(OptionalInt.empty(), replica(report).nodeId());
        assertEquals("node2", replica(report).name(), "named by its folder");
        assertTrue(!majority(report), "nothing is guessed from the folder");
    }

    // ---- partition.metadata, .kafka_cleanshutdown ----

    @ParameterizedTest
    @ValueSource(strings = {"gone", "", "version: 0", "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAg", "version: 1\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ"})
    void partitionMetadata(String text) throws Exception {
        String name = "__cluster_metadata-0/partition.metadata";
        AuditReport report = audit(text.equals("gone") ? node().without(name) : node().file(name, utf8(text)));
        assertEquals(List.of("I04"), rules(report));
        assertEquals(Severity.NOTE, finding(report, "I04").severity());
    }

    @Test
    void partitionMetadataThatNamesAnotherTopicSaysWhich() throws Exception {
        AuditReport report = audit(node().inLog("partition.metadata", utf8("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAg")));
        assertTrue(message(finding(report, "I04")).contains("AAAAAAAAAAAAAAAAAAAAAQ"), message(finding(report, "I04")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{ | true", "{\"version\":0} | true", "junk | true", "{\"version\":0,\"brokerEpoch\":13} | false", "{\"version\":0,\"brokerEpoch\":-1} | false",
        "'' | false"})
    void cleanShutdown(String text, boolean odd) throws Exception {
        AuditReport report = audit(node().file(".kafka_cleanshutdown", text.getBytes(StandardCharsets.UTF_8)));
        assertEquals(odd ? List.of("I12") : List.of(), rules(report));
    }
}
