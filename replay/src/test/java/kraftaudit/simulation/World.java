package kraftaudit.simulation;

import java.util.Random;

/**
 * What kind of cluster and what weather a history has; drawn from its seed. Rates are events per thousand steps.
 *
 * @param controllers    initial voters
 * @param spares         controllers that are formatted to join later
 * @param brokers        observers of the broker kind
 * @param dynamic        kraft.version 1 from the start
 * @param becomesDynamic a static quorum that is upgraded to kraft.version 1 on the way
 * @param preVote        whether candidates ask first (4.0)
 * @param strongFrom     step from which restarted nodes run 3.6 or later; 0 for all from the start
 * @param firstLevel     metadata.version of the bootstrap records
 * @param racing         whether the accumulator race can happen
 * @param brokersReachAll whether the network parts controllers alone, so that a broker can ask a leader that others cannot reach
 * @param usurping       whether leaders are cut off from the others, but not from brokers that register meanwhile
 * @param fetched        most batches that an answer to a fetch carries
 * @param wiping         whether disks are replaced, in a static quorum under the same id (which strains it)
 */
record World(int controllers, int spares, int brokers, boolean dynamic, boolean becomesDynamic, boolean preVote, int strongFrom,
             int firstLevel, boolean racing, boolean wiping, int steps, int fetched, int loss, int elections, int crashes, int partitions,
             int changes, int checkpoints, int powerLoss, boolean brokersReachAll,
             boolean usurping) {

    static World draw(Random random) {
        int controllers = pick(random, 1, 1, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 7);
        int weather = random.nextInt(6);
        boolean calm = weather < 2;
        boolean stormy = weather == 5;
        boolean dynamic = random.nextInt(100) < 60;
        boolean old = !dynamic && random.nextInt(100) < 50;
        boolean wiping = random.nextInt(100) < (dynamic ? 30 : 5);
        return new World(controllers, dynamic ? random.nextInt(4) : 0, random.nextInt(4), dynamic,
                !dynamic && random.nextInt(100) < 40, random.nextBoolean() && !old,
                old ? pick(random, Integer.MAX_VALUE, 150, 300) : 0,
                old ? pick(random, 5, 7, 8, 11) : pick(random, 11, 12, 14, 15, 21, 25, 33),
                random.nextInt(100) < 8, wiping, 300 + random.nextInt(calm ? 700 : 1300), stormy ? 1 + random.nextInt(2) : 6,
                calm ? random.nextInt(50) : random.nextInt(stormy ? 150 : 300), calm ? 2 : stormy ? 150 : pick(random, 4, 10, 25, 60),
                calm ? 2 : stormy ? 6 : pick(random, 3, 8, 20), calm ? 0 : pick(random, 0, 2, 6, 15), pick(random, 5, 15, 30),
                stormy ? 2 : pick(random, 3, 10, 25), random.nextInt(100), random.nextInt(100) < 40, random.nextInt(100) < 25);
    }

    private static int pick(Random random, int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Whether a false claim may rest on a broken assumption of the capture rather than on the rule. */
    boolean strained() {
        return wiping && !dynamic;
    }
}
