package kraftaudit.audit;

import java.util.stream.Collectors;
import kraftaudit.reader.Event;
import kraftaudit.reader.Profile;

/** Words about records whose bytes fit another type. */
public final class Lookalikes {
    private Lookalikes() {
    }

    /** What a record looks like, and where profiles have ClusterIdRecord. */
    public static String words(Event.Lookalike lookalike, Profile profile) {
        String id = lookalike.clusterId().map(value -> "ClusterIdRecord " + value).orElse("");
        String controller = lookalike.controllerId().isPresent()
            ? "UnregisterControllerRecord " + lookalike.controllerId().getAsInt() + ", which 4.4.0 writes under 29" : "";
        String found = !id.isEmpty() && !controller.isEmpty() ? "the bytes fit both " + id + " and " + controller
            : "looks like " + (id.isEmpty() ? controller : "a " + id);
        return found + "; " + profile.name() + " has ClusterIdRecord at " + profile.apiKey() + others(profile);
    }

    private static String others(Profile profile) {
        return Profiles.builtIn().stream().filter(p -> !p.name().equals(profile.name()))
            .map(p -> ", " + p.name() + " at " + p.apiKey()).collect(Collectors.joining());
    }
}
