package kraftaudit.audit.dump;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Our dump beside {@code kafka-dump-log} of several releases, over every segment and checkpoint below some folders; run by hand
 * with {@code samples/harness/beside-kafka dump}. It prints for each release how many batches and records are alike, what the
 * tool says less about and why, and ends with 1 if there is a difference of any other sort. {@link DumpToolOracleTest} is the
 * slice of it for the release of the build.
 */
final class DumpToolMatrix {
    /** The tool's class: in kafka-tools since 4.2, in the core before. */
    private static final List<String> NAMES = List.of("org.apache.kafka.tools.DumpLogSegments", "kafka.tools.DumpLogSegments");
    private static final String BEGIN = "Dumping ";
    private static final int MOST_SHOWN = 20;

    private DumpToolMatrix() {
    }

    /** @param args folder with a folder of jars for each release, folders with files to compare */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Path> files = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            try (Stream<Path> all = Files.walk(Path.of(args[i]))) {
                all.filter(DumpToolMatrix::hasBatches).sorted().forEach(files::add);
            }
        }
        Path scratch = Files.createTempDirectory("dump-tool");
        Map<Path, Path> named = new LinkedHashMap<>();
        for (Path file : files) {
            named.put(DumpTool.named(file, Files.createDirectory(scratch.resolve(Integer.toString(named.size())))), file);
        }
        boolean agreed = true;
        try (Stream<Path> releases = Files.list(Path.of(args[0]))) {
            for (Path release : releases.sorted().toList()) {
                agreed &= release(release, named, scratch.resolve("printed"));
            }
        }
        System.exit(agreed ? 0 : 1);
    }

    private static boolean release(Path release, Map<Path, Path> named, Path output) throws IOException, InterruptedException {
        int alike = 0;
        Map<String, Integer> explained = new TreeMap<>();
        List<String> others = new ArrayList<>();
        for (Map.Entry<Path, List<String>> printed : print(release, named.keySet(), output).entrySet()) {
            Path file = named.get(printed.getKey());
            DumpTool.Comparison comparison = DumpTool.compare(printed.getValue(), file);
            alike += comparison.alike();
            comparison.explained().forEach((reason, times) -> explained.merge(reason, times, Integer::sum));
            comparison.others().forEach(difference -> others.add(file + ": " + difference));
        }
        System.out.println(release.getFileName() + ": " + named.size() + " files, " + alike + " batches and records alike, " + others.size() + " not");
        explained.forEach((reason, times) -> System.out.println("  the tool " + reason + ": " + times));
        others.stream().limit(MOST_SHOWN).forEach(difference -> System.out.println("  " + difference));
        return others.isEmpty();
    }

    /** What the tool of a release prints about each file: a process of its own, as before 4.2 it is written in Scala, which takes no other output. */
    private static Map<Path, List<String>> print(Path release, Set<Path> files, Path output) throws IOException, InterruptedException {
        String names = files.stream().map(Path::toString).collect(Collectors.joining(","));
        Map<Path, List<String>> printed = new LinkedHashMap<>();
        for (String main : NAMES) {
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", release + File.separator + "*", main,
                "--cluster-metadata-decoder", "--files", names).redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
            List<String> about = new ArrayList<>();
            for (String line : Files.readAllLines(output)) {
                if (line.startsWith(BEGIN)) {
                    about = new ArrayList<>();
                    printed.put(Path.of(line.substring(BEGIN.length())), about);
                }
                about.add(line);
            }
        }
        if (!printed.keySet().equals(files)) {
            throw new IOException("the tool of " + release + " says nothing of " + (files.size() - printed.size()) + " files");
        }
        return printed;
    }

    private static boolean hasBatches(Path file) {
        String name = file.getFileName().toString();
        return Files.isRegularFile(file) && (name.endsWith(".log") && file.getParent().endsWith("__cluster_metadata-0") || name.endsWith(".checkpoint"));
    }
}
