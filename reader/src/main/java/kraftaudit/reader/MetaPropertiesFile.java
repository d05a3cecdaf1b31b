package kraftaudit.reader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kraftaudit.reader.FileReading.Kind;
import kraftaudit.reader.SmallFile.Refused;

/**
 * meta.properties: Java properties, which Kafka writes in UTF-8 and reads in Latin-1. Its fields by version (Kafka's
 * {@code MetaPropertiesVersion}; version 2 is KIP-1262's):
 *
 * <pre>
 * version      node id                 cluster.id   directory.id
 * 0, absent    broker.id, optional     optional     optional
 * 1            node.id                 required     optional
 * 2            node.id                 optional     optional
 * </pre>
 */
final class MetaPropertiesFile {
    private static final String VERSION = "version";
    private static final String CLUSTER_ID = "cluster.id";
    private static final String NODE_ID = "node.id";
    private static final String BROKER_ID = "broker.id";
    private static final String DIRECTORY_ID = "directory.id";
    private static final List<String> KEYS = List.of(VERSION, NODE_ID, BROKER_ID, CLUSTER_ID, DIRECTORY_ID);
    /** The byte order mark of UTF-8, read in Latin-1. */
    private static final String MARK = "\u00ef\u00bb\u00bf";

    private final SmallFile file;
    private final Loaded loaded;

    private MetaPropertiesFile(SmallFile file, Loaded loaded) {
        this.file = file;
        this.loaded = loaded;
    }

    /** Properties that remember every value a key was given; Java keeps the last. */
    private static final class Loaded extends Properties {
        private static final long serialVersionUID = 1L;
        private final transient Map<String, List<String>> values = new TreeMap<>();

        @Override
        public synchronized Object put(Object key, Object value) {
            values.computeIfAbsent((String) key, k -> new ArrayList<>()).add((String) value);
            return super.put(key, value);
        }
    }

    static MetaProperties decode(SmallFile file) throws Refused {
        Loaded loaded = new Loaded();
        try {
            loaded.load(new ByteArrayInputStream(file.bytes()));
        } catch (IOException | IllegalArgumentException malformedEscape) {
            throw new Refused("", "Java properties", "a \\u that four hexadecimal digits do not follow");
        }
        loaded.values.forEach((key, values) -> file.says(key, values.get(values.size() - 1)));
        return new MetaPropertiesFile(file, loaded).decode();
    }

    private MetaProperties decode() throws Refused {
        int version = version();
        OptionalInt nodeId = version == 0 ? optionalId(BROKER_ID) : OptionalInt.of(requiredId(NODE_ID));
        Optional<String> clusterId = Optional.ofNullable(loaded.getProperty(CLUSTER_ID));
        Optional<DirectoryId> directoryId = directoryId();
        if (version == 1 && clusterId.isEmpty()) {
            throw new Refused(CLUSTER_ID, "a value, which version 1 requires", "no such key");
        }
        repeatedKeys();
        if (version == 0) {
            versionZero(nodeId);
        }
        clusterId.ifPresent(this::checkClusterId);
        Map<String, String> properties = new TreeMap<>();
        loaded.values.forEach((key, values) -> properties.put(key, values.get(values.size() - 1)));
        return new MetaProperties(version, clusterId, nodeId, directoryId, properties);
    }

    private int version() throws Refused {
        String text = loaded.getProperty(VERSION, "0");
        int version;
        try {
            version = Integer.parseInt(text.trim());
        } catch (NumberFormatException noNumber) {
            throw new Refused(line(VERSION), VERSION, "0, 1 or 2", text);
        }
        if (version < 0 || version > 2) {
            throw new Refused(line(VERSION), VERSION, "0, 1 or 2", text);
        }
        if (!text.equals(Integer.toString(version))) {
            file.odd(Kind.UNUSUAL, line(VERSION), VERSION, Integer.toString(version), text);
        }
        return version;
    }

    private OptionalInt optionalId(String key) throws Refused {
        return loaded.containsKey(key) ? OptionalInt.of(requiredId(key)) : OptionalInt.empty();
    }

