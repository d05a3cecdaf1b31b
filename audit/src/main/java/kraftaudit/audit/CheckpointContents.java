package kraftaudit.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kraftaudit.reader.RecordAt;
import kraftaudit.reader.RecordWalk;
import kraftaudit.reader.Scan;
import kraftaudit.reader.Schemas;

/**
 * What two checkpoints of one id hold, compared record by record. Each node writes its own, so neither the order of records
 * nor that of lists inside them counts, nor when a batch was written.
 */
final class CheckpointContents {
    /** ZkMigrationStateRecord: releases up to 3.9 write it into their checkpoints, later ones leave it out. */
    private static final int ZK_MIGRATION_STATE = 21;

    private CheckpointContents() {
    }

    /** A record that one checkpoint has more often than the other. */
    record Difference(RecordAt at, OptionalInt key, String content, boolean inFirst) {
    }

    /** The first record by which two differ, in the order of the second file and then of the first; empty where they are equal. */
    static Optional<Difference> first(Scan one, Scan other, Schemas schemas) throws IOException {
        // Equal batches are what a download leaves behind, and tell enough.
        if (one.length() == other.length() && one.fingerprints().equals(other.fingerprints()) || sum(one, schemas) == sum(other, schemas)) {
            return Optional.empty();
        }
        return notIn(other, counted(one, schemas), schemas, false).or(() -> again(one, other, schemas));
    }

    private static Optional<Difference> again(Scan one, Scan other, Schemas schemas) {
        try {
            return notIn(one, counted(other, schemas), schemas, true);
        } catch (IOException changed) {
            return Optional.empty();
        }
    }

    private interface Each {
        void visit(RecordAt at, OptionalInt key, String content);
    }

    private static void walk(Scan scan, Schemas schemas, Each each) throws IOException {
        RecordWalk.walk(scan, 0, Long.MAX_VALUE, schemas, new RecordWalk.Visitor() {
            @Override
            public boolean wants(int key) {
                return key != ZK_MIGRATION_STATE;
            }

            @Override
            public void visit(RecordAt at, OptionalInt key, Optional<JsonNode> payload) {
                if (key.isEmpty() || key.getAsInt() != ZK_MIGRATION_STATE) {
                    each.visit(at, key, payload.map(CheckpointContents::text).orElse(at.place().length() + " bytes that no schema knows"));
                }
            }
        });
    }

    private static long sum(Scan scan, Schemas schemas) throws IOException {
        long[] sum = {0};
        walk(scan, schemas, (at, key, content) -> sum[0] += mix(key, content));
        return sum[0];
    }

    private static Map<Long, Integer> counted(Scan scan, Schemas schemas) throws IOException {
        Map<Long, Integer> counts = new HashMap<>();
        walk(scan, schemas, (at, key, content) -> counts.merge(mix(key, content), 1, Integer::sum));
        return counts;
    }

    private static Optional<Difference> notIn(Scan scan, Map<Long, Integer> counts, Schemas schemas, boolean inFirst) throws IOException {
        List<Difference> found = new ArrayList<>();
        walk(scan, schemas, (at, key, content) -> {
            if (found.isEmpty() && counts.merge(mix(key, content), -1, Integer::sum) < 0) {
                found.add(new Difference(at, key, content, inFirst));
            }
        });
        return found.stream().findFirst();
    }

    /** FNV-1a of 64 bits. */
    private static long mix(OptionalInt key, String content) {
        long hash = (0xcbf29ce484222325L ^ key.orElse(-1)) * 0x100000001b3L;
        for (int i = 0; i < content.length(); i++) {
            hash = (hash ^ content.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    /** A value with the fields of its objects and the items of its lists sorted. */
    private static String text(JsonNode node) {
        if (node.isObject()) {
            TreeMap<String, String> fields = new TreeMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), text(field.getValue())));
            return fields.toString();
        }
        Stream<JsonNode> items = node.isArray() ? StreamSupport.stream(node.spliterator(), false) : Stream.of();
        return node.isArray() ? items.map(CheckpointContents::text).sorted().toList().toString() : node.asText();
    }
}
