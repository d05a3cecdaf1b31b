package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values and oddities of the small files, case by case; that Kafka takes the same is in the oracle test. */
class IdentityFilesTest {
    private static final String DIRECTORY = "B0aR-DKWXg3xGuFxXdo9Xg";
    private static final DirectoryId DIRECTORY_BYTES = new DirectoryId(0x074691f832965e0dL, 0xf11ae1715dda3d5eL);

    @TempDir
    Path folder;

    private <T> FileReading<T> read(Function<CapturedFile, FileReading<T>> reader, byte[] bytes) throws IOException {
        Path path = Files.write(folder.resolve("file"), bytes);
        return reader.apply(new CapturedFile(path, "file", FileKind.FOREIGN, bytes.length, ""));
    }

    private <T> FileReading<T> read(Function<CapturedFile, FileReading<T>> reader, String latin1) throws IOException {
        return read(reader, latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** {@code KIND line field}, for each oddity; no line is {@code -}. */
    private static List<String> oddities(FileReading<?> reading) {
        return reading.oddities().stream()
            .map(o -> o.kind() + " " + (o.line().isPresent() ? String.valueOf(o.line().getAsInt()) : "-") + " " + o.field()).toList();
    }

    @Nested
    class MetaPropertiesCases {
        private FileReading<MetaProperties> meta(String text) throws IOException {
            return read(IdentityFiles::metaProperties, text);
        }

        @Test
        void valuesOfAWholeFile() throws IOException {
            FileReading<MetaProperties> reading = meta("#\n#Sun Nov 29\nnode.id=1\ndirectory.id=" + DIRECTORY + "\nversion=1\ncluster.id=X y\n");
            assertEquals(new MetaProperties(1, Optional.of("X y"), OptionalInt.of(1), Optional.of(DIRECTORY_BYTES),
                Map.of("node.id", "1", "directory.id", DIRECTORY, "version", "1", "cluster.id", "X y")), reading.value().orElseThrow());
            assertEquals(List.of(), reading.oddities());
        }

        @Test
        void lineEndsOfWindowsAndOrderDoNotMatter() throws IOException {
            MetaProperties unix = meta("version=1\nnode.id=3\ncluster.id=X\n").value().orElseThrow();
            FileReading<MetaProperties> windows = meta("# other words\r\ncluster.id=X\r\n\r\nversion=1\r\nnode.id=3\r\n");
            assertEquals(unix, windows.value().orElseThrow());
            assertEquals(List.of(), windows.oddities());
        }

        @Test
        void byteOrderMarkBeforeACommentIsHarmless() throws IOException {
            FileReading<MetaProperties> reading = meta("\u00ef\u00bb\u00bf# words\nversion=1\nnode.id=3\ncluster.id=X\n");
            assertEquals(OptionalInt.of(3), reading.value().orElseThrow().nodeId());
            assertEquals(List.of(), reading.oddities());
        }

        @Test
        void byteOrderMarkBeforeTheVersionLosesTheNodeId() throws IOException {
            FileReading<MetaProperties> reading = meta("\u00ef\u00bb\u00bfversion=1\nnode.id=3\ncluster.id=X\n");
            MetaProperties value = reading.value().orElseThrow();
            assertEquals(0, value.version());
            assertEquals(Optional.of("X"), value.clusterId());
            assertEquals(OptionalInt.empty(), value.nodeId());
            assertEquals(List.of("WRONG 1 version"), oddities(reading));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            node.id=1;cluster.id=X                                         | WRONG - version
            version=0;node.id=1;cluster.id=X                               | WRONG 1 version
            version=0;broker.id=1;cluster.id=X                             |
            version=0;broker.id=1;node.id=1;cluster.id=X                   |
            version=0;broker.id=1;node.id=2;cluster.id=X                   | WRONG 3 node.id
            version=2;node.id=1                                            |
            version=2;node.id=1;cluster.id=X                               |
            version=01;node.id=1;cluster.id=X                              | UNUSUAL 1 version
            version=1;node.id=01;cluster.id=X                              | UNUSUAL 2 node.id
            version=1;node.id=+1;cluster.id=X                              | UNUSUAL 2 node.id
            version=1;node.id=-1;cluster.id=X                              | WRONG 2 node.id
            version=1;node.id=1;cluster.id=qN3vT0b1Rk2x9aZc7LmY4w==        |
            version=1;node.id=1;cluster.id=-bC3vT0b1Rk2x9aZc7LmYw          |
            version=1;node.id=1;cluster.id=                                | WRONG 3 cluster.id
            version=1;node.id=1;cluster.id=X\\u0020                        | UNUSUAL 3 cluster.id
            version=1;node.id=1;cluster.id=X\\u0007                        | UNUSUAL 3 cluster.id
            version=1;node.id=1;cluster.id=X;cluster.id=X                  | UNUSUAL 4 cluster.id
            version=1;node.id=1;cluster.id=X;cluster.id=Y                  | WRONG 4 cluster.id
            version=1;node\\u002eid=01;cluster.id=X                        | UNUSUAL - node.id
            version=1;node.id=1;cluster.id=X;directory.id=B0aR-DKWXg3xGuFxXdo9Xh   | UNUSUAL 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=B0aR-DKWXg3xGuFxXdo9Xg== | UNUSUAL 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=AAAAAAAAAAAAAAAAAAAAAA   | WRONG 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=AAAAAAAAAAAAAAAAAAAAAQ   | WRONG 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=AAAAAAAAAAAAAAAAAAAAYw   | WRONG 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=AAAAAAAAAAAAAAAAAAAAZA   |
            """)
        void accepted(String lines, String oddity) throws IOException {
            FileReading<MetaProperties> reading = meta(lines.replace(";", "\n") + "\n");
            assertTrue(reading.value().isPresent());
            assertEquals(oddity == null ? List.of() : List.of(oddity), oddities(reading));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            version=3;node.id=1;cluster.id=X                               | UNREADABLE 1 version
            version=-1;node.id=1;cluster.id=X                              | UNREADABLE 1 version
            version=one;node.id=1;cluster.id=X                             | UNREADABLE 1 version
            version=1;cluster.id=X                                         | UNREADABLE - node.id
            version=1;node.id=1                                            | UNREADABLE - cluster.id
            version=2;cluster.id=X                                         | UNREADABLE - node.id
            version=1;node.id=2147483648;cluster.id=X                      | UNREADABLE 2 node.id
            version=0;broker.id=;cluster.id=X                              | UNREADABLE 2 broker.id
            version=1;node.id=1;cluster.id=X;x=\\uXYZ0                     | UNREADABLE -
            version=1;node.id=1;cluster.id=X;directory.id=B0aR+DKWXg3xGuFxXdo9Xg   | UNREADABLE 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=B0aR-DKWXg3xGuFxXdo9X    | UNREADABLE 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=074691f8-3296-5e0d-f11a-e1715dda3d5e | UNREADABLE 4 directory.id
            version=1;node.id=1;cluster.id=X;directory.id=                 | UNREADABLE 4 directory.id
            """)
        void refused(String lines, String oddity) throws IOException {
            FileReading<MetaProperties> reading = meta(lines.replace(";", "\n") + "\n");
            assertEquals(Optional.empty(), reading.value());
            assertEquals(List.of(oddity), oddities(reading).stream().map(String::strip).toList());
            assertFalse(reading.notRead());
        }

        @Test
        void aRefusedFileStillSaysWhatItHolds() throws IOException {
            FileReading<MetaProperties> reading = meta("version=1\nnode.id=4\ncluster.id=X\ndirectory.id=B0aR+DKWXg3xGuFxXdo9Xg\n");
            assertEquals(Map.of("version", "1", "node.id", "4", "cluster.id", "X", "directory.id", "B0aR+DKWXg3xGuFxXdo9Xg"), reading.says());
        }

        @Test
        void directoryIdsAreBytes() throws IOException {
            for (String spelling : List.of(DIRECTORY, "B0aR-DKWXg3xGuFxXdo9Xh", DIRECTORY + "==")) {
                FileReading<MetaProperties> reading = meta("version=1\nnode.id=1\ncluster.id=X\ndirectory.id=" + spelling + "\n");
                assertEquals(Optional.of(DIRECTORY_BYTES), reading.value().orElseThrow().directoryId());
            }
        }

        @Test
        void emptyAndZeroedFilesSaySo() throws IOException {
            FileReading<MetaProperties> empty = meta("");
            assertEquals(new MetaProperties(0, Optional.empty(), OptionalInt.empty(), Optional.empty(), Map.of()), empty.value().orElseThrow());
            assertEquals(List.of("WRONG - "), oddities(empty));
            assertEquals("0 bytes", empty.oddities().get(0).found());
            FileReading<MetaProperties> zeroed = read(IdentityFiles::metaProperties, new byte[256]);
            assertEquals(OptionalInt.empty(), zeroed.value().orElseThrow().nodeId());
            assertEquals(List.of("WRONG - "), oddities(zeroed));
            assertEquals("256 bytes 00", zeroed.oddities().get(0).found());
        }

        @Test
        void aValueOverTwoLinesHasNoLineOfItsOwn() throws IOException {
            FileReading<MetaProperties> reading = meta("version=1\nx=\\\nnode.id=01\nnode.id=02\ncluster.id=X\n");
            assertEquals(OptionalInt.of(2), reading.value().orElseThrow().nodeId());
            assertEquals(List.of("UNUSUAL - node.id"), oddities(reading));
        }
    }

    @Nested
    class QuorumStateCases {
        private static final String QS = "{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"votedDirectoryId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"data_version\":1}";
        private static final String QS_0 = "{\"clusterId\":\"\",\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"appliedOffset\":0,"
            + "\"currentVoters\":[{\"voterId\":1},{\"voterId\":2}],\"data_version\":0}";

        private FileReading<QuorumState> state(String text) throws IOException {
            return read(IdentityFiles::quorumState, text);
        }

        @Test
        void soundFiles() throws IOException {
            FileReading<QuorumState> one = state(QS);
            assertEquals(new QuorumState(1, OptionalInt.of(1), 2, OptionalInt.empty(), Optional.empty(), List.of()), one.value().orElseThrow());
            assertEquals(List.of(), one.oddities());
            FileReading<QuorumState> zero = state(QS_0);
            assertEquals(new QuorumState(0, OptionalInt.of(1), 2, OptionalInt.empty(), Optional.empty(), List.of(1, 2)), zero.value().orElseThrow());
            assertEquals(List.of(), zero.oddities());
            FileReading<QuorumState> voted = state(QS.replace("\"votedId\":-1", "\"votedId\":3").replace("AAAAAAAAAAAAAAAAAAAAAA", DIRECTORY));
            assertEquals(new QuorumState(1, OptionalInt.of(1), 2, OptionalInt.of(3), Optional.of(DIRECTORY_BYTES), List.of()), voted.value().orElseThrow());
            assertEquals(List.of(), voted.oddities());
        }

        @Test
        void unreadable() throws IOException {
            for (String text : List.of("", "\n", "{\"clusterId\":\"\",\"leaderId\":1,\"leaderEp", "\0".repeat(104), "\u00ef\u00bb\u00bf" + QS,
                QS.replace(",", ",\n"), "null", "[]", "7", QS.substring(0, QS.length() - 1))) {
                FileReading<QuorumState> reading = state(text);
                assertEquals(Optional.empty(), reading.value(), text);
                assertEquals(List.of(FileReading.Kind.UNREADABLE), reading.oddities().stream().map(FileReading.Oddity::kind).toList(), text);
                String bytes = text.length() + (text.length() == 1 ? " byte" : " bytes");
                assertTrue(reading.oddities().get(0).found().startsWith(bytes), reading.oddities().get(0).found());
            }
            assertEquals("104 bytes 00", state("\0".repeat(104)).oddities().get(0).found());
        }

        @Test
        void uglyAndAccepted() throws IOException {
            assertAccepted(QS + "\nJUNK", OptionalInt.of(1), 2, "WRONG 2 ");
            assertAccepted(QS + "}}}", OptionalInt.of(1), 2, "WRONG 1 ");
            assertAccepted(QS.replace("{", "{\"extra\":1,"), OptionalInt.of(1), 2, "WRONG 1 extra");
            assertAccepted(QS.replace("\"leaderId\":1", "\"leaderId\":1,\"leaderId\":9"), OptionalInt.of(9), 2, "WRONG 1 leaderId");
            assertAccepted(QS.replace("\"leaderEpoch\":2", "\"leaderEpoch\":-5"), OptionalInt.of(1), -5, "WRONG 1 leaderEpoch");
            assertAccepted(QS.replace("\"leaderId\":1", "\"leaderId\":-2"), OptionalInt.of(-2), 2, "WRONG 1 leaderId");
            assertAccepted(QS.replace("\"data_version\":1", "\"data_version\":65537"), OptionalInt.of(1), 2, "WRONG 1 data_version");
            assertAccepted(QS.replace("\"data_version\":1", "\"data_version\":1.5"), OptionalInt.of(1), 2, "WRONG 1 data_version");
            assertAccepted(QS.replace("{", "{\"clusterId\":\"\","), OptionalInt.of(1), 2, "WRONG 1 clusterId");
            assertAccepted(QS_0.replace("\"voterId\":2", "\"voterId\":1"), OptionalInt.of(1), 2, "WRONG 1 currentVoters");
            assertAccepted(QS_0.replace("\"appliedOffset\":0", "\"appliedOffset\":7"), OptionalInt.of(1), 2, "UNUSUAL 1 appliedOffset");
            assertAccepted(QS_0.replace("\"clusterId\":\"\"", "\"clusterId\":\"X\""), OptionalInt.of(1), 2, "UNUSUAL 1 clusterId");
            assertAccepted(QS.replace(",", ", "), OptionalInt.of(1), 2, "UNUSUAL - ");
            assertAccepted(QS + "\n", OptionalInt.of(1), 2, "UNUSUAL 1 ");
            assertAccepted(QS + "\n\n", OptionalInt.of(1), 2, "WRONG 2 ");
        }

        private void assertAccepted(String text, OptionalInt leader, int epoch, String oddity) throws IOException {
            FileReading<QuorumState> reading = state(text);
            assertEquals(leader, reading.value().orElseThrow().leaderId(), text);
            assertEquals(epoch, reading.value().orElseThrow().leaderEpoch(), text);
            assertEquals(List.of(oddity), oddities(reading), text);
        }

        @Test
        void wrongTypesAndVersionsNameTheField() throws IOException {
            assertRefused(QS.replace(",\"data_version\":1", ""), "data_version");
            assertRefused(QS.replace("\"data_version\":1", "\"data_version\":2"), "data_version");
            assertRefused(QS.replace("\"data_version\":1", "\"data_version\":-1"), "data_version");
            assertRefused(QS_0.replace("\"data_version\":0", "\"data_version\":1"), "votedDirectoryId");
            assertRefused(QS.replace("\"data_version\":1", "\"data_version\":0"), "clusterId");
            assertRefused(QS.replace("\"data_version\":1", "\"data_version\":\"1\""), "clusterId");
            assertRefused(QS.replace("\"leaderId\":1", "\"leaderId\":\"1\""), "leaderId");
            assertRefused(QS.replace("\"leaderEpoch\":2", "\"leaderEpoch\":2147483648"), "leaderEpoch");
            assertRefused(QS.replace("\"votedId\":-1", "\"votedId\":null"), "votedId");
            assertRefused(QS.replace("AAAAAAAAAAAAAAAAAAAAAA", "AAAA"), "votedDirectoryId");
            assertRefused(QS.replace("{", "{\"currentVoters\":[{\"voterId\":1}],"), "currentVoters");
            assertRefused(QS_0.replace("[{\"voterId\":1},{\"voterId\":2}]", "null"), "currentVoters");
            assertRefused(QS_0.replace("{\"voterId\":1}", "{}"), "voterId");
            assertRefused(QS_0.replace("{\"voterId\":1}", "1"), "voterId");
            assertRefused(QS_0.replace("\"appliedOffset\":0", "\"appliedOffset\":\"0\""), "appliedOffset");
        }

        private void assertRefused(String text, String field) throws IOException {
            FileReading<QuorumState> reading = state(text);
            assertEquals(Optional.empty(), reading.value(), text);
            assertEquals("UNREADABLE 1 " + field, oddities(reading).get(0), text);
        }

        @Test
        void aVotedDirectoryWithoutAVoteIsNoVote() throws IOException {
            FileReading<QuorumState> reading = state(QS.replace("AAAAAAAAAAAAAAAAAAAAAA", DIRECTORY));
            assertEquals(OptionalInt.empty(), reading.value().orElseThrow().votedId());
            assertEquals(Optional.empty(), reading.value().orElseThrow().votedDirectoryId());
            assertEquals(List.of("UNUSUAL 1 votedDirectoryId"), oddities(reading));
        }
    }

    @Nested
    class OtherCases {
        @ParameterizedTest
        @ValueSource(strings = {"", "0\n0\n", "0\n0"})
        void noEpochs(String text) throws IOException {
            FileReading<LeaderEpochs> reading = read(IdentityFiles::leaderEpochs, text);
            assertEquals(new LeaderEpochs(List.of()), reading.value().orElseThrow());
            assertEquals(List.of(), reading.oddities());
        }

        @ParameterizedTest
        @ValueSource(strings = {"0\n2\n1 0\n5 10\n", "0\r\n2\r\n1 0\r\n5 10\r\n", "0\n2\n1  0\n5 \t10\n", "0\n2\n1 0\n5 10", "0\n2\n1 0 \n5 10\n"})
        void sameEpochs(String text) throws IOException {
            FileReading<LeaderEpochs> reading = read(IdentityFiles::leaderEpochs, text);
            assertEquals(new LeaderEpochs(List.of(new LeaderEpochs.Start(1, 0), new LeaderEpochs.Start(5, 10))), reading.value().orElseThrow());
            assertEquals(List.of(), reading.oddities());
        }

        @Test
        void decreasingEpochsAndOffsetsAreKeptAsTheyAre() throws IOException {
            assertEquals(new LeaderEpochs(List.of(new LeaderEpochs.Start(5, 0), new LeaderEpochs.Start(3, 10))),
                read(IdentityFiles::leaderEpochs, "0\n2\n5 0\n3 10\n").value().orElseThrow());
            assertEquals(new LeaderEpochs(List.of(new LeaderEpochs.Start(1, 10), new LeaderEpochs.Start(2, 5))),
                read(IdentityFiles::leaderEpochs, "0\n2\n1 10\n2 5\n").value().orElseThrow());
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            1;1;1 0;              | UNREADABLE 1 version
            x;1;1 0;              | UNREADABLE 1 version
            0;2;1 0;              | UNREADABLE 2 count
            0;1;1 0;2 10;         | UNREADABLE 2 count
            0;-1;                 | UNREADABLE 2 count
            0;2147483647;1 0;     | UNREADABLE 2 count
            0;many;1 0;           | UNREADABLE 2 count
            0;1;1 0;;             | UNREADABLE 4 entry
            0;1; 1 0;             | UNREADABLE 3 entry
            0;2;1 0;2147483648 1; | UNREADABLE 4 entry
            0;1;1 0 0;            | UNREADABLE 3 entry
            """)
        void epochsThatKafkaRefuses(String lines, String oddity) throws IOException {
            FileReading<LeaderEpochs> reading = read(IdentityFiles::leaderEpochs, lines.replace(';', '\n'));
            assertEquals(Optional.empty(), reading.value());
            assertEquals(List.of(oddity), oddities(reading));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            version: 0;topic_id: AAAAAAAAAAAAAAAAAAAAAQ   |
            version: 0;topic_id: B0aR-DKWXg3xGuFxXdo9Xg   | WRONG 2 topic_id
            version: 1;topic_id: AAAAAAAAAAAAAAAAAAAAAQ   | UNUSUAL 1 version
            v: 0;topic_id: AAAAAAAAAAAAAAAAAAAAAQ         | UNUSUAL 1 version
            version: 0;topic_id: AAAAAAAAAAAAAAAAAAAAAQ;x | UNUSUAL 3
            """)
        void partitionMetadata(String lines, String oddity) throws IOException {
            FileReading<PartitionMetadata> reading = read(IdentityFiles::partitionMetadata, lines.replace(';', '\n'));
            String topicId = lines.contains("B0aR") ? DIRECTORY : PartitionMetadata.METADATA_TOPIC_ID;
            assertEquals(new PartitionMetadata(lines.contains("version: 1") ? 1 : 0, topicId), reading.value().orElseThrow());
            assertEquals(oddity == null ? List.of() : List.of(oddity), oddities(reading).stream().map(String::strip).toList());
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            ''|UNREADABLE 1 version
            version: 0|UNREADABLE 2 topic_id
            version:0|UNREADABLE 1 version
            version: -1;topic_id: AAAAAAAAAAAAAAAAAAAAAQ|UNREADABLE 1 version
            version: 0;topic_id: AAAAAAAAAAAAAAAAAAAAAA|UNREADABLE 2 topic_id
            version: 0;topic_id: X|UNREADABLE 2 topic_id
            """)
        void partitionMetadataThatKafkaRefuses(String lines, String oddity) throws IOException {
            FileReading<PartitionMetadata> reading = read(IdentityFiles::partitionMetadata, lines.replace(';', '\n'));
            assertEquals(Optional.empty(), reading.value());
            assertEquals(List.of(oddity), oddities(reading));
        }

        @Test
        void cleanShutdown() throws IOException {
            assertShutdown("", OptionalLong.empty(), List.of());
            assertShutdown("{\"version\":0,\"brokerEpoch\":50}", OptionalLong.of(50), List.of());
            assertShutdown("{\"version\":0,\"brokerEpoch\":-1}", OptionalLong.empty(), List.of());
            assertShutdown("{\"version\":0,\"brokerEpoch\":-7}", OptionalLong.empty(), List.of("WRONG - brokerEpoch"));
            assertShutdown("{\"version\":0,\"brokerEpoch\":\"50\"}", OptionalLong.of(50), List.of("UNUSUAL - "));
            assertShutdown("{\"version\":0", OptionalLong.empty(), List.of("WRONG - brokerEpoch"));
            assertShutdown("\0\0\0", OptionalLong.empty(), List.of("WRONG - brokerEpoch"));
        }

        private void assertShutdown(String text, OptionalLong epoch, List<String> oddities) throws IOException {
            FileReading<CleanShutdown> reading = read(IdentityFiles::cleanShutdown, text);
            assertEquals(new CleanShutdown(epoch), reading.value().orElseThrow(), text);
            assertEquals(oddities, oddities(reading), text);
        }

        @Test
        void textOfBytesThatAreNoUtf8IsRefused() throws IOException {
            assertEquals(List.of("UNREADABLE - "), oddities(read(IdentityFiles::leaderEpochs, "0\n1\n1 \u00ff\n")));
            assertEquals(List.of("UNREADABLE - "), oddities(read(IdentityFiles::quorumState, "{\"\u00ff\":1}")));
            assertEquals(List.of("UNREADABLE - "), oddities(read(IdentityFiles::partitionMetadata, "version\u00ff: 0\n")));
        }

        @Test
        void aFileThatIsGoneOrAFolderOrTooLongIsNotRead() throws IOException {
            CapturedFile gone = new CapturedFile(folder.resolve("gone"), "gone", FileKind.META_PROPERTIES, 9, "");
            FileReading<MetaProperties> reading = IdentityFiles.metaProperties(gone);
            assertTrue(reading.notRead());
            assertEquals("no such file or folder", reading.oddities().get(0).found());
            assertTrue(IdentityFiles.quorumState(new CapturedFile(folder, "folder", FileKind.QUORUM_STATE, 0, "")).notRead());
            assertTrue(read(IdentityFiles::cleanShutdown, new byte[SmallFile.LONGEST + 1]).notRead());
            assertFalse(read(IdentityFiles::metaProperties, " ".repeat(SmallFile.LONGEST)).notRead());
        }

        @Test
        void hostileTextIsShownShort() throws IOException {
            FileReading<QuorumState> reading = read(IdentityFiles::quorumState, "{\"" + "x".repeat(100_000) + "\":" + "[".repeat(900) + "]".repeat(900) + "}");
            assertTrue(reading.oddities().get(0).found().length() < 200);
            assertTrue(reading.says().keySet().stream().allMatch(k -> k.length() < 200));
            assertTrue(reading.says().values().stream().allMatch(k -> k.length() < 200));
        }
    }

    @Test
    void reservedDirectoryIdsAreThoseOfKafka() {
        for (long least : new long[] {Long.MIN_VALUE, -1, 0, 1, 99, 100, Long.MAX_VALUE}) {
            for (long most : new long[] {-1, 0, 1}) {
                assertEquals(org.apache.kafka.common.DirectoryId.reserved(new org.apache.kafka.common.Uuid(most, least)),
                    new DirectoryId(most, least).isReserved(), most + " " + least);
            }
        }
    }
}
