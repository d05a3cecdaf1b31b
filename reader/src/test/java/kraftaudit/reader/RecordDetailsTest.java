package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kraftaudit.reader.RecordDetail.Field;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records shown field by field: each field's bytes, read by hand, are its value. */
class RecordDetailsTest {
    private static final Profile PROFILE = new Profile("test", 30, schema(), 34, true);
    private final RecordDetails details = new RecordDetails(Schemas.builtIn(), PROFILE);

    private static JsonNode schema() {
        try {
            return new ObjectMapper().readTree("""
                {"apiKey": 30, "type": "metadata", "name": "ClusterIdRecord", "validVersions": "0", "flexibleVersions": "0+",
                 "fields": [{"name": "ClusterId", "type": "string", "versions": "0+"}]}""");
        } catch (java.io.IOException e) {
            return JsonNodeFactory.instance.nullNode();
        }
    }

    private static Scan scan(Path file, FileKind kind) throws Exception {
        return Scanner.scan(new CapturedFile(file, file.getFileName().toString(), kind, Files.size(file), ""), Schemas.builtIn(), PROFILE);
    }

    private static Scan sample(String folder) throws Exception {
        return scan(Samples.all().resolve(folder).resolve("__cluster_metadata-0/00000000000000000000.log"), FileKind.SEGMENT);
    }

    @Test
    void theVotersRecordThatWasLost() throws Exception {
        RecordDetail record = details.atOffset(List.of(sample("lost-voter-change/node1")), 54).orElseThrow();
        assertTrue(record.control());
        assertEquals("KRAFT_VOTERS", record.type());
        assertEquals(54, record.offset().getAsLong());
        assertEquals(1, record.epoch().getAsInt());
        assertEquals(Optional.empty(), record.problem());
        List<String> ids = record.fields().stream().filter(f -> f.name().equals("voterId")).map(Field::value).toList();
        assertEquals(List.of("1", "2", "3", "4"), ids);
        List<String> directories = record.fields().stream().filter(f -> f.name().equals("voterDirectoryId")).map(Field::value).toList();
        assertEquals("Fv7PRm52uQx2lJyIZdTz6A", directories.get(3));
        assertEquals(4, new ObjectMapper().readTree(record.json()).get("voters").size());
    }

    @Test
    void everyNumberIsWhatItsBytesSay() throws Exception {
        for (String folder : List.of("lost-voter-change/node3", "snapshots/node1", "static-3.3.2/node1", "mv-upgrade/node1")) {
            Path log = Samples.all().resolve(folder).resolve("__cluster_metadata-0/00000000000000000000.log");
            byte[] file = Files.readAllBytes(log);
            Scan scan = scan(log, FileKind.SEGMENT);
            long end = ((Run) scan.regions().get(0)).endOffset();
            int numbers = 0;
            for (long offset = ((Run) scan.regions().get(0)).baseOffset(); offset < end; offset++) {
                RecordDetail record = details.atOffset(List.of(scan), offset).orElseThrow();
                assertEquals(offset, record.offset().getAsLong());
                assertEquals(Optional.empty(), record.problem(), folder + " " + offset);
                for (Field field : record.fields()) {
                    assertTrue(field.from() <= field.to() && field.to() <= file.length, field.toString());
                    boolean fixed = List.of(2L, 4L, 8L).contains(field.to() - field.from()) && field.value().matches("-?[0-9]+")
                        && !field.name().endsWith("Delta") && !field.name().endsWith("Length") && field.depth() > 0 && !isText(field);
                    if (fixed || field.name().equals("baseTimestamp")) {
                        assertEquals(field.value(), Long.toString(bigEndian(file, field)), folder + " " + offset + " " + field);
                        numbers++;
                    }
                    if (field.value().contains("127.0.0.1") && field.depth() > 1) {
                        assertEquals(field.value(), new String(file, (int) field.from(), (int) (field.to() - field.from()), java.nio.charset.StandardCharsets.UTF_8));
                    }
                }
                for (RecordDetail.Bytes bytes : record.bytes()) {
                    assertEquals(HexFormat.of().formatHex(file, (int) bytes.position(), (int) bytes.end()), bytes.hex());
                }
                Field last = record.fields().get(record.fields().size() - 1);
                assertEquals("headers", last.name());
                assertEquals(record.place().position() + record.place().length(), last.to(), "the record ends with its headers");
            }
            assertTrue(numbers > 100, numbers + " numbers looked at in " + folder);
        }
    }

