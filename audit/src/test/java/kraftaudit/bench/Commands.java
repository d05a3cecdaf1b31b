package kraftaudit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kraftaudit.written.BigLogs.Shape;
import kraftaudit.written.Samples;

/**
 * Whole processes, from their start to their end, with output discarded: the launcher's commands beside Kafka's tool, the
 * hash of the same files, and a Java program of one line. All of a group take turns, so that what else the machine does
 * strikes them alike; printed are medians and their ratios.
 */
public final class Commands {
    private static final int TICKS_PER_SECOND = 100;

    private final String kafka;
    private final Captures captures;
    private final int rounds;
    private final String launcher = Samples.all().resolveSibling("kraft-audit").toString();
    private final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private Commands(String kafka, Captures captures, int rounds) {
        this.kafka = kafka;
        this.captures = captures;
        this.rounds = rounds;
    }

    /** Seconds on the wall and of all processors. */
    private record Time(double wall, double processors) {
    }

    /** @param args which group, as bench/run names them, class path of Kafka's tools, folder for logs, rounds */
    public static void main(String[] args) throws IOException, InterruptedException {
        Commands commands = new Commands(args[1], new Captures(Path.of(args[2])), Integer.parseInt(args[3]));
        commands.run(List.of(commands.launcher, "--version"));
        switch (args[0]) {
            case "start" -> commands.start();
            case "audit" -> commands.audit();
            case "hashes" -> commands.hashes();
            case "sizes" -> commands.sizes();
            case "events" -> commands.events();
            case "large" -> commands.large();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    // ---- groups ----

    private void start() throws IOException, InterruptedException {
        Path sample = Samples.all().resolve("reconfiguration");
        Map<String, List<String>> group = new LinkedHashMap<>();
        group.put("a Java program of one line", List.of(java, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), OneLine.class.getName()));
        group.put("kraft-audit --version", List.of(launcher, "--version"));
        group.put("kraft-audit --help", List.of(launcher, "--help"));
        group.put("kraft-audit rules", List.of(launcher, "rules"));
        group.put("kraft-audit audit samples/reconfiguration", List.of(launcher, "audit", sample.toString()));
        group.put("kafka-dump-log on one of its segments", dumpLog(Captures.segments(sample.resolve("node1")).get(0), true));
        print(group, "kafka-dump-log on one of its segments");
    }

    private void audit() throws IOException, InterruptedException {
        audit("one-record NoOp batches, 256 MiB", captures.log(Shape.NO_OP, 256, 256));
        audit("50 PartitionRecords a batch, 256 MiB", captures.log(Shape.TOPICS, 256, 256));
        audit("NoOps, storms, elections, voter changes, 256 MiB in 16 segments", captures.log(Shape.MIXED, 256, 16));
    }

    private void audit(String title, Path capture) throws IOException, InterruptedException {
        System.out.println("\n" + title + "\n");
        Map<String, List<String>> group = new LinkedHashMap<>();
        group.put("kraft-audit audit", ours(capture));
        group.put("sha256sum", sha256sum(capture));
        group.put("kafka-dump-log --skip-record-metadata", dumpLog(capture, "--skip-record-metadata"));
        group.put("kafka-dump-log --cluster-metadata-decoder", dumpLog(capture, "--cluster-metadata-decoder"));
        print(group, "kafka-dump-log --cluster-metadata-decoder");
    }

    /** With the hash of every file. */
    private void hashes() throws IOException, InterruptedException {
        for (Path capture : List.of(captures.log(Shape.NO_OP, 256, 256), captures.log(Shape.MIXED, 256, 16))) {
            System.out.println("\n" + capture.getFileName() + "\n");
            Map<String, List<String>> group = new LinkedHashMap<>();
            group.put("sha256sum", sha256sum(capture));
            group.put("kraft-audit audit", ours(capture));
            group.put("kraft-audit audit --format sarif", List.of(launcher, "audit", "--format", "sarif", capture.toString()));
            group.put("kraft-audit audit --output", List.of(launcher, "audit", "--overwrite", "--output", captures.folder().resolve("package").toString(),
                capture.toString()));
            print(group, "sha256sum");
        }
    }

    private void sizes() throws IOException, InterruptedException {
        Map<String, List<String>> group = new LinkedHashMap<>();
        group.put("audit, NoOp batches, 64 MiB", ours(captures.log(Shape.NO_OP, 64, 64)));
        Path gigabyte = captures.log(Shape.NO_OP, 1024, 16);
        group.put("audit, NoOp batches, 1 GiB in 64 segments", ours(gigabyte));
        group.put("audit, NoOp batches, 1 GiB in one segment", ours(captures.log(Shape.NO_OP, 1024, 1024)));
        group.put("audit, 5 copies of the 64 segments", ours(captures.copies(gigabyte, 5)));
        print(group, "audit, NoOp batches, 64 MiB");
    }

    private void events() throws IOException, InterruptedException {
        Map<String, List<String>> group = new LinkedHashMap<>();
        group.put("audit, 20,000 elections, -Xmx256m", ours(captures.log(Shape.ELECTIONS, 5, 16), "-Xmx256m"));
        group.put("audit, 40,000 elections, -Xmx256m", ours(captures.log(Shape.ELECTIONS, 10, 16), "-Xmx256m"));
        group.put("audit, 12,000 voter changes, -Xmx256m", ours(captures.log(Shape.VOTER_CHANGES, 4, 16), "-Xmx256m"));
        group.put("audit, 1,000 checkpoints, -Xmx256m", ours(captures.checkpoints(1000), "-Xmx256m"));
        group.put("audit, 5,000 checkpoints, -Xmx256m", ours(captures.checkpoints(5000), "-Xmx256m"));
        Path small = captures.log(Shape.MIXED, 4, 1);
        group.put("audit, 5 copies of 4 MiB", ours(captures.copies(small, 5)));
        group.put("audit, 50 copies of 4 MiB", ours(captures.copies(small, 50)));
        print(group, "audit, 20,000 elections, -Xmx256m");
    }

    private void large() throws IOException, InterruptedException {
        long free = Files.getFileStore(captures.folder()).getUsableSpace();
        if (free > 24L << 30) {
            Map<String, List<String>> group = new LinkedHashMap<>();
            group.put("audit, NoOp batches, 1 GiB in 64 segments", ours(captures.log(Shape.NO_OP, 1024, 16)));
            group.put("audit, NoOp batches, 8 GiB, -Xmx128m", ours(captures.log(Shape.NO_OP, 8192, 1024), "-Xmx128m"));
            print(group, "audit, NoOp batches, 1 GiB in 64 segments");
        }
    }

    // ---- commands ----

    private List<String> ours(Path capture, String... options) {
        List<String> command = new ArrayList<>();
        if (options.length > 0) {
            command.addAll(List.of("env", "JDK_JAVA_OPTIONS=" + String.join(" ", options)));
        }
        command.addAll(List.of(launcher, "audit", capture.toString()));
        return command;
    }

    private static List<String> sha256sum(Path capture) throws IOException {
        List<String> command = new ArrayList<>(List.of("sha256sum"));
        Captures.segments(capture).forEach(segment -> command.add(segment.toString()));
        return command;
    }

    private List<String> dumpLog(Path capture, String option) throws IOException {
        List<String> files = Captures.segments(capture).stream().map(Path::toString).toList();
        return List.of(java, "-Xmx1g", "-cp", kafka, "org.apache.kafka.tools.DumpLogSegments", option, "--files", String.join(",", files));
    }

    private List<String> dumpLog(Path segment, boolean decoder) {
        return List.of(java, "-cp", kafka, "org.apache.kafka.tools.DumpLogSegments", decoder ? "--cluster-metadata-decoder" : "--skip-record-metadata",
            "--files", segment.toString());
    }

    // ---- measuring ----

    private void print(Map<String, List<String>> group, String unit) throws IOException, InterruptedException {
        Map<String, List<Double>> walls = new LinkedHashMap<>();
        Map<String, List<Double>> processors = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<String, List<String>> entry : group.entrySet()) {
                Time time = run(entry.getValue());
                // the first round brings files into memory
                if (round > 0) {
                    walls.computeIfAbsent(entry.getKey(), name -> new ArrayList<>()).add(time.wall());
                    processors.computeIfAbsent(entry.getKey(), name -> new ArrayList<>()).add(time.processors());
                }
            }
        }
        double unitWall = Measured.median(walls.get(unit));
        double unitProcessors = Measured.median(processors.get(unit));
        System.out.println("| command | seconds | of all processors | ratio | ratio of all processors |\n|---|---|---|---|---|");
        for (String name : group.keySet()) {
            double wall = Measured.median(walls.get(name));
            double all = Measured.median(processors.get(name));
            System.out.printf(Locale.ROOT, "| %s | %.3f | %.2f | %.3f | %.3f |%n", name, wall, all, wall / unitWall, all / unitProcessors);
        }
    }

    /** Findings are no failure here. */
    private Time run(List<String> command) throws IOException, InterruptedException {
        double before = children();
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        int code = process.waitFor();
        double wall = (System.nanoTime() - start) / 1e9;
        if (code != 0 && code != 1) {
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
        return (double) (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND;
    }

    /** What a start of Java costs. */
    public static final class OneLine {
        private OneLine() {
        }

        /** Prints it. */
        public static void main(String[] args) {
            System.out.println("one line");
        }
    }
}
