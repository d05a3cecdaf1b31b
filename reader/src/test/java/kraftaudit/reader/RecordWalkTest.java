package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordWalkTest {
    private static final int TOPIC = 2;
    private static final int NO_OP = 20;
    private static final int LEADER_CHANGE = -3;

    @TempDir
    private Path folder;

    private record Seen(long offset, int epoch, OptionalInt key, Optional<JsonNode> payload, RecordAt at) {
    }

    private Scan scan(WrittenLog log) throws Exception {
        Path node = log.node("id", 1, 1).write(folder.resolve("node1"));
        return scans(node).get(0);
    }

    private static List<Scan> scans(Path node) throws Exception {
        return Reader.read(CaptureFinder.find(List.of(node)), Scans.SCHEMAS, Scans.PROFILE, 1).get(0).segments();
    }

    private static List<Seen> walk(Scan scan, long from, long to, boolean decode) throws IOException {
        List<Seen> seen = new ArrayList<>();
        RecordWalk.walk(scan, from, to, Scans.SCHEMAS, new RecordWalk.Visitor() {
            @Override
            public boolean wants(int key) {
                return decode;
            }

            @Override
            public void visit(RecordAt at, OptionalInt key, Optional<JsonNode> payload) {
                seen.add(new Seen(at.offset(), at.epoch(), key, payload, at));
            }
        });
        return seen;
    }

    @Test
    void recordsOfARangeWithWhatTheyHold() throws Exception {
        Scan scan = scan(WrittenLog.of("lead 1; noop 2; noop + topic orders + noop; lead 2; noop"));
        List<Seen> seen = walk(scan, 2, 7, true);

        assertEquals(List.of(2L, 3L, 4L, 5L, 6L), seen.stream().map(Seen::offset).toList());
        assertEquals(List.of(1, 1, 1, 1, 2), seen.stream().map(Seen::epoch).toList());
        assertEquals(List.of(NO_OP, NO_OP, TOPIC, NO_OP, LEADER_CHANGE), seen.stream().map(s -> s.key().getAsInt()).toList());
        assertEquals("orders", seen.get(2).payload().orElseThrow().get("name").asText());
        assertEquals(2, seen.get(4).payload().orElseThrow().get("leaderId").asInt());
        assertEquals(WrittenLog.START + 3000, seen.get(2).at().timestamp(), "the time of its batch, which begins at 3");
        assertEquals(3, seen.get(2).at().baseOffset());
    }

    @Test
    void placesAreTheRecordsOwnBytes() throws Exception {
        Scan scan = scan(WrittenLog.of("lead 1; noop + topic orders"));
        RecordAt topic = walk(scan, 2, 3, false).get(0).at();
        byte[] bytes = Files.readAllBytes(scan.file().path());
        String text = new String(bytes, (int) topic.place().position(), (int) topic.place().length(), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("orders"), text);
        assertEquals(bytes.length, topic.place().position() + topic.place().length());
    }

    @Test
    void nothingIsDecodedUnlessWanted() throws Exception {
        Scan scan = scan(WrittenLog.of("lead 1; topic orders"));
        assertTrue(walk(scan, 0, 9, false).stream().allMatch(s -> s.payload().isEmpty()));
    }

    @Test
    void recordsThatDoNotDecodeAreStillThere() throws Exception {
        Scan scan = scan(WrittenLog.of("lead 1; hex 02140000 + hex 01021f + hex 01c9010000; control 99 000000"));
        List<Seen> seen = walk(scan, 1, 5, true);
        assertEquals(List.of(OptionalInt.empty(), OptionalInt.of(TOPIC), OptionalInt.of(201), OptionalInt.of(-100)), seen.stream().map(Seen::key).toList(),
            "frame version 2; a topic of an unknown version; an unknown key; an unknown control type");
        assertTrue(seen.stream().allMatch(s -> s.payload().isEmpty()));
    }

    /** The scanner counts records by another path: both agree on every segment of every sample. */
    @Test
    void countsAsTheScanDoesOnEverySample() throws Exception {
        int segments = 0;
        try (Stream<Path> samples = Files.list(Samples.all())) {
            for (Path sample : samples.filter(s -> !s.endsWith("harness") && !s.endsWith("made") && Files.isDirectory(s)).sorted().toList()) {
                try (Stream<Path> nodes = Files.list(sample)) {
                    for (Path node : nodes.filter(n -> n.getFileName().toString().startsWith("node")).sorted().toList()) {
                        for (Scan scan : scans(node)) {
                            SortedMap<Integer, Long> counts = new TreeMap<>();
                            walk(scan, 0, Long.MAX_VALUE, false).forEach(s -> counts.merge(s.key().getAsInt(), 1L, Long::sum));
                            assertEquals(scan.recordCounts(), counts, scan.file().name());
                            segments++;
                        }
                    }
                }
            }
        }
        assertTrue(segments > 25, segments + " segments");
    }

    @Test
    void aFileThatChangedMeanwhileIsToldAsSuch() throws Exception {
        Scan scan = scan(WrittenLog.of("lead 1; noop 5"));
        byte[] bytes = Files.readAllBytes(scan.file().path());
        Files.write(scan.file().path(), java.util.Arrays.copyOf(bytes, bytes.length - 20));
        assertThrows(IOException.class, () -> walk(scan, 0, 9, true));
        Files.write(scan.file().path(), new byte[bytes.length]);
        assertThrows(IOException.class, () -> walk(scan, 0, 9, true));
    }
}
