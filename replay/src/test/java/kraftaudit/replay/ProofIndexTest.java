package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The index against what it stands for: a walk over all proofs. */
class ProofIndexTest {
    private static LogLine line(Random random) {
        List<Stretch> stretches = new ArrayList<>();
        long at = random.nextInt(3);
        int epoch = 1;
        for (int i = random.nextInt(6); i >= 0; i--) {
            long end = at + 1 + random.nextInt(5);
            stretches.add(new Stretch(at, end, epoch));
            at = end + Math.max(0, random.nextInt(6) - 3);
            epoch += random.nextInt(3);
        }
        return new LogLine(stretches, OptionalLong.empty());
    }

    private static List<Proof> proofs(Random random) {
        List<Proof> proofs = new ArrayList<>();
        ProofKind[] kinds = ProofKind.values();
        for (int i = random.nextInt(12); i > 0; i--) {
            OptionalInt epoch = random.nextInt(6) == 0 ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(6));
            proofs.add(new Proof(kinds[random.nextInt(3)], 1 + random.nextInt(30), epoch, random.nextInt(8), i, List.of(), List.of()));
        }
        return proofs;
    }

    private static long heldEnd(LogLine line, Proof proof) {
        return proof.epoch().isPresent() ? line.endOfEpoch(proof.epoch().getAsInt(), proof.endOffset() - 1) : 0;
    }

    private static List<Proof> covering(LogLine line, List<Proof> proofs, long offset) {
        boolean held = line.epochAt(offset).isPresent();
        return Arrays.stream(ProofKind.values())
            .map(kind -> proofs.stream().filter(p -> p.kind() == kind && (held ? heldEnd(line, p) : p.endOffset()) > offset)
                .min(Comparator.comparingLong(Proof::shownAt).thenComparingLong(Proof::endOffset)))
            .flatMap(Optional::stream).toList();
    }

    private static boolean excludes(List<Proof> proofs, long offset, int epoch) {
        return proofs.stream().filter(proof -> proof.epoch().isPresent()).anyMatch(proof ->
            proof.endOffset() <= offset && proof.epoch().getAsInt() > epoch
                || proof.endOffset() > offset && proof.epoch().getAsInt() < epoch
                || proof.endOffset() == offset + 1 && proof.epoch().getAsInt() != epoch);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void answersAsAWalkOverAllProofs(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            LogLine line = line(random);
            List<Proof> proofs = proofs(random);
            ProofIndex index = new ProofIndex(line, proofs);
            assertEquals(proofs.stream().mapToLong(p -> heldEnd(line, p)).max().orElse(0), index.provenHeldEnd());
            for (long offset = -1; offset < 32; offset++) {
                assertEquals(covering(line, proofs, offset), index.covering(offset, line.epochAt(offset).isPresent()), proofs + " at " + offset);
                for (int epoch = 0; epoch < 8; epoch++) {
                    assertEquals(excludes(proofs, offset, epoch), index.excludes(offset, epoch), proofs + " at " + offset + ", epoch " + epoch);
                }
            }
        }
    }
}
