package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every small file is accepted, refused and understood as by Kafka's own readers, sound or mutated. */
class IdentityFilesOracleTest {
    /** Of each kind; more with {@code -Dmutants=N}. */
    private static final int MUTANTS = Integer.getInteger("mutants", 1_000);

    @TempDir
    Path folder;

    /** A kind of file, our reader, Kafka's reader, and scraps that mutants are made of. */
    private enum Case {
        META(FileKind.META_PROPERTIES, "meta.properties", IdentityFiles::metaProperties, KafkaReaders::metaProperties, KafkaReaders::comparable,
            "version=", "version=1\n", "version=0\n", "node.id=", "broker.id=5\n", "node.id=7\r\n", "cluster.id=x\n", "directory.id=", "=", ":", " ",
            "\\", "\\u0031", "\\u00g1", "\n", "\r\n", "#", "!", "-", "+", "01", "2147483648", "AAAAAAAAAAAAAAAAAAAAAA", "==", "\0", "\u00ef\u00bb\u00bf"),
        QUORUM(FileKind.QUORUM_STATE, "quorum-state", IdentityFiles::quorumState, KafkaReaders::quorumState, KafkaReaders::comparable,
            "\"leaderId\":9", "\"leaderEpoch\":-5", ",", "}", "{", "[", "]", "null", "true", "1.0", "1e0", "\"1\"", "\"0x1\"", "65537", "65536", "-1",
            "2147483648", "99999999999999999999", "\"clusterId\":\"\",", "\"appliedOffset\":0,", "\"currentVoters\":[],", "\"currentVoters\":null,",
            "\"votedDirectoryId\":\"\",", "\"data_version\":0,", "\"data_version\":1,", "{\"voterId\":3}", "\n", "\r", " ", "\0", "\u00ef\u00bb\u00bf", "\\u0031"),
        EPOCHS(FileKind.LEADER_EPOCH_CHECKPOINT, "leader-epoch-checkpoint", IdentityFiles::leaderEpochs, KafkaReaders::leaderEpochs, UnaryOperator.identity(),
            "0\n", "1\n", "2\n", "\n", "\r\n", "\r", " ", "  ", "\t", "5 0\n", "3 10\n", "-1", "+1", "9223372036854775807", "9223372036854775808",
            "2147483648", "x", "\0", "\u00a0", "\u00ef\u00bb\u00bf"),
        PARTITION(FileKind.PARTITION_METADATA, "partition.metadata", IdentityFiles::partitionMetadata, KafkaReaders::partitionMetadata, UnaryOperator.identity(),
            "version: 0\n", "topic_id: ", ":", ": ", ":  ", " ", "\n", "\r\n", "-1", "1", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAg", "==", "=", "x", "\0"),
        SHUTDOWN(FileKind.CLEAN_SHUTDOWN, ".kafka_cleanshutdown", IdentityFiles::cleanShutdown, KafkaReaders::cleanShutdown, UnaryOperator.identity(),
            "\"13\"", "13.7", "true", "null", "\"\"", "\" 7 \"", "\"x\"", "[1]", "{}", ",\"version\":1", ",\"brokerEpoch\":5", "\"extra\":1,", "9223372036854775808", "-1",
            "}", "{", ",", "\n", " ", "\0", "1e2", "NaN", "\u00ef\u00bb\u00bf");

        private final FileKind kind;
        private final String fileName;
        private final Function<CapturedFile, Optional<?>> ours;
        private final Function<Path, ? extends Optional<?>> kafkas;
        private final List<String> scraps;

        <T> Case(FileKind kind, String fileName, Function<CapturedFile, FileReading<T>> ours, Function<Path, Optional<T>> kafkas,
                 UnaryOperator<T> comparable, String... scraps) {
            this.kind = kind;
            this.fileName = fileName;
            this.ours = file -> ours.apply(file).value().map(comparable);
            this.kafkas = kafkas;
            this.scraps = List.of(scraps);
        }
    }

    @ParameterizedTest
    @EnumSource(Case.class)
    void samplesAreReadAsKafkaReadsThem(Case kind) throws IOException {
        List<byte[]> sound = sound(kind);
        assertTrue(sound.size() > 2, "samples of " + kind);
        for (byte[] bytes : sound) {
            assertTrue(agree(kind, bytes).isPresent());
        }
    }

    @ParameterizedTest
    @EnumSource(Case.class)
    void mutantsAreReadAsKafkaReadsThem(Case kind) throws IOException {
        long seed = 20_261_129L + kind.ordinal();
        Random random = new Random(seed);
        List<byte[]> sound = sound(kind);
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = sound.get(random.nextInt(sound.size()));
            for (int edits = random.nextInt(4) + 1; edits > 0; edits--) {
                mutant = mutate(mutant, kind, random);
            }
            accepted += agree(kind, mutant).isPresent() ? 1 : 0;
        }
        assertTrue(accepted > MUTANTS / 50, "seed " + seed + " makes mutants that Kafka accepts: " + accepted);
        assertTrue(kind == Case.SHUTDOWN || accepted < MUTANTS * 49 / 50, "seed " + seed + " makes mutants that Kafka refuses: " + accepted);
    }

    private Optional<?> agree(Case kind, byte[] bytes) throws IOException {
        Path path = folder.resolve("log").resolve(kind.fileName);
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
        Optional<?> ours = kind.ours.apply(new CapturedFile(path, kind.fileName, kind.kind, bytes.length, ""));
        Optional<?> kafkas = kind.kafkas.apply(path);
        boolean versionTwo = kind == Case.META && ours.map(v -> ((MetaProperties) v).version() == 2).orElse(false);
        assertEquals(versionTwo ? Optional.empty() : ours, kafkas, () -> kind + ": " + new String(bytes, StandardCharsets.ISO_8859_1));
        return kafkas;
    }

    private static List<byte[]> sound(Case kind) throws IOException {
        List<byte[]> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(Samples.all())) {
            for (Path path : walk.filter(p -> p.getFileName().toString().equals(kind.fileName)).sorted().toList()) {
                files.add(Files.readAllBytes(path));
            }
        }
        return files;
    }

    private static byte[] mutate(byte[] bytes, Case kind, Random random) {
        int at = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, at + random.nextInt(6));
        String scrap = kind.scraps.get(random.nextInt(kind.scraps.size()));
        byte[] inserted = switch (random.nextInt(6)) {
            case 0, 1 -> scrap.getBytes(StandardCharsets.ISO_8859_1);
            case 2 -> new byte[] {(byte) random.nextInt(256)};
            case 3 -> new byte[] {(byte) ('0' + random.nextInt(10))};
            case 4 -> random.nextInt(20) == 0 ? bytes : new byte[0];
            default -> new byte[0];
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.writeBytes(inserted);
        int next = random.nextBoolean() ? at : to;
        out.write(bytes, next, random.nextInt(30) == 0 ? 0 : bytes.length - next);
        return out.toByteArray();
    }
}
