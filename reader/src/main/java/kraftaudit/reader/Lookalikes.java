package kraftaudit.reader;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Points out that a record could also be something else: a ClusterIdRecord under a key that is not the profile's, or under
 * key 29 an UnregisterControllerRecord, which 4.4.0 writes there. For one thread.
 */
final class Lookalikes {
    static final int UNREGISTER_CONTROLLER = 29;
    /** Keys that some profile has given to ClusterIdRecord. */
    private static final Set<Integer> DISPUTED_KEYS = Set.of(29, 30);

    private final Schemas withoutProfile;
    private final Schemas withProfile;
    private final Profile profile;
    private final Decoder decoder;
    /** By key: whether it is worth the look, as far as was asked. */
    private final Boolean[] disputed = new Boolean[128];

    Lookalikes(Schemas withoutProfile, Schemas withProfile, Profile profile) {
        this.withoutProfile = withoutProfile;
        this.withProfile = withProfile;
        this.profile = profile;
        this.decoder = new Decoder(withProfile, false);
    }

    /** Whether records of a key are worth the look. */
    boolean disputed(int apiKey) {
        if (apiKey < 0 || apiKey >= disputed.length) {
            return newlyDisputed(apiKey);
        }
        if (disputed[apiKey] == null) {
            disputed[apiKey] = newlyDisputed(apiKey);
        }
        return disputed[apiKey];
    }

    private boolean newlyDisputed(int apiKey) {
        return apiKey == profile.apiKey() || DISPUTED_KEYS.contains(apiKey) || withoutProfile.highestVersion(apiKey).isEmpty();
    }

    /** @param message behind the frame; the cursor is left alone */
    Optional<Event.Lookalike> find(RecordAt at, int apiKey, int version, Cursor message) {
        if (!disputed(apiKey)) {
            return Optional.empty();
        }
        Optional<String> clusterId = withProfile.clusterId(version).flatMap(layout -> decoder.fit(layout, message))
                .map(fields -> fields.path("clusterId").asText()).filter(id -> !id.isEmpty());
        Optional<Integer> controllerId = apiKey != UNREGISTER_CONTROLLER ? Optional.empty()
                : withoutProfile.layouts(apiKey, version).stream().findFirst().flatMap(layout -> decoder.fit(layout, message))
                        .map(fields -> fields.path("controllerId").asInt());
        boolean other = apiKey == profile.apiKey() ? controllerId.isPresent() : clusterId.isPresent();
        return other ? Optional.of(new Event.Lookalike(at, apiKey, clusterId, controllerId.map(OptionalInt::of).orElse(OptionalInt.empty())))
                : Optional.empty();
    }
}
