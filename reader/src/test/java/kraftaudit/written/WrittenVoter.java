package kraftaudit.written;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.VotersRecord;

/**
 * One voter of a VotersRecord. Endpoints are {@code NAME://host:port} with the host as stored, without brackets.
 *
 * @param endpoints in the order of the record
 */
public record WrittenVoter(int id, Uuid directoryId, List<String> endpoints, int minVersion, int maxVersion) {
    public WrittenVoter {
        endpoints = List.copyOf(endpoints);
    }

    /** Node {@code id} with its first directory, its usual endpoint and range 0-1. */
    public static WrittenVoter of(int id) {
        return of(id, 1);
    }

    /** Node {@code id} with its {@code generation}-th directory, counted from 1. */
    public static WrittenVoter of(int id, int generation) {
        return new WrittenVoter(id, directory(id, generation), List.of("CONTROLLER://c" + id + ".example:9093"), 0, 1);
    }

    /** Nodes with their first directories. */
    public static List<WrittenVoter> of(List<Integer> ids) {
        return ids.stream().map(WrittenVoter::of).toList();
    }

    /** Nodes 1 to {@code count}. */
    public static List<WrittenVoter> upTo(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(WrittenVoter::of).toList();
    }

    /** The directory id that this package gives to a node's {@code generation}-th directory; never a reserved one. */
    public static Uuid directory(int id, int generation) {
        return new Uuid(0x4b52616674440000L + id, generation);
    }

    /** The same voter at another place. */
    public WrittenVoter at(String... newEndpoints) {
        return new WrittenVoter(id, directoryId, List.of(newEndpoints), minVersion, maxVersion);
    }

    /** The same voter with another range of supported kraft.version levels. */
    public WrittenVoter supports(int min, int max) {
        return new WrittenVoter(id, directoryId, endpoints, min, max);
    }

    /** The same node in another directory. */
    public WrittenVoter in(Uuid directory) {
        return new WrittenVoter(id, directory, endpoints, minVersion, maxVersion);
    }

    VotersRecord.Voter inRecord() {
        VotersRecord.EndpointCollection written = new VotersRecord.EndpointCollection();
        for (String endpoint : new ArrayList<>(endpoints)) {
            int host = endpoint.indexOf("://");
            int port = endpoint.lastIndexOf(':');
            written.add(new VotersRecord.Endpoint().setName(endpoint.substring(0, host))
                    .setHost(endpoint.substring(host + 3, port)).setPort(Integer.parseInt(endpoint.substring(port + 1))));
        }
        return new VotersRecord.Voter().setVoterId(id).setVoterDirectoryId(directoryId).setEndpoints(written)
                .setKRaftVersionFeature(new VotersRecord.KRaftVersionFeature()
                        .setMinSupportedVersion((short) minVersion).setMaxSupportedVersion((short) maxVersion));
    }
}
