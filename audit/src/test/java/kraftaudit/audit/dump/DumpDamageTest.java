package kraftaudit.audit.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import kraftaudit.written.Batches;
import kraftaudit.written.Damaging;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.Samples;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Seeded damage of every sort to real files: the dump never fails, every byte is in it once, and every line can be read. */
class DumpDamageTest {
    private static final int MUTANTS = 150;
    private static final int LONGEST = 6_000;
    private static final int HEADER = 61;
    private static final Set<String> TILES = Set.of("BATCH", "DAMAGE", "ZEROS");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private enum Sort {
        BIT_FLIPPED {
            @Override
            byte[] damage(byte[] bytes, Random random) {
                return Damaging.flip(bytes, random.nextInt(bytes.length), 1 << random.nextInt(8));
            }
        },
        CUT {
            @Override
            byte[] damage(byte[] bytes, Random random) {
                return Damaging.cut(bytes, random.nextInt(bytes.length));
            }
        },
        RANDOM_BYTES_BETWEEN {
            @Override
            byte[] damage(byte[] bytes, Random random) {
                int at = random.nextInt(bytes.length);
                byte[] more = new byte[random.nextInt(300)];
                random.nextBytes(more);
                return Batches.join(Arrays.copyOf(bytes, at), more, Arrays.copyOfRange(bytes, at, bytes.length));
            }
        },
        OVERWRITTEN {
            @Override
            byte[] damage(byte[] bytes, Random random) {
                byte[] damaged = bytes.clone();
                int at = random.nextInt(bytes.length);
                Arrays.fill(damaged, at, Math.min(bytes.length, at + random.nextInt(200)), (byte) (random.nextBoolean() ? 0 : 0xff));
                return damaged;
            }
        },
        /** Within a batch whose checksum is made to match again, so that the records themselves are at fault. */
        CHECKSUM_MADE_TO_MATCH {
            @Override
            byte[] damage(byte[] bytes, Random random) {
                List<Integer> batches = batches(bytes);
                int at = batches.get(random.nextInt(batches.size()));
                int length = length(bytes, at);
                byte[] damaged = bytes;
                for (int i = random.nextInt(3); i >= 0; i--) {
                    int where = random.nextInt(4) == 0 || length == HEADER ? at + 21 + random.nextInt(HEADER - 21) : at + HEADER + random.nextInt(length - HEADER);
                    damaged = Damaging.set(damaged, where, random.nextBoolean() ? damaged[where] ^ 1 << random.nextInt(8) : random.nextInt(256));
                }
                return Damaging.checksummed(damaged, at);
            }
        };

        abstract byte[] damage(byte[] bytes, Random random);
    }

    private static int length(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getInt(at + 8) + 12;
    }

    /** Where whole batches begin. */
    private static List<Integer> batches(byte[] bytes) {
        List<Integer> starts = new ArrayList<>();
        for (int at = 0; at + HEADER <= bytes.length && at + length(bytes, at) <= bytes.length; at += length(bytes, at)) {
            starts.add(at);
        }
        return starts;
    }

    private static byte[] whole(Path file) {
        byte[] bytes = Dumped.bytes(file);
        List<Integer> starts = batches(bytes);
        int end = starts.stream().mapToInt(at -> at + length(bytes, at)).filter(behind -> behind <= LONGEST).max().orElse(bytes.length);
        return Arrays.copyOf(bytes, end);
    }

    @ParameterizedTest
    @EnumSource(Sort.class)
    void everyByteIsThereOnceAndEveryLineCanBeRead(Sort sort) throws IOException {
        Random random = new Random(sort.ordinal());
        List<byte[]> sound = new ArrayList<>();
        for (String sample : List.of("static-3.9/node2/__cluster_metadata-0/00000000000000000000.log", "static-3.3.2/node1/__cluster_metadata-0/00000000000000000000.log",
            "snapshots/node1/__cluster_metadata-0/00000000000000000000.log", "snapshots/node1/__cluster_metadata-0/00000000000000000026-0000000001.checkpoint")) {
            sound.add(whole(Samples.all().resolve(sample)));
        }
        int changed = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] bytes = sort.damage(sound.get(i % sound.size()), random);
            Path file = Files.write(folder.resolve(NodeFiles.segmentName(0)), bytes);
            Dumped json = Dumped.json("--hex", file);
            assertEquals(bytes.length, json.all("batch", "damage", "zeros").stream().mapToLong(line -> line.get("length").asLong()).sum());
            List<CSVRecord> rows = CSVParser.parse(new StringReader(Dumped.fine("--format", "csv", "--show-secrets", file).out()),
                CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get()).getRecords();
            assertEquals(bytes.length, rows.stream().filter(row -> TILES.contains(row.get("type"))).mapToLong(row -> Long.parseLong(row.get("length"))).sum());
            for (CSVRecord row : rows) {
                if (row.get("payload").startsWith("{")) {
                    JSON.readTree(row.get("payload"));
                }
            }
            String text = Dumped.fine(file).out();
            assertTrue(text.chars().allMatch(c -> c == '\n' || c >= ' ' && c != 0x7f), text);
            changed += json.all("damage", "zeros").isEmpty() && json.out().indexOf("\"undecoded\"") < 0 ? 0 : 1;
        }
        assertTrue(changed > MUTANTS / 4, "no damage to speak of: " + changed);
    }
}
