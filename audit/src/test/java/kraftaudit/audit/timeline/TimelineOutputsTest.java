package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import kraftaudit.audit.Locator;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.Style;
import kraftaudit.audit.report.TimelineCsv;
import kraftaudit.audit.report.TimelineDocuments;
import kraftaudit.audit.report.TimelineText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The four forms of a timeline say the same, each in its own grammar. */
class TimelineOutputsTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "timeline");

    // ---- JSON and CSV ----

    @ParameterizedTest
    @ValueSource(strings = {"lost-voter-change", "snapshots", "static-3.9", "unclean-stop", "made/two-different-ids", "mv-upgrade"})
    void jsonFitsItsSchemaAndTheCsvSaysTheSame(String sample) throws Exception {
        Timeline timeline = SampleTimelines.of(sample);
        JsonNode json = new ObjectMapper().readTree(Json.write(TimelineDocuments.of(List.of(timeline))));
        try (InputStream schema = TimelineDocuments.class.getResourceAsStream("timeline.schema.json")) {
            Set<ValidationMessage> faults = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema).validate(json);
            assertEquals(Set.of(), faults);
        }
        List<List<String>> fromJson = new ArrayList<>();
        JsonNode cluster = json.get("clusters").get(0);
        for (JsonNode lane : cluster.get("lanes")) {
            for (JsonNode item : lane.get("items")) {
                String replica = lane.get("replica").asText().isEmpty() ? item.get("replica").asText() : lane.get("replica").asText();
                fromJson.add(List.of(cluster.get("clusterId").asText(), replica, lane.get("lane").asText(), item.get("kind").asText(),
                    text(item, "offsetFrom"), text(item, "offsetTo"), text(item, "timestampFrom"), text(item, "timestampTo"), text(item, "status"),
                    item.get("label").asText()));
            }
        }
        List<List<String>> fromCsv = parse(TimelineCsv.render(List.of(timeline), true));
        assertEquals(List.of("cluster_id", "replica", "lane", "kind", "offset_from", "offset_to", "timestamp_from", "timestamp_to", "status", "label"),
            fromCsv.get(0));
        assertEquals(fromJson, fromCsv.subList(1, fromCsv.size()));
    }

    private static String text(JsonNode item, String field) {
        return item.get(field).isNull() ? "" : item.get(field).asText();
    }

    /** RFC 4180, written down from its grammar. */
    private static List<List<String>> parse(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        int i = 0;
        while (i < csv.length()) {
            if (csv.charAt(i) == '"') {
                int end = i + 1;
                while (csv.charAt(end) != '"' || end + 1 < csv.length() && csv.charAt(end + 1) == '"') {
                    end += csv.charAt(end) == '"' ? 2 : 1;
                }
                cell.append(csv.substring(i + 1, end).replace("\"\"", "\""));
                i = end + 1;
            }
            while (csv.charAt(i) != ',' && csv.charAt(i) != '\r') {
                cell.append(csv.charAt(i++));
            }
            row.add(cell.toString());
            cell.setLength(0);
            if (csv.charAt(i) == '\r') {
                assertEquals('\n', csv.charAt(i + 1));
                rows.add(row);
                row = new ArrayList<>();
                i++;
            }
            i++;
        }
        return rows;
    }

    // ---- text ----

    @ParameterizedTest
    @ValueSource(strings = {"lost-voter-change", "snapshots", "static-3.9", "made/two-different-ids"})
    void textIsAsReviewed(String sample) throws IOException {
        golden(sample.replace('/', '-') + ".txt", TimelineText.render(List.of(SampleTimelines.withoutFindings(sample)), Axis.OFFSET, Style.PLAIN));
    }

    @Test
    void textFitsATerminal() {
        for (Axis axis : Axis.values()) {
            TimelineText.render(List.of(SampleTimelines.of("lost-voter-change"), manyEvents(3000)), axis, Style.PLAIN).lines()
                .forEach(line -> assertTrue(line.length() <= 100, line));
        }
    }

    @Test
    void textOfThousandsOfEventsSaysHowManyItLeavesOut() {
        String text = TimelineText.render(List.of(manyEvents(3000)), Axis.OFFSET, Style.PLAIN);
        assertTrue(text.contains("more, all of them with --format csv"), text);
        assertTrue(text.lines().count() < 200);
    }

    private static void golden(String name, String text) throws IOException {
        Path file = GOLDEN.resolve(name);
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, text);
        }
        assertEquals(Files.readString(file), text);
    }

    // ---- SVG ----

    private static Document xml(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost-voter-change", "snapshots", "static-3.9", "unclean-stop", "made/open"})
    void svgIsWellFormedSelfContainedAndTold(String sample) throws Exception {
        for (Axis axis : Axis.values()) {
            for (Palette palette : Palette.values()) {
                String svg = TimelineSvg.svg(SampleTimelines.of(sample), axis, 1200, palette);
                Document document = xml(svg);
                assertEquals("svg", document.getDocumentElement().getTagName());
                assertEquals("title", document.getDocumentElement().getElementsByTagName("*").item(0).getNodeName());
                assertEquals(0, document.getElementsByTagName("script").getLength());
                assertFalse(svg.contains("href"), "nothing from elsewhere");
                assertFalse(svg.contains("@import"));
                for (String shape : List.of("rect", "polygon", "circle")) {
                    NodeList shapes = document.getElementsByTagName(shape);
                    for (int i = 0; i < shapes.getLength(); i++) {
                        String parent = shapes.item(i).getParentNode().getNodeName();
                        boolean drawn = parent.equals("g") && shapes.item(i).getAttributes().getNamedItem("stroke") != null;
                        assertTrue(!drawn || shapes.item(i).getFirstChild().getNodeName().equals("title"), "a shape without a title");
                    }
                }
                assertEquals(svg, TimelineSvg.svg(SampleTimelines.of(sample), axis, 1200, palette), "the same bytes again");
            }
        }
    }

    @Test
    void svgSaysTheLostChangeInWords() {
        String svg = TimelineSvg.svg(SampleTimelines.of("lost-voter-change"), Axis.OFFSET, 1400, Palette.LIGHT);
        assertTrue(svg.contains("lost on the branch of node1 node4, offsets 54 to 57, LOST"));
        assertTrue(svg.contains(">dead branch from 52<"));
    }

    @Test
    void svgStaysSaneFromThreeToThreeThousandEvents() throws Exception {
        String few = TimelineSvg.svg(manyEvents(3), Axis.OFFSET, 1200, Palette.LIGHT);
        String many = TimelineSvg.svg(manyEvents(3000), Axis.OFFSET, 1200, Palette.LIGHT);
        String huge = TimelineSvg.svg(manyEvents(100_000), Axis.OFFSET, 1200, Palette.LIGHT);
        xml(few);
        xml(many);
        xml(huge);
        assertTrue(huge.length() < 600_000, huge.length() + " bytes: shapes are bundled");
    }

    @Test
    void severalClustersShareOneDocument() throws Exception {
        Document document = xml(TimelineSvg.svg(List.of(SampleTimelines.of("lost-voter-change"), SampleTimelines.of("static-3.9")), Axis.OFFSET,
            1000, Palette.LIGHT));
        List<String> ids = new ArrayList<>();
        NodeList all = document.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Optional.ofNullable(all.item(i).getAttributes().getNamedItem("id")).ifPresent(id -> ids.add(id.getNodeValue()));
        }
        assertEquals(Set.copyOf(ids).size(), ids.size(), "ids are used once");
    }

    @Test
    void foreignTextCannotBreakOut() throws Exception {
        String evil = "</text><script>alert(1)</script>\u0000\u001b[31m\ud800&\"'";
        Item item = new Item(Kind.VIOLATION, 3, 4, -1, -1, Optional.empty(), evil, Locator.offset(evil, 3));
        Item bar = new Item(Kind.LEVEL, 0, 10, -1, -1, Optional.empty(), evil, Locator.offset(evil, 3));
        Lane lane = new Lane(Group.FINDINGS, evil, evil, evil, "", new Clock.Builder().build(), List.of(item));
        Lane level = new Lane(Group.LEVELS, evil, evil, "", "", new Clock.Builder().build(), List.of(bar));
        Timeline timeline = Timeline.of(evil, List.of(lane, level), new Clock.Builder().build(), new ProvenCurve(List.of()));
        Document document = xml(TimelineSvg.svg(timeline, Axis.TIME, 900, Palette.DARK));
        assertEquals(0, document.getElementsByTagName("script").getLength());
        String text = TimelineText.render(List.of(timeline), Axis.OFFSET, Style.PLAIN);
        assertFalse(text.contains("\u001b") || text.contains("\u0000"), text);
    }

    @Test
    void nothingHeldIsAPictureToo() throws Exception {
        Timeline empty = Timeline.of("", List.of(LaneTest.lane(List.of())), new Clock.Builder().build(), new ProvenCurve(List.of()));
        xml(TimelineSvg.svg(empty, Axis.OFFSET, 900, Palette.LIGHT));
        xml(TimelineSvg.svg(empty, Axis.TIME, 900, Palette.LIGHT));
        assertTrue(TimelineText.render(List.of(empty), Axis.TIME, Style.PLAIN).contains("nothing: no copy holds a record"));
    }

    /** Epochs of one record each, as a quorum that elects without end writes them, with a finding here and there. */
    private static Timeline manyEvents(int count) {
        List<Item> epochs = new ArrayList<>();
        List<Item> findings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            epochs.add(new Item(Kind.EPOCH, i, i + 1, -1, -1, Optional.empty(), "epoch " + i + " · leader " + i % 3, Locator.offset("node1", i)));
            if (i % 50 == 7) {
                findings.add(LaneTest.item(i % 100 == 7 ? Kind.NOTE : Kind.IRREGULAR, i, i + 1, -1, -1));
            }
        }
        Clock none = new Clock.Builder().build();
        return Timeline.of("many", List.of(new Lane(Group.FINDINGS, "findings", "findings", "", "", none, findings),
            new Lane(Group.QUORUM, "epochs", "epochs", "with leaders", "", none, epochs)), none, new ProvenCurve(List.of()));
    }
}