    /** Names, hosts and the like may be digits too. */
    private static boolean isText(Field field) {
        return field.name().equals("host") || field.name().equals("name") || field.name().equals("value") || field.name().equals("length");
    }

    private static long bigEndian(byte[] file, Field field) {
        long value = file[(int) field.from()];
        for (long i = field.from() + 1; i < field.to(); i++) {
            value = value << 8 | file[(int) i] & 0xff;
        }
        return value;
    }

    @Test
    void aPositionFindsTheRecordAroundIt() throws Exception {
        Scan scan = sample("lost-voter-change/node1");
        RecordDetail wanted = details.atOffset(List.of(scan), 54).orElseThrow();
        for (long position : new long[] {wanted.place().position(), wanted.place().position() + wanted.place().length() - 1,
            wanted.bytes().get(0).position()}) {
            assertEquals(wanted, details.atPosition(scan, position).orElseThrow());
        }
        assertTrue(details.atPosition(scan, scan.length()).isEmpty());
        assertTrue(details.atOffset(List.of(scan), 58).isEmpty());
    }

    @Test
    void damageIsShownWithItsBytes(@TempDir Path folder) throws Exception {
        byte[] bytes = Files.readAllBytes(Samples.all().resolve("lost-voter-change/node1/__cluster_metadata-0/00000000000000000000.log"));
        bytes[bytes.length - 10] ^= 1;
        Path log = Files.write(folder.resolve("00000000000000000000.log"), bytes);
        Scan scan = scan(log, FileKind.SEGMENT);
        RecordDetail damage = details.atPosition(scan, bytes.length - 10).orElseThrow();
        assertEquals("damage CHECKSUM", damage.type());
        assertEquals(bytes[bytes.length - 10] & 0xff, Integer.parseInt(damage.bytes().get(0).hex().substring(2 * (int) (bytes.length - 10 - damage.bytes().get(0).position()),
            2 * (int) (bytes.length - 10 - damage.bytes().get(0).position()) + 2), 16));
    }

    @Test
    void aFileThatShrankIsSaid(@TempDir Path folder) throws Exception {
        byte[] bytes = Files.readAllBytes(Samples.all().resolve("lost-voter-change/node1/__cluster_metadata-0/00000000000000000000.log"));
        Path log = Files.write(folder.resolve("00000000000000000000.log"), bytes);
        Scan scan = scan(log, FileKind.SEGMENT);
        Files.write(log, new byte[10]);
        Exception thrown = org.junit.jupiter.api.Assertions.assertThrows(java.io.IOException.class, () -> details.atPosition(scan, 100));
        assertFalse(thrown.getMessage().isEmpty());
    }

    @Test
    void everyRecordOfEverySampleIsShown() throws Exception {
        int shown = 0;
        try (Stream<Path> files = Files.walk(Samples.all())) {
            for (Path file : files.filter(f -> f.toString().matches(".*(\\d{20}\\.log|\\.checkpoint)")).sorted().toList()) {
                Scan scan = scan(file, file.toString().endsWith(".log") ? FileKind.SEGMENT : FileKind.CHECKPOINT);
                for (Event event : scan.events()) {
                    RecordDetail record = details.atPosition(scan, event.at().place().position()).orElseThrow();
                    assertEquals(event.at().place(), record.place(), file.toString());
                    assertEquals(event.at().timestamp(), record.timestamp());
                    shown++;
                }
            }
        }
        assertTrue(shown > 500, shown + " records");
    }
}
