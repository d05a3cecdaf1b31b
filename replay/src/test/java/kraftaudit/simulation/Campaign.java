package kraftaudit.simulation;

import java.io.PrintStream;

/**
 * Runs histories, one seed after the other, audits their captures and compares the answers with the truth.
 *
 * <pre>
 * Campaign HISTORIES [FIRST_SEED]      figures of a campaign; exit 1 if a claim was false
 * Campaign tell SEED                   the account of one history, with its captures and what is wrong with the answers
 * </pre>
 */
public final class Campaign {
    private Campaign() {
    }

    /** See the class. */
    public static void main(String[] args) {
        PrintStream out = System.out;
        if (args.length == 2 && args[0].equals("tell")) {
            out.print(account(Long.parseLong(args[1])));
            return;
        }
        long histories = Long.parseLong(args[0]);
        long first = args.length > 1 ? Long.parseLong(args[1]) : 1;
        Figures figures = run(first, histories);
        out.printf("histories %d, seeds %d to %d%n%s", histories, first, first + histories - 1, figures.text());
        System.exit(figures.faults().isEmpty() ? 0 : 1);
    }

    static Figures run(long firstSeed, long histories) {
        Figures figures = new Figures();
        try (Pipe pipe = new Pipe()) {
            for (long seed = firstSeed; seed < firstSeed + histories; seed++) {
                one(new Simulation(seed, false), pipe, figures);
            }
        }
        return figures;
    }

    private static void one(Simulation history, Pipe pipe, Figures figures) {
        try {
            history.run();
        } catch (RuntimeException thrown) {
            figures.fault(history.seed, "seed " + history.seed + ": the simulation itself fails: " + thrown);
            return;
        }
        figures.note("histories");
        history.cluster.counts.forEach((what, count) -> figures.happened(what, count));
        String broken = history.cluster.truth.broken();
        if (!broken.isEmpty()) {
            if (history.strained() || history.cluster.truth.isApart()) {
                figures.note("strained: histories whose quorum broke");
            } else {
                figures.fault(history.seed, "seed " + history.seed + ": the simulation itself is unsafe: " + broken);
            }
        }
        for (Copies capture : history.captures) {
            try {
                new Verdict(history, capture, figures).on(pipe.replay(capture));
            } catch (RuntimeException thrown) {
                figures.fault(history.seed, "seed " + history.seed + ", capture " + history.captures.indexOf(capture) + ": " + thrown);
            }
        }
    }

    /** Goes through histories until an unsound inference has said something false; gives back the seed, -1 if none did. */
    static long caught(Unsound inference, long firstSeed, long histories) {
        for (long seed = firstSeed; seed < firstSeed + histories; seed++) {
            Simulation history = new Simulation(seed, false);
            history.run();
            for (Copies capture : history.captures.stream().filter(c -> !c.patched()).toList()) {
                Judge judge = new Judge(history, capture);
                if (inference.claims(capture).stream().anyMatch(c -> judge.fault(c).isPresent() && judge.excuse(c).isEmpty())) {
                    return seed;
                }
            }
        }
        return -1;
    }

    /** A history told line by line, and the faults found in the answers about it. */
    static String account(long seed) {
        Simulation history = new Simulation(seed, true);
        Figures figures = new Figures();
        try (Pipe pipe = new Pipe()) {
            one(history, pipe, figures);
        }
        StringBuilder text = new StringBuilder();
        history.cluster.account.orElseThrow().forEach(line -> text.append(line).append('\n'));
        text.append("committed: ").append(history.cluster.truth.committed()).append('\n');
        history.cluster.nodes.forEach(node -> text.append(node).append('\n'));
        return text.append(figures.text()).toString();
    }
}
