package kraftaudit.audit;

import static kraftaudit.audit.Auditing.DEFAULT;
import static kraftaudit.audit.Auditing.finding;
import static kraftaudit.audit.Auditing.findings;
import static kraftaudit.audit.Auditing.log;
import static kraftaudit.audit.Auditing.message;
import static kraftaudit.audit.Auditing.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions and the records that a log begins with. */
class TransactionCasesTest {
    private static final String QUORUM = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; ";

    @TempDir
    private Path folder;

    private AuditReport audit(String statements) throws Exception {
        return WrittenCapture.one(QUORUM + statements).audit(folder);
    }

    private static List<String> broken(AuditReport report) {
        return Auditing.of(report, "T").stream().map(Finding::ruleId).distinct().sorted().toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "begin; topic a; abort | aborted at 8: offsets 6 to 7 do not take effect",
        "begin + topic a; topic b; feature group.version 1; abort | aborted at 10: offsets 6 to 9 do not take effect, among them group.version 1 at 9",
        "begin; abort | aborted at 7: offset 6 does not take effect",
        "begin; topic a; lead 2 by 2 3; abort | aborted at 9: offsets 6 to 7 do not take effect",
        "begin; topic a; lead 2 by 2 3; lead 1 by 1 3; topic b; abort | aborted at 11: offsets 6 to 7, 10 do not take effect",
        "begin; topic a | open at the end of the log: offsets 6 to 7 do not take effect",
        "begin; topic a; voters 1 2; topic b | open at the end of the log: offsets 6 to 7, 9 do not take effect",
        "begin | open at the end of the log: offset 6 does not take effect",
    })
    void whatATransactionHides(String statements, String says) throws Exception {
        AuditReport report = audit("begin + mv 14 + end; " + statements);
        assertEquals(List.of("T02"), broken(report));
        assertEquals(Severity.NOTE, finding(report, "T02").severity());
        assertEquals(says, finding(report, "T02").found());
        assertEquals(6, finding(report, "T02").where().offset().orElseThrow());
    }

    @Test
    void aTransactionInsideAnother() throws Exception {
        AuditReport report = audit("begin + mv 14 + end; begin; feature group.version 1; begin; topic b; end");
        assertEquals(List.of("T01"), broken(report));
        assertEquals("transaction: another transaction begins inside it, at 8: offsets 6 to 7 do not take effect, among them group.version 1 at 7; "
            + "expected an end before the next begins", message(finding(report, "T01")));
        assertEquals(Severity.VIOLATION, finding(report, "T01").severity());
        assertTrue(report.clusters().get(0).cluster().main().orElseThrow().state().features().get("group.version").at(99).value().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"begin + mv 14 + end", "begin; mv 33; end", "begin + mv 13 + feature group.version 1; end", "mv 12", "mv 7 + feature x 1",
        "noop; begin + mv 14 + end", "begin + mv 14; abort; begin + mv 14 + end", "begin + mv 14; lead 2 by 2 3; abort + begin + mv 14 + end"})
    void soundBeginnings(String bootstrap) throws Exception {
        AuditReport report = audit(bootstrap + "; topic a");
        assertEquals(List.of(), findings(report, "T03"));
        assertEquals("held", word(report, "T03"));
    }

    @ParameterizedTest
    @CsvSource({"mv 13,metadata.version 13 at 3: no transaction around it; expected the bootstrap records in a transaction",
        "begin + mv 14; abort; mv 14,metadata.version 14 at 6: no transaction around it; expected the bootstrap records in a transaction",
        "topic a; begin + mv 14 + end,'first record at 3: another record, as in logs that were born before 3.3; expected metadata.version'",
        "begin + topic a + mv 14 + end,'first record at 4: another record, as in logs that were born before 3.3; expected metadata.version'",
        "broker 11,'first record at 3: another record, as in logs that were born before 3.3; expected metadata.version'"})
    void otherBeginnings(String bootstrap, String says) throws Exception {
        Finding finding = finding(audit(bootstrap + "; topic b"), "T03");
        assertEquals(says, message(finding));
        assertEquals(Severity.NOTE, finding.severity());
    }

    @Test
    void beginningsThatAreNotHere() throws Exception {
        assertEquals("not applicable", word(audit("noop 3"), "T03"));
        assertEquals("not applicable", word(audit("begin + mv 14"), "T03"), "nothing has taken effect yet");
        NodeDirectory later = WrittenLog.of("static 1; at 50 epoch 2; noop; mv 14; noop").node(WrittenCapture.ID, 1, 1)
            .checkpoint(50, 2, Checkpoints.dynamic(2, WrittenLog.START, WrittenLog.START, List.of(WrittenVoter.of(1)), DataValues.metadataVersion(13)));
        assertEquals("not applicable", word(WrittenCapture.of(later).audit(folder), "T03"));
        assertEquals("undecided", word(Auditing.audit(folder.resolve("bad"), DEFAULT, WrittenLog.of(QUORUM + "hex 01 0c 00 ff; begin + mv 14 + end")
            .node(WrittenCapture.ID, 1, 1)), "T03"));
    }

    /** The real log of a static quorum holds one bootstrap transaction. */
    @Test
    void aRealLog() throws Exception {
        AuditReport report = Auditing.audit(folder, DEFAULT, log());
        assertEquals(new Outcome.Held(1), Auditing.outcome(report, "T01"));
        assertEquals(new Outcome.Held(1), Auditing.outcome(report, "T02"));
        assertEquals(new Outcome.Held(1), Auditing.outcome(report, "T03"));
    }
}
