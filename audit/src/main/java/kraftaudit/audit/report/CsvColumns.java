package kraftaudit.audit.report;

import java.util.List;

/** The columns of each command's CSV: the contract, version 1. */
public final class CsvColumns {
    private CsvColumns() {
    }

    /** In their order; empty for a command without CSV. */
    public static List<String> of(String command) {
        return switch (command) {
            case "audit" -> AuditCsv.HEADER;
            case "voters" -> VotersCsv.HEADER;
            case "describe" -> DescribeCsv.HEADER;
            case "compare" -> CompareCsv.HEADER;
            case "timeline" -> TimelineCsv.HEADER;
            case "rules" -> RulesReport.HEADER;
            case "dump" -> List.of("file", "position", "length", "base_offset", "offset", "epoch", "timestamp", "control", "type", "version", "status",
                "payload");
            default -> List.of();
        };
    }
}
