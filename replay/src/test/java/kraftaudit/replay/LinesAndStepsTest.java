package kraftaudit.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import kraftaudit.reader.Place;
import org.junit.jupiter.api.Test;

/** Lines and steps against an array of one cell per offset. */
class LinesAndStepsTest {
    private static final int OFFSETS = 60;
    private static final Cause NO_CAUSE = new Cause(Cause.Kind.RECORD, "", new Place("", 0, 0), 0, 0, -1);

    /** Cells hold the epoch, -1 where the offset is not held. */
    private static int[] randomCells(Random random, int[] lineage) {
        int from = random.nextInt(OFFSETS);
        int to = from + random.nextInt(OFFSETS - from + 1);
        int[] cells = new int[OFFSETS];
        for (int i = 0; i < OFFSETS; i++) {
            cells[i] = i >= from && i < to && random.nextInt(12) != 0 ? lineage[i] : -1;
        }
        return cells;
    }

    private static int[] randomLineage(Random random) {
        int[] lineage = new int[OFFSETS];
        int epoch = 1;
        for (int i = 0; i < OFFSETS; i++) {
            epoch += random.nextInt(10) == 0 ? 1 + random.nextInt(3) : 0;
            lineage[i] = epoch;
        }
        return lineage;
    }

    private static LogLine line(int[] cells) {
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] >= 0) {
                stretches.add(new Stretch(i, i + 1, cells[i]));
            }
        }
        return new LogLine(stretches, OptionalLong.empty());
    }

    @Test
    void aLineAnswersAsItsCellsDo() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            int[] cells = randomCells(random, randomLineage(random));
            LogLine line = line(cells);
            for (int i = -2; i < OFFSETS + 2; i++) {
                OptionalInt expected = i < 0 || i >= OFFSETS || cells[i] < 0 ? OptionalInt.empty() : OptionalInt.of(cells[i]);
                assertEquals(expected, line.epochAt(i), "seed " + seed + " offset " + i);
            }
            long held = Arrays.stream(cells).filter(c -> c >= 0).count();
            long missing = line.gaps().stream().mapToLong(g -> g.endOffset() - g.baseOffset()).sum();
            assertEquals(line.endOffset() - line.startOffset(), held + missing, "seed " + seed);
        }
    }

    @Test
    void twoLinesPartWhereTheirCellsFirstDiffer() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            int[] lineage = randomLineage(random);
            int[] other = lineage.clone();
            int fork = random.nextInt(OFFSETS * 2);
            for (int i = fork; i < OFFSETS; i++) {
                other[i] += 50;
            }
            int[] one = randomCells(random, lineage);
            int[] two = randomCells(random, other);
            OptionalLong expected = OptionalLong.empty();
            for (int i = OFFSETS - 1; i >= 0; i--) {
                expected = one[i] >= 0 && two[i] >= 0 && one[i] != two[i] ? OptionalLong.of(i) : expected;
            }
            assertEquals(expected, line(one).divergence(line(two)), "seed " + seed);
            assertEquals(expected, line(two).divergence(line(one)), "seed " + seed);
        }
    }

    @Test
    void joinedLinesHoldWhatEitherHolds() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            int[] lineage = randomLineage(random);
            int[] one = randomCells(random, lineage);
            int[] two = randomCells(random, lineage);
            int[] both = new int[OFFSETS];
            for (int i = 0; i < OFFSETS; i++) {
                both[i] = Math.max(one[i], two[i]);
            }
            assertEquals(line(both).stretches(), Lineages.join(line(one), line(two)).stretches(), "seed " + seed);
        }
    }

    @Test
    void overlappingStretchesAreRefused() {
        assertThrows(IllegalArgumentException.class,
            () -> new LogLine(List.of(new Stretch(0, 5, 1), new Stretch(4, 6, 2)), OptionalLong.empty()));
    }

    @Test
    void stepsAnswerAsALinearScanDoes() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<Step<Integer>> steps = new ArrayList<>();
            steps.add(new Step<>(-1, true, Optional.empty(), NO_CAUSE, NO_CAUSE));
            long offset = -1;
            for (int i = 0; i < random.nextInt(20); i++) {
                offset += 1 + random.nextInt(4);
                steps.add(new Step<>(offset, true, Optional.of(i), NO_CAUSE, NO_CAUSE));
            }
            Steps<Integer> value = new Steps<>(steps);
            for (long at = -3; at < offset + 3; at++) {
                Step<Integer> expected = steps.get(0);
                for (Step<Integer> step : steps) {
                    expected = step.offset() <= at ? step : expected;
                }
                assertEquals(expected, value.at(at), "seed " + seed + " at " + at);
            }
        }
        assertThrows(IllegalArgumentException.class, () -> new Steps<Integer>(List.of()));
        assertTrue(new Steps<>(List.of(new Step<>(-1, true, Optional.of(3), NO_CAUSE, NO_CAUSE))).at(99).value().isPresent());
    }
}
