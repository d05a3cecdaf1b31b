package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import kraftaudit.audit.cli.CommandLineTool;
import kraftaudit.audit.timeline.Kind;
import kraftaudit.reader.RecordDetail;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The record at a place, field by field with its bytes, what is copied of it, and what leads to it. */
class DetailsTest extends LostVoterChange {
    @Start
    void begin(Stage stage) {
        start(stage);
    }

    @Test
    void fieldsAndBytesAreLinkedBothWays() {
        opened.until(() -> fields().getItems().stream().anyMatch(f -> f.name().equals("voterId") && f.value().equals("4")));
        HexPane hex = (HexPane) opened.node("hex");
        RecordDetail.Field four = opened.get(() -> fields().getItems().stream().filter(f -> f.name().equals("voterId") && f.value().equals("4")).findFirst().orElseThrow());
        opened.run(() -> fields().getSelectionModel().select(four));
        assertTrue(opened.get(() -> hex.isMarkedAt(four.from()) && hex.isMarkedAt(four.to() - 1) && !hex.isMarkedAt(four.to())));
        RecordDetail.Field crc = opened.get(() -> fields().getItems().stream().filter(f -> f.name().equals("crc")).findFirst().orElseThrow());
        opened.run(() -> hex.click(crc.from() + 1));
        assertEquals(crc, opened.get(() -> fields().getSelectionModel().getSelectedItem()));
    }

    @Test
    void whatIsCopiedTheCommandLineTakes(FxRobot robot) {
        opened.run(() -> {
            opened.view().timeline().requestFocus();
            sight().show(opened.item("voter 4 Fv7PRm52uQx2lJyIZdTz6A", Kind.LOST));
        });
        opened.until(() -> !fields().getItems().isEmpty());
        robot.push(KeyCode.C);
        opened.settle();
        assertEquals("node1:offset=54", opened.get(() -> Clipboard.getSystemClipboard().getString()));
        robot.push(KeyCode.SHORTCUT, KeyCode.C);
        opened.settle();
        assertTrue(opened.get(() -> Clipboard.getSystemClipboard().getString()).contains("voterId: 4"));
        robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.C);
        opened.settle();
        assertTrue(opened.get(() -> Clipboard.getSystemClipboard().getString()).contains("\"voterId\" : 4"));
    }

    /** Offset 54 is another record on each branch; the locator that is searched for says of which copy. */
    @Test
    void aLocatorThatIsSearchedForShowsItsOwnCopy(FxRobot robot) {
        SearchField field = opened.window().tools().searchField();
        opened.run(() -> {
            sight().go(40);
            field.requestFocus();
            field.setText("node1:offset=54");
        });
        opened.until(() -> !field.results().getItems().isEmpty() && field.results().getItems().get(0).place().isPresent());
        robot.push(KeyCode.ENTER);
        opened.until(() -> sight().cursor().get() == 55);
        opened.until(() -> fields().getItems().stream().anyMatch(f -> f.name().equals("voterId") && f.value().equals("4")));
        robot.push(KeyCode.C);
        opened.settle();
        assertEquals("node1:offset=54", opened.get(() -> Clipboard.getSystemClipboard().getString()));
    }

    @Test
    void aProofLeadsToItsRecord(FxRobot robot) {
        opened.run(() -> sight().go(47));
        Hyperlink proof = (Hyperlink) opened.get(() -> opened.node("moment").lookupAll(".hyperlink").stream()
            .filter(n -> ((Hyperlink) n).getText().startsWith("EPOCH_DATA")).findFirst().orElseThrow());
        opened.run(proof::fire);
        opened.until(() -> fields().getItems().stream().anyMatch(f -> f.name().equals("baseOffset") && f.value().equals("53")));
    }

    @Test
    void describeSaysWhatTheCommandSays() {
        String text = kraftaudit.audit.report.Phrases.describe(sight().report(), 55);
        StringWriter printed = new StringWriter();
        CommandLineTool.run(new String[] {"describe", "--at", "55", kraftaudit.written.Samples.folder("lost-voter-change").toString()},
            new PrintWriter(printed), new PrintWriter(new StringWriter()));
        assertEquals(printed.toString().strip(), text.strip());
        assertTrue(text.contains("CommittedVoters:") && text.contains("HighWatermark:          55"), text);
    }
}
