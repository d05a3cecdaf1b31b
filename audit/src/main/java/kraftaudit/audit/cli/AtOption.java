package kraftaudit.audit.cli;

import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** One high watermark in place of all. */
final class AtOption {
    @Option(names = "--at", paramLabel = "H", description = "the answer at this high watermark alone")
    private Optional<Long> at = Optional.empty();

    OptionalLong highWatermark() {
        return at.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /** Refuses what no log has. */
    void check() throws WrongUsage {
        if (at.isPresent() && at.get() < 0) {
            throw new WrongUsage("--at: " + at.get() + " is no high watermark, the least is 0");
        }
    }

    /** Refuses what no copy reaches. */
    void check(long highest) throws WrongUsage {
        if (at.isPresent() && at.get() > highest) {
            throw new WrongUsage("--at: " + at.get() + " is beyond every copy, the highest high watermark here is " + highest);
        }
    }
}
