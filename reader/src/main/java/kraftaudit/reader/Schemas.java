package kraftaudit.reader;

import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import kraftaudit.reader.Definition.Versions;

/**
 * The record types that can be decoded. They come as data: Kafka's own JSON message definitions, which the build takes from
 * the {@code kafka-metadata} and {@code kafka-clients} artifacts.
 *
 * <p>A <b>key</b> names a record type here and in {@link Scan#recordCounts}: the api key of a data record, {@code -1 - type}
 * of a control record (so LEADER_CHANGE, type 2, is -3).
 *
 * <p>Within one (key, version) Kafka changed some layouts in place (FeatureLevelRecord in 3.3, UserScramCredentialRecord in
 * 3.5, DelegationTokenRecord in 3.6), so that there can be several, newest first. A record is decoded by the first one that
 * fits it to its last byte.
 *
 * <p>A definition is read when a record of its type is first decoded. Safe for use by several threads.
 */
public final class Schemas {
    private static final String FOLDER = "schemas/";

    /** By key, newest first. */
    private final Map<Integer, List<Source>> sources;
    private final Optional<Source> clusterId;
    private final ConcurrentHashMap<Long, List<Layout>> layouts = new ConcurrentHashMap<>();

    private Schemas(Map<Integer, List<Source>> sources, Optional<Source> clusterId) {
        this.sources = sources;
        this.clusterId = clusterId;
    }

    /** What Kafka 3.0 to 4.4 write. */
    public static Schemas builtIn() {
        Map<Integer, List<Source>> sources = new TreeMap<>();
        try (InputStream in = resource("index");
             BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] column = line.split(" ");
                Source source = new Source(column[0], column[3], Versions.parse(column[2]), column[0] + "/" + column[4] + ".json");
                Integer key = Integer.valueOf(column[1]);
                sources.putIfAbsent(key, new ArrayList<>());
                sources.get(key).add(source);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return new Schemas(sources, Optional.empty());
    }

