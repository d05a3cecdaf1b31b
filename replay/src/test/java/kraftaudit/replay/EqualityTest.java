package kraftaudit.replay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kraftaudit.reader.DirectoryId;
import kraftaudit.reader.Place;
import kraftaudit.reader.VersionRange;
import kraftaudit.reader.Voter;
import kraftaudit.written.Components;
import org.junit.jupiter.api.Test;

class EqualityTest {
    @Test
    void everyComponentCounts() throws Exception {
        Place place = new Place("a", 0, 1);
        Place other = new Place("b", 0, 1);
        Evidence evidence = new Evidence("node1", place, OptionalLong.of(3));
        Components.assertAllCount(evidence, new Evidence("node2", other, OptionalLong.empty()));
        Components.assertAllCount(new Cause(Cause.Kind.RECORD, "node1", place, 1, 2, 3), new Cause(Cause.Kind.CHECKPOINT, "node2", other, 4, 5, 6));
        Components.assertAllCount(new Proof(ProofKind.CHECKPOINT, 1, OptionalInt.of(1), 2, 3, List.of(evidence), List.of()),
            new Proof(ProofKind.LOG_START, 2, OptionalInt.empty(), 4, 5, List.of(), List.of(Assumption.STOPPED)));
        Components.assertAllCount(new Replica("node1", "a", OptionalInt.of(1), Optional.of(DirectoryId.ZERO), Optional.of("x")),
            new Replica("node2", "b", OptionalInt.of(2), Optional.empty(), Optional.of("y")));
        Components.assertAllCount(new Stretch(0, 1, 2), new Stretch(3, 4, 5));
        Components.assertAllCount(new LogLine(List.of(), OptionalLong.empty()), new LogLine(List.of(new Stretch(0, 1, 2)), OptionalLong.of(3)));
        Components.assertAllCount(new VoterSet(List.of()), new VoterSet(List.of(new Voter(1, DirectoryId.ZERO, List.of(), new VersionRange(0, 1)))));
    }
}
