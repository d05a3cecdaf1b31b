package kraftaudit.reader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.metadata.MetadataJsonConverters;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * The oracle of {@link DecoderOracleTest} for releases whose classes cannot be among those of the tests: every type and version
 * of each release decodes to what that release's own JSON converter prints. Run by hand with
 * {@code samples/harness/beside-kafka records}.
 *
 * <p>For each release it prints how many instances were alike and which differed, and it ends with 1 if one did, other than in a
 * layout that was changed in place: there bytes may fit the new one too, which is then shown.
 */
public final class RecordsOfRelease {
    private static final int INSTANCES = 1_000;
    private static final int MOST_SHOWN = 5;
    /** Keys of DelegationTokenRecord, UserScramCredentialRecord and FeatureLevelRecord. */
    private static final List<Integer> CHANGED_IN_PLACE = List.of(10, 11, 12);

    private RecordsOfRelease() {
    }

    /** @param args folder with a folder of jars for each release */
    public static void main(String[] args) throws IOException, InterruptedException {
        boolean agreed = true;
        try (Stream<Path> releases = Files.list(Path.of(args[0]))) {
            for (Path release : releases.sorted().toList()) {
                agreed &= release(release);
            }
        }
        System.exit(agreed ? 0 : 1);
    }

    private static boolean release(Path release) throws IOException, InterruptedException {
        Path written = Files.createTempFile("records", ".txt");
        String classes = release + File.separator + "*" + File.pathSeparator
            + Path.of(RecordsOfRelease.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        int code = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classes,
            Writer.class.getName()).redirectError(ProcessBuilder.Redirect.DISCARD).redirectOutput(written.toFile()).start().waitFor();
        if (code != 0) {
            throw new IOException("the classes of " + release + " wrote nothing");
        }
        int alike = 0;
        int others = 0;
        Map<String, Integer> explained = new TreeMap<>();
        Decoder decoder = new Decoder(Schemas.builtIn(), true);
        try (Stream<String> lines = Files.lines(written)) {
            for (String line : (Iterable<String>) lines::iterator) {
                String[] parts = line.split(" ", 4);
                String ours = decode(decoder, Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), HexFormat.of().parseHex(parts[2]));
                // 3.0 and 3.1 have another name for the same field
                JsonNode theirs = DecoderOracleTest.tree(parts[3].replace("\"producerIdsEnd\":", "\"nextProducerId\":"));
                if (ours.startsWith("{") && DecoderOracleTest.tree(ours).equals(theirs)) {
                    alike++;
                } else if (ours.startsWith("{") && decoder.layout().source.equals("4.4") && CHANGED_IN_PLACE.contains(Integer.parseInt(parts[0]))) {
                    explained.merge("key " + parts[0] + ": the bytes fit the layout of today too", 1, Integer::sum);
                } else if (others++ < MOST_SHOWN) {
                    System.out.println("  " + line + "\n    we " + ours);
                }
            }
        }
        Files.delete(written);
        System.out.println(release.getFileName() + ": " + alike + " records alike, " + others + " not");
        explained.forEach((reason, times) -> System.out.println("  " + reason + ": " + times));
        return others == 0;
    }

    private static String decode(Decoder decoder, int key, int version, byte[] body) {
        byte[] value = new byte[body.length + 3];
        value[0] = 1;
        value[1] = (byte) key;
        value[2] = (byte) version;
        System.arraycopy(body, 0, value, 3, body.length);
        JsonBytes json = new JsonBytes();
        try {
            Decoder.Outcome outcome = decoder.data(new Cursor().over(value, 0, value.length, 0), json);
            return outcome == Decoder.Outcome.DECODED ? json.toString() : outcome.toString();
        } catch (Malformed malformed) {
            return malformed.getMessage();
        }
    }

    /**
     * Runs with the classes of a release, where the decoder's are not, and prints a line for each instance: type, version, the
     * message's bytes and its JSON.
     */
    public static final class Writer {
        private Writer() {
        }

        /** @param args none */
        public static void main(String[] args) {
            PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
            for (MetadataRecordType type : MetadataRecordType.values()) {
                for (short version = type.lowestSupportedVersion(); version <= type.highestSupportedVersion(); version++) {
                    RandomRecords records = new RandomRecords(new Random((type + " v" + version).hashCode()));
                    for (int i = 0; i < INSTANCES; i++) {
                        ObjectNode json = records.json(RandomRecords.schema(type.newMetadataRecord().getClass(), version));
                        ApiMessage message = MetadataJsonConverters.readJson(json, type.id(), version);
                        ObjectSerializationCache cache = new ObjectSerializationCache();
                        ByteBuffer body = ByteBuffer.allocate(message.size(cache, version));
                        message.write(new ByteBufferAccessor(body), cache, version);
                        out.println(type.id() + " " + version + " " + HexFormat.of().formatHex(body.array()) + " " + MetadataJsonConverters.writeJson(message, version));
                    }
                }
            }
            out.flush();
        }
    }
}