    private int requiredId(String key) throws Refused {
        String text = loaded.getProperty(key);
        if (text == null) {
            throw new Refused(key, "a number", "no such key");
        }
        int id;
        try {
            id = Integer.parseInt(text);
        } catch (NumberFormatException noNumber) {
            throw new Refused(line(key), key, "a number of 32 bits", text);
        }
        if (id < 0) {
            file.odd(Kind.WRONG, line(key), key, "0 or more", text);
        } else if (!text.equals(Integer.toString(id))) {
            file.odd(Kind.UNUSUAL, line(key), key, Integer.toString(id), text);
        }
        return id;
    }

    private Optional<DirectoryId> directoryId() throws Refused {
        String text = loaded.getProperty(DIRECTORY_ID);
        if (text == null) {
            return Optional.empty();
        }
        DirectoryId id = DirectoryId.parse(text).orElseThrow(
            () -> new Refused(line(DIRECTORY_ID), DIRECTORY_ID, "16 bytes in URL-safe base64", text));
        if (id.isReserved()) {
            file.odd(Kind.WRONG, line(DIRECTORY_ID), DIRECTORY_ID, "an id that Kafka does not reserve", text);
        } else if (!text.equals(id.toString())) {
            file.odd(Kind.UNUSUAL, line(DIRECTORY_ID), DIRECTORY_ID, id.toString(), text);
        }
        return Optional.of(id);
    }

    /** Version 0 is ZooKeeper's: Kafka takes such a file as sound and may find no node id in it. */
    private void versionZero(OptionalInt nodeId) {
        String nodeIdOfKRaft = loaded.getProperty(NODE_ID);
        if (file.isEmptyOrZeros()) {
            file.wrong("", "version, node.id and cluster.id", file.content());
        } else if (markedKey().isPresent()) {
            String key = markedKey().get();
            file.odd(Kind.WRONG, OptionalInt.of(1), key, key, "a byte order mark before it, which makes it another key: Kafka reads version 0");
        } else if (nodeId.isEmpty()) {
            file.odd(Kind.WRONG, line(VERSION), VERSION, "1, which names the node in node.id",
                (loaded.containsKey(VERSION) ? "0" : "no such key, so 0") + ", which names it in broker.id: there is none");
        } else if (nodeIdOfKRaft != null && !nodeIdOfKRaft.equals(Integer.toString(nodeId.getAsInt()))) {
            file.odd(Kind.WRONG, line(NODE_ID), NODE_ID, "no such key in version 0, or " + nodeId.getAsInt() + " as in broker.id", nodeIdOfKRaft);
        }
    }

    private Optional<String> markedKey() {
        return KEYS.stream().filter(key -> loaded.containsKey(MARK + key)).findFirst();
    }

    private void checkClusterId(String clusterId) {
        if (clusterId.isEmpty()) {
            file.odd(Kind.WRONG, line(CLUSTER_ID), CLUSTER_ID, "an id", "nothing");
        } else if (!clusterId.equals(clusterId.strip())) {
            file.odd(Kind.UNUSUAL, line(CLUSTER_ID), CLUSTER_ID, clusterId.strip(), "white space at its end, which Kafka keeps");
        } else if (clusterId.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
            file.odd(Kind.UNUSUAL, line(CLUSTER_ID), CLUSTER_ID, "printable ASCII", clusterId);
        }
    }

    private void repeatedKeys() {
        for (String key : KEYS) {
            List<String> values = loaded.values.getOrDefault(key, List.of());
            if (values.size() > 1) {
                boolean equal = values.stream().distinct().count() == 1;
                file.odd(equal ? Kind.UNUSUAL : Kind.WRONG, line(key), key, "one line",
                    values.size() + " lines, the last of which counts: " + String.join(", ", values));
            }
        }
    }

    /** The line that Java takes the key's value from; empty where the key is spelt in a way that leaves it open. */
    private OptionalInt line(String key) {
        String text = new String(file.bytes(), StandardCharsets.ISO_8859_1);
        Matcher match = Pattern.compile("(?:^|[\\r\\n])[ \\t\\f]*" + Pattern.quote(key) + "(?=[ \\t\\f=:\\r\\n]|$)").matcher(text);
        int found = 0;
        int end = 0;
        while (match.find()) {
            found++;
            end = match.end();
        }
        if (found == 0 || found != loaded.values.getOrDefault(key, List.of()).size()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Math.toIntExact(Pattern.compile("\\r\\n|\\r|\\n").matcher(text).region(0, end).results().count()) + 1);
    }
}
