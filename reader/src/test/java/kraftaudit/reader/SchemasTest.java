package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemasTest {
    private static final String PROFILE_SCHEMA = """
        {"apiKey": %d, "type": "metadata", "name": "ClusterIdRecord", "validVersions": "0", "flexibleVersions": "0+",
         "fields": [{"name": "ClusterId", "type": "string", "versions": "0+"}]}""";
    /** Which message each control record type holds; Kafka's {@code ControlRecordUtils} has this as one method per type. */
    private static final Map<String, ControlRecordType> CONTROL = Map.of("LeaderChangeMessage", ControlRecordType.LEADER_CHANGE,
        "SnapshotHeaderRecord", ControlRecordType.SNAPSHOT_HEADER, "SnapshotFooterRecord", ControlRecordType.SNAPSHOT_FOOTER,
        "KRaftVersionRecord", ControlRecordType.KRAFT_VERSION, "VotersRecord", ControlRecordType.KRAFT_VOTERS);

    static Profile profile(String name, int apiKey) {
        try {
            return new Profile(name, apiKey, new ObjectMapper().readTree(PROFILE_SCHEMA.formatted(apiKey)), 34, true);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    /** The index is kept by hand; what it says has to be what the unpacked definitions say. */
    @Test
    void theIndexIsThatOfTheDefinitionsAtHand() throws IOException, URISyntaxException {
        URL index = Schemas.class.getResource("schemas/index");
        Path folder = Path.of(index.toURI()).getParent();
        TreeMap<String, TreeMap<Integer, String>> lines = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                String release = folder.relativize(file).getName(0).toString();
                Definition definition = Definition.read(Files.newInputStream(file));
                int key = definition.apiKey().orElseGet(() -> -1 - CONTROL.get(definition.name()).type());
                String name = key < 0 ? CONTROL.get(definition.name()).name() : Schemas.snakeCase(definition.name());
                String path = folder.resolve(release).relativize(file).toString().replace('\\', '/').replace(".json", "");
                String before = lines.computeIfAbsent(release, r -> new TreeMap<>())
                    .put(key, String.join(" ", release, Integer.toString(key), definition.versions().toString(), name, path));
                assertEquals(null, before);
            }
        }
        List<String> expected = new ArrayList<>();
        lines.descendingMap().values().forEach(release -> expected.addAll(release.values()));
        assertEquals(String.join("\n", expected), Files.readString(Path.of(index.toURI())).strip());
        assertTrue(AppInfoParser.getVersion().startsWith(lines.lastKey() + "."), "definitions of another release than " + AppInfoParser.getVersion());
    }

    @Test
    void everyTypeAndVersionOfKafkaIsThere() {
        Schemas schemas = Schemas.builtIn();
        Map<Integer, String> expected = new TreeMap<>();
        for (MetadataRecordType type : MetadataRecordType.values()) {
            expected.put((int) type.id(), type.name());
            assertEquals(OptionalInt.of(type.highestSupportedVersion()), schemas.highestVersion(type.id()));
            for (int version = type.lowestSupportedVersion(); version <= type.highestSupportedVersion(); version++) {
                List<Layout> layouts = schemas.layouts(type.id(), version);
                assertEquals("4.4", layouts.get(0).source, type::name);
                assertEquals(type.newMetadataRecord().getClass().getSimpleName(), layouts.get(0).name);
            }
            assertEquals(List.of(), schemas.layouts(type.id(), type.highestSupportedVersion() + 1));
        }
        CONTROL.values().forEach(type -> expected.put(-1 - type.type(), type.name()));
        expected.put(6, "ACCESS_CONTROL_RECORD");
        expected.put(16, "REMOVE_FEATURE_LEVEL_RECORD");
        assertEquals(expected, schemas.typeNames());
        assertEquals(Arrays.stream(ControlRecordType.values()).map(Enum::name).filter(n -> !n.matches("ABORT|COMMIT|UNKNOWN")).sorted().toList(),
            CONTROL.values().stream().map(Enum::name).sorted().toList());
        assertEquals(Optional.empty(), schemas.typeName(30));
        assertEquals(OptionalInt.empty(), schemas.highestVersion(30));
        assertEquals(List.of(), schemas.layouts(30, 0));
    }

    @Test
    void olderLayoutsComeAfterTheNewestOnes() {
        Schemas schemas = Schemas.builtIn();
        for (int key : new int[] {10, 11, 12}) {
            assertEquals(List.of("4.4", "3.2"), schemas.layouts(key, 0).stream().map(l -> l.source).toList());
        }
        assertEquals(List.of("3.2"), schemas.layouts(6, 0).stream().map(l -> l.source).toList());
    }

    /** What is masked in released records; a new field of that kind appears here, for a person to look at. */
    @Test
    void theSecretFieldsOfReleasedRecordsAreThese() {
        Schemas schemas = Schemas.builtIn();
        String secrets = schemas.typeNames().keySet().stream().flatMap(key -> schemas.layouts(key, 0).stream()).filter(l -> l.secret)
            .map(l -> l.source + " " + l.name + secrets(l.struct)).collect(Collectors.joining("\n"));
        assertEquals("""
            4.4 ConfigRecord name=NAME value=NAMED
            4.4 UserScramCredentialRecord salt=ALWAYS storedKey=ALWAYS serverKey=ALWAYS
            3.2 UserScramCredentialRecord salt=ALWAYS saltedPassword=ALWAYS""", secrets);
    }

    private static String secrets(Layout.Struct struct) {
        return Arrays.stream(struct.fields)
            .map(f -> (f.secret == Layout.Secret.NEVER ? "" : " " + f.name + "=" + f.secret) + (f.struct == null ? "" : secrets(f.struct)))
            .collect(Collectors.joining());
    }

    @Test
    void aProfileTakesItsKeyAndNoOther() {
        Schemas released = Schemas.builtIn();
        Schemas draft = released.with(profile("kip-1262-draft", 29));
        assertEquals(List.of("profile kip-1262-draft"), draft.layouts(29, 0).stream().map(l -> l.source).toList());
        assertEquals(Optional.of("CLUSTER_ID_RECORD"), draft.typeName(29));
        assertEquals(Optional.empty(), draft.typeName(30));
        assertEquals("ClusterIdRecord", draft.clusterId(0).orElseThrow().name);
        assertEquals(Optional.empty(), draft.clusterId(1));
        assertEquals(Optional.empty(), released.clusterId(0));
        assertEquals(Optional.of("UNREGISTER_CONTROLLER_RECORD"), released.typeName(29));
        Schemas standard = released.with(profile("kip-1262", 30));
        assertEquals(Optional.of("UNREGISTER_CONTROLLER_RECORD"), standard.typeName(29));
        assertEquals(Optional.of("CLUSTER_ID_RECORD"), standard.typeName(30));
        JsonNode none = new ObjectMapper().createObjectNode();
        assertEquals("profile mine: \"validVersions\" is missing", assertThrows(IllegalArgumentException.class,
            () -> released.with(new Profile("mine", 40, none, 34, true))).getMessage());
    }

    @Test
    void aFolderAddsAndOverrides(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("A.json"), "// a comment\n" + PROFILE_SCHEMA.formatted(12).replace("ClusterIdRecord", "LevelRecord"));
        Files.writeString(folder.resolve("B.json"), PROFILE_SCHEMA.formatted(4711));
        Files.writeString(folder.resolve("C.json"), """
            {"apiKey": 3, "type": "request", "name": "MetadataRequest", "validVersions": "0-13", "flexibleVersions": "9+", "fields": []}""");
        Files.writeString(folder.resolve("SnapshotFooter2.json"), """
            {"type": "data", "name": "SnapshotFooterRecord", "validVersions": "0-1", "flexibleVersions": "0+",
             "fields": [{"name": "Version", "type": "int16", "versions": "0+"}, {"name": "Records", "type": "int64", "versions": "1+"}]}""");
        Files.writeString(folder.resolve("notes.txt"), "not looked at");
        Schemas schemas = Schemas.builtIn().with(profile("kip-1262", 30)).with(folder);
        assertEquals(List.of("A.json", "4.4", "3.2"), schemas.layouts(12, 0).stream().map(l -> l.source).toList());
        assertEquals(Optional.of("LEVEL_RECORD"), schemas.typeName(12));
        assertEquals(Optional.of("CLUSTER_ID_RECORD"), schemas.typeName(4711));
        assertEquals(Optional.of("PARTITION_RECORD"), schemas.typeName(3));
        assertEquals(Optional.of("SNAPSHOT_FOOTER"), schemas.typeName(-5));
        assertEquals(OptionalInt.of(1), schemas.highestVersion(-5));
        assertEquals("profile kip-1262", schemas.clusterId(0).orElseThrow().source);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {                                          | not JSON: Unexpected end-of-input: expected close marker for Object in line 1
        []                                         | not a JSON object
                                                   | empty
        {"name": "XRecord"}                        | "validVersions" is missing in XRecord
        {"validVersions": "1-x"}                   | "1-x" names no versions
        {"validVersions": "0", "name": "X", "type": "metadata"} | "apiKey" is missing
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 70000} | "apiKey" is 70000, not a number from 0 to 32767
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1} | version 0 is not in the flexible encoding
        {"validVersions": "0+", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+"} | "validVersions" has no end
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": 3} | "fields" is not a list
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [3]} | an object is expected instead of 3
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [{"name": "F", "versions": "0+"}]} | "type" is missing in F
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [{"name": "F", "versions": "0+", "type": "int33"}]} | unknown type int33 of F
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [{"name": "F", "versions": "0+", "type": "int32", "default": "many"}]} | the default of f is many
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [{"name": "F", "versions": "0+", "type": "int32", "taggedVersions": "0+"}]} | "tag" is missing in F
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [{"name": "F", "versions": "0+", "type": "S"}], "commonStructs": [{"name": "S", "versions": "0+", "fields": [{"name": "F", "versions": "0+", "type": "[]S"}]}]} | structures lie more than 32 deep in each other
        {"validVersions": "0", "name": "X Y", "type": "metadata"} | "X Y" is no name
        {"validVersions": "0", "name": "", "type": "metadata"} | a name is empty
        {"validVersions": "0", "name": "X", "type": "metadata", "apiKey": 1, "flexibleVersions": "0+", "fields": [{"name": "1st", "versions": "0+", "type": "int32"}]} | "1st" is no name
        {"type": "request", "validVersions": "0", "name": "X"} | no definition of a metadata record
        """)
    void aBadDefinitionIsRefusedByName(String text, String reason, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("Bad.json");
        Files.writeString(file, text == null ? "" : text);
        String message = assertThrows(IllegalArgumentException.class, () -> Schemas.builtIn().with(folder)).getMessage();
        Path named = reason.startsWith("no definition") ? folder : file;
        assertTrue(message.startsWith(named + ": " + reason), message);
    }

    @Test
    void aDefinitionTooDeepToReadIsRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("Deep.json"), "[".repeat(100_000));
        String message = assertThrows(IllegalArgumentException.class, () -> Schemas.builtIn().with(folder)).getMessage();
        assertTrue(message.startsWith(file + ": not JSON: "), message);
    }

    @Test
    void twoDefinitionsOfOneKeyAreRefused(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("A.json"), PROFILE_SCHEMA.formatted(50));
        Files.writeString(folder.resolve("B.json"), PROFILE_SCHEMA.formatted(50));
        assertEquals(folder.resolve("B.json") + ": has the same key as A.json",
            assertThrows(IllegalArgumentException.class, () -> Schemas.builtIn().with(folder)).getMessage());
        assertThrows(IOException.class, () -> Schemas.builtIn().with(folder.resolve("missing")));
    }

    @Test
    void kafkasOwnFolderOfDefinitionsIsTaken() throws URISyntaxException {
        Path folder = Path.of(Schemas.class.getResource("schemas/4.4/common/metadata").toURI());
        Schemas schemas = assertDoesNotThrow(() -> Schemas.builtIn().with(folder));
        assertEquals(List.of("TopicRecord.json", "4.4"), schemas.layouts(2, 0).stream().map(l -> l.source).toList());
    }
}