    /**
     * These schemas and those in a folder of message definitions ({@code *.json} directly in it), which come before those of
     * the same key here. Definitions of requests, responses and the like are passed over.
     *
     * @throws IllegalArgumentException naming the file, when one is no definition, or two are for one key; and when there is
     *                                  no definition of a record at all
     * @throws IOException              when the folder or a file cannot be read
     */
    public Schemas with(Path directory) throws IOException {
        Map<Integer, Source> added = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.json")) {
            for (Path file : found) {
                files.add(file);
            }
        }
        files.sort(null);
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                Definition definition = Definition.read(in);
                OptionalInt key = key(definition);
                if (key.isPresent()) {
                    Source source = new Source(file.getFileName().toString(), typeName(definition, key.getAsInt()), definition);
                    Source other = added.put(key.getAsInt(), source);
                    if (other != null) {
                        throw new IllegalArgumentException("has the same key as " + other.from);
                    }
                }
            } catch (IllegalArgumentException bad) {
                throw new IllegalArgumentException(file + ": " + bad.getMessage(), bad);
            }
        }
        if (added.isEmpty()) {
            throw new IllegalArgumentException(directory + ": no definition of a metadata record");
        }
        Map<Integer, List<Source>> all = new TreeMap<>(sources);
        added.forEach((key, source) -> all.merge(key, List.of(source), (old, first) -> {
            List<Source> both = new ArrayList<>(first);
            both.addAll(old);
            return both;
        }));
        return new Schemas(all, clusterId);
    }

    /**
     * These schemas with the profile's ClusterIdRecord under its key, <em>in the place of</em> what is there: under
     * {@code kip-1262-draft} key 29 is a ClusterIdRecord and nothing else. To see whether a record also fits what the key meant
     * before, ask the schemas without the profile.
     *
     * @throws IllegalArgumentException naming the profile, when its schema is no message definition
     */
    public Schemas with(Profile profile) {
        try (JsonParser parser = profile.schema().traverse()) {
            Definition definition = Definition.read(parser);
            Source source = new Source("profile " + profile.name(), snakeCase(definition.name()), definition);
            Map<Integer, List<Source>> all = new TreeMap<>(sources);
            all.put(profile.apiKey(), List.of(source));
            return new Schemas(all, Optional.of(source));
        } catch (IOException | IllegalArgumentException bad) {
            throw new IllegalArgumentException("profile " + profile.name() + ": " + bad.getMessage(), bad);
        }
    }

    /** The type's name as {@code kafka-dump-log} prints it, such as {@code FEATURE_LEVEL_RECORD}; empty for an unknown key. */
    public Optional<String> typeName(int key) {
        List<Source> found = sources.get(key);
        return found == null ? Optional.empty() : Optional.of(found.get(0).typeName);
    }

    /** All known types: key and name, control records first, then by api key. */
    public Map<Integer, String> typeNames() {
        Map<Integer, String> names = new LinkedHashMap<>();
        sources.forEach((key, found) -> names.put(key, found.get(0).typeName));
        return names;
    }

    /** The highest version of a key that can be decoded; empty for an unknown key. */
    OptionalInt highestVersion(int key) {
        List<Source> found = sources.get(key);
        if (found == null) {
            return OptionalInt.empty();
        }
        int highest = 0;
        for (Source source : found) {
            highest = Math.max(highest, source.versions.highest());
        }
        return OptionalInt.of(highest);
    }

    /** Whether some version of a key has fields that are masked. */
    boolean hasSecrets(int key) {
        for (int version = 0; version <= highestVersion(key).orElse(-1); version++) {
            for (Layout layout : layouts(key, version)) {
                if (layout.secret) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The layouts that a record of this key and version may have, newest first; empty when the version or key is unknown. */
    List<Layout> layouts(int key, int version) {
        Long both = (long) key << 32 | version & 0xffffffffL;
        List<Layout> found = layouts.get(both);
        if (found == null) {
            List<Layout> made = new ArrayList<>();
            for (Source source : sources.getOrDefault(key, List.of())) {
                Optional<Layout> layout = source.layout(version);
                if (layout.isPresent()) {
                    made.add(layout.get());
                }
            }
            found = List.copyOf(made);
            // What a damaged log asks for in vain is not kept.
            if (!found.isEmpty()) {
                layouts.put(both, found);
            }
        }
        return found;
    }

    /** The ClusterIdRecord of the profile, whatever its key; empty without a profile or in a version that it does not have. */
    Optional<Layout> clusterId(int version) {
        return clusterId.isPresent() ? clusterId.get().layout(version) : Optional.empty();
    }

    /** The key of a definition; empty when it defines no record of a metadata log. */
    private OptionalInt key(Definition definition) {
        if (definition.type().equals("metadata")) {
            if (definition.apiKey().isEmpty()) {
                throw new IllegalArgumentException("\"apiKey\" is missing");
            }
            return definition.apiKey();
        }
        return sources.entrySet().stream()
            .filter(entry -> entry.getKey() < 0 && entry.getValue().get(0).messageName.equals(definition.name()))
            .mapToInt(Map.Entry::getKey).findFirst();
    }

    private String typeName(Definition definition, int key) {
        return key < 0 ? sources.get(key).get(0).typeName : snakeCase(definition.name());
    }

    static String snakeCase(String camelCase) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < camelCase.length(); i++) {
            char c = camelCase.charAt(i);
            if (i > 0 && Character.isUpperCase(c)) {
                snake.append('_');
            }
            snake.append(Character.toUpperCase(c));
        }
        return snake.toString();
    }

    static InputStream resource(String name) throws IOException {
        InputStream in = Schemas.class.getResourceAsStream(FOLDER + name);
        if (in == null) {
            throw new IOException("no resource " + FOLDER + name);
        }
        return in;
    }

    /** Where a definition is, and what has to be known of it before it is read. */
    private static final class Source {
        final String from;
        final String typeName;
        final String messageName;
        final Versions versions;
        private final String resource;
        private Definition definition;

        /** A built-in definition, not read yet. */
        Source(String release, String typeName, Versions versions, String resource) {
            this.from = release;
            this.typeName = typeName;
            this.messageName = resource.substring(resource.lastIndexOf('/') + 1, resource.length() - ".json".length());
            this.versions = versions;
            this.resource = resource;
        }

        /** A definition that the user gave: all of its versions are looked at, so that what is wrong with it is said at once. */
        Source(String from, String typeName, Definition definition) {
            if (definition.versions().highest() == Short.MAX_VALUE) {
                throw new IllegalArgumentException("\"validVersions\" has no end");
            }
            for (int version = definition.versions().lowest(); version <= definition.versions().highest(); version++) {
                Layout.of(definition, version, from);
            }
            this.from = from;
            this.typeName = typeName;
            this.messageName = definition.name();
            this.versions = definition.versions();
            this.resource = "";
            this.definition = definition;
        }

        synchronized Optional<Layout> layout(int version) {
            if (!versions.contains(version)) {
                return Optional.empty();
            }
            if (definition == null) {
                try (InputStream in = resource(resource)) {
                    definition = Definition.read(in);
                } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                }
            }
            return Optional.of(Layout.of(definition, version, from));
        }
    }
}
