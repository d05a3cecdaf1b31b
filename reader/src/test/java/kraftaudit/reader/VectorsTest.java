package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kraftaudit.written.Batches;
import kraftaudit.written.Control;
import kraftaudit.written.DataValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes that Kafka 4.4.0 wrote, in hex, and what they mean. */
class VectorsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "2 | 0000 00000001 03 00000001 00 00000002 00 02 00000001 00 00 | LeaderChange 1 voters [1, 2] granting [1]",
        "3 | 0000 0000018bcfe56800 00 | SnapshotHeader 1700000000000",
        "4 | 0000 00 | SnapshotFooter 0",
        "5 | 0000 0001 00 | KRaftVersion 1",
        "6 | 0000 02 00000001 0000000000000001 0000000000000002 02 0b 434f4e54524f4c4c4552 03 6831 2385 00 0000 0001 00 00 00"
            + " | Voters [1/AAAAAAAAAAEAAAAAAAAAAg/[CONTROLLER://h1:9093]/0-1]",
    })
    void controlRecords(int type, String value, String meaning) throws IOException {
        Scan scan = scan(Batches.control(0, 1, 1_700_000_000_000L, Control.raw(type, DataValues.hex(value))));
        assertEquals(List.of(meaning), scan.events().stream().map(ScanText::content).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "01 0c 00 | 11 6d657461646174612e76657273696f6e 0021 00 | FeatureLevel metadata.version 33",
        "01 17 00 | 01 00 12 12 426f6f747374726170207265636f726473 | BeginTransaction Bootstrap records",
        "01 17 00 | 00 | BeginTransaction null",
        "01 11 01 | 00000001 000000000000000a 01 00 01 ff"
            + " | BrokerRegistrationChange v1 1 epoch 10 fenced -1 shutdown 0 directories false",
        "01 1d 00 | 00000003 00 | UnregisterController 3",
    })
    void dataRecords(String frame, String body, String meaning) throws IOException {
        Scan scan = scan(Batches.data(0, 1, 1_700_000_000_000L, DataValues.hex(frame + body)));
        assertEquals(List.of(meaning), scan.events().stream().filter(event -> !(event instanceof Event.FirstOfType))
                .map(ScanText::content).toList());
    }

    @Test
    void wholeBatches() throws IOException {
        byte[] control = DataValues.hex("00000000000000050000004f00000003021154eaf90020000000000000018bcfe568000000018bcfe56800ff"
                + "ffffffffffffffffffffffffff000000013a0000000800000002260000000000010200000001000200000001000000");
        byte[] data = DataValues.hex("0000000000000006000000790000000302278ca6d80000000000020000018bcfe568010000018bcfe56801ffff"
                + "ffffffffffffffffffffffff000000033c000000013001170001001212426f6f747374726170207265636f726473003a0000020"
                + "12e010c00116d657461646174612e76657273696f6e002100001400000401080118000000");
        Scan scan = scan(Batches.join(control, data));
        assertEquals(List.of(
                "[61+30] offset 5 epoch 3 time 1700000000000 batch 5 LeaderChange 1 voters [1] granting [1]",
                "[152+31] offset 6 epoch 3 time 1700000000001 batch 6 BeginTransaction Bootstrap records",
                "[183+30] offset 7 epoch 3 time 1700000000001 batch 6 FeatureLevel metadata.version 33",
                "[213+11] offset 8 epoch 3 time 1700000000001 batch 6 EndTransaction"),
                scan.events().stream().filter(event -> !(event instanceof Event.FirstOfType)).map(ScanText::text).toList());
        assertEquals(List.of("[0+224] offsets 5 to 9 epoch 3 batches 2 records 4 first [0+91] to 6 control true data 91+133 offset 6"
                + " last time 1700000000001"), scan.regions().stream().map(ScanText::text).toList());
    }

    @Test
    void quorumStates() throws IOException {
        assertEquals(new QuorumState(0, OptionalInt.of(1), 2, OptionalInt.empty(), Optional.empty(), List.of(1)), quorumState(
                "{\"clusterId\":\"\",\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":-1,\"appliedOffset\":0,"
                + "\"currentVoters\":[{\"voterId\":1}],\"data_version\":0}"));
        assertEquals(new QuorumState(1, OptionalInt.of(1), 2, OptionalInt.of(3), Optional.of(new DirectoryId(1, 2)), List.of()), quorumState(
                "{\"leaderId\":1,\"leaderEpoch\":2,\"votedId\":3,\"votedDirectoryId\":\"AAAAAAAAAAEAAAAAAAAAAg\",\"data_version\":1}"));
    }

    private QuorumState quorumState(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("quorum-state"), text);
        FileReading<QuorumState> reading = IdentityFiles.quorumState(new CapturedFile(file, "quorum-state", FileKind.QUORUM_STATE, text.length(), ""));
        assertEquals(List.of(), reading.oddities());
        return reading.value().orElseThrow();
    }

    private Scan scan(byte[] bytes) throws IOException {
        return ScanText.scan(Files.write(folder.resolve("00000000000000000005.log"), bytes));
    }
}
