package kraftaudit.audit.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** A command that was run in this process: its exit code and what it wrote. */
record Ran(int code, String out, String err) {
    static Ran run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = CommandLineTool.run(args, new PrintWriter(out), new PrintWriter(err));
        return new Ran(code, out.toString(), err.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }

    JsonNode json() throws Exception {
        return new ObjectMapper().readTree(out);
    }

    List<CSVRecord> csv() throws Exception {
        return CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get().parse(new StringReader(out)).getRecords();
    }

    /** All text in one line, wherever it was wrapped. */
    String flat() {
        return out.replaceAll("\\s+", " ");
    }
}
