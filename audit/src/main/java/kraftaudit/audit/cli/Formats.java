package kraftaudit.audit.cli;

import java.util.ArrayList;
import java.util.List;
import kraftaudit.audit.report.CsvColumns;
import kraftaudit.audit.report.Style;

/** What the formats of each command are, in the words of its help. */
final class Formats {
    private static final String CSV = "CSV, version 1: RFC 4180 in UTF-8 with a header row and CRLF; times in ISO 8601, UTC; columns are only ever appended. Text "
        + "that begins with = + - @, tab or CR gets a leading ', numbers never; --csv-raw turns that off.";

    private Formats() {
    }

    /** Lines for the help of a command; none where it has no formats. */
    static List<String> of(String command) {
        List<String> columns = CsvColumns.of(command);
        if (columns.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.addAll(wrapped(CSV));
        lines.addAll(wrapped("Its columns: " + String.join(", ", columns)));
        lines.addAll(wrapped("JSON: numbers beyond 2^53 are strings, what is not known is null; `kraft-audit schema " + command + "` prints its JSON Schema."));
        switch (command) {
            case "audit" -> {
                lines.addAll(wrapped("SARIF 2.1.0: a result for each finding with the bytes it is about, every rule, every file with its SHA-256."));
                lines.addAll(wrapped("--output DIR: report.txt, report.html, outcomes.csv (the CSV), findings.csv (its findings, and a column locator), voters.csv, "
                    + "timeline.csv, report.json, report.sarif, timeline.svg, manifest.json, manifest.sha256. Everything but the manifest is the same for the "
                    + "same input and version. With --each: captures/NAME/ with such a package for each, and summary.txt, summary.csv, summary.json, "
                    + "outcomes.csv and findings.csv of all, with a column capture."));
            }
            case "timeline" -> lines.addAll(wrapped("SVG: one picture without script, with titles for screen readers."));
            default -> { }
        }
        return lines;
    }

    private static List<String> wrapped(String words) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("  ");
        for (String word : words.split(" ")) {
            if (line.length() + word.length() + 1 > Style.WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder("    ");
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        // What stands after a percent sign would be taken for a conversion.
        return lines.stream().map(l -> l.replace("%", "%%")).toList();
    }
}
