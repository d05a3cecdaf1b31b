package kraftaudit.simulation;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;

/**
 * A checkpoint of the records below {@code end}.
 *
 * @param epoch   of record {@code end - 1}
 * @param voters  in force at {@code end - 1}; empty where kraft.version is 0
 * @param lineage of the log below {@code end}, which the file does not hold
 */
record Checkpoint(long end, int epoch, long time, int kraftVersion, Optional<Voters> voters, State state, Lineage lineage) {
    byte[] bytes() {
        List<Control> header = Stream.concat(Stream.of(Control.header(time)), kraftVersion == 0 ? Stream.empty()
                : Stream.concat(Stream.of(Control.kraftVersion(kraftVersion)), voters.stream().map(v -> Control.voters(v.written())))).toList();
        return Checkpoints.of(epoch, time + 34, header, List.of(state.values()));
    }

    String name() {
        return Checkpoints.name(end, epoch);
    }
}
