package kraftaudit.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import kraftaudit.written.BigLogs;
import kraftaudit.written.Samples;

/**
 * {@code kraft-audit dump} against {@code kafka-dump-log --cluster-metadata-decoder}: both as processes of their own from
 * start to end, on the same file, output discarded, by turns. Run by hand with {@code samples/harness/beside-kafka speed}.
 *
 * <p>Of each the fastest round is printed, with the time of both processors: on a machine that does other work too, the sum of
 * it says more than the time on the wall.
 */
public final class DumpSpeed {
    private static final List<BigLogs.Shape> SHAPES = List.of(BigLogs.Shape.TOPIC_STORM, BigLogs.Shape.NO_OP);
    private static final double TICKS_PER_SECOND = 100;

    private DumpSpeed() {
    }

    /** Seconds on the wall, and of the processors in user and system mode together. */
    private record Time(double wall, double processors) {
        Time fastest(Time other) {
            return new Time(Math.min(wall, other.wall), Math.min(processors, other.processors));
        }
    }

    /** @param args folder with the jars of kafka-dump-log, folder for the files, megabytes (256), rounds (3) */
    public static void main(String[] args) throws IOException, InterruptedException {
        long megabytes = args.length > 2 ? Long.parseLong(args[2]) : 256;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String launcher = Samples.all().resolveSibling("kraft-audit").toString();
        for (BigLogs.Shape shape : SHAPES) {
            String file = file(Path.of(args[1]), shape, megabytes).toString();
            List<String> ours = List.of(launcher, "dump", file);
            List<String> theirs = List.of(java, "-cp", args[0] + File.separator + "*", "org.apache.kafka.tools.DumpLogSegments",
                "--cluster-metadata-decoder", "--files", file);
            // the launcher builds when it has to, and the file is read into memory
            run(ours);
            Time dump = run(ours);
            Time tool = run(theirs);
            for (int round = 1; round < rounds; round++) {
                dump = dump.fastest(run(ours));
                tool = tool.fastest(run(theirs));
            }
            System.out.printf(Locale.ROOT, "%s, %d MB: kraft-audit dump %.2f s (processors %.2f s), kafka-dump-log %.2f s (processors %.2f s): %.1f times as fast, "
                + "%.1f times less work%n", shape, megabytes, dump.wall(), dump.processors(), tool.wall(), tool.processors(), tool.wall() / dump.wall(),
                tool.processors() / dump.processors());
        }
    }

    private static Path file(Path folder, BigLogs.Shape shape, long megabytes) throws IOException {
        Path log = folder.resolve(shape + "-" + megabytes);
        if (!Files.isDirectory(log)) {
            BigLogs.write(log, shape, 1, megabytes << 20, megabytes << 20);
        }
        try (Stream<Path> segments = Files.list(log)) {
            return segments.sorted().findFirst().orElseThrow();
        }
    }

    private static Time run(List<String> command) throws IOException, InterruptedException {
        double before = children();
        long start = System.nanoTime();
        Process process = new ProcessBuilder(new ArrayList<>(command)).redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        int code = process.waitFor();
        double wall = (System.nanoTime() - start) / 1e9;
        if (code != 0) {
            throw new IOException(command + " ended with " + code);
        }
        return new Time(wall, children() - before);
    }

    /** Seconds that processes of this one have used which have ended; 0 where the system does not tell. */
    private static double children() throws IOException {
        Path stat = Path.of("/proc/self/stat");
        if (!Files.isReadable(stat)) {
            return 0;
        }
        String line = Files.readString(stat);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        // cutime and cstime, the 16th and 17th field, counted from 1 with the name as second
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND;
    }
}
