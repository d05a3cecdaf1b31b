package kraftaudit.gui;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/**
 * Something that went wrong, for people.
 *
 * @param title   what happened
 * @param advice  what to do
 * @param details for a report of the fault, empty where there is nothing to tell
 */
record Problem(String title, String advice, String details) {
    static Problem nothingFound(List<Path> paths, List<String> lines) {
        String where = paths.stream().map(Path::toString).collect(Collectors.joining(", "));
        return new Problem("Nothing to audit in " + where, String.join("\n", lines) + "\n\nOpen a captured log directory, its "
            + "__cluster_metadata-0, a folder that holds several of them, or a single segment or checkpoint.", "");
    }

    static Problem refused(String archive) {
        return new Problem("The archive was not opened", archive + "\n\nUnpack it yourself and open the folder, or give gui other limits: kraft-audit gui --help "
            + "names them.", "");
    }

    static Problem tooLarge() {
        return new Problem("The capture does not fit into memory", "Start with more memory, such as JAVA_TOOL_OPTIONS=-Xmx4g, or open fewer copies at a time.", "");
    }

    static Problem fault(Throwable fault) {
        StringWriter trace = new StringWriter();
        fault.printStackTrace(new PrintWriter(trace, true));
        return new Problem("This is a fault of kraft-audit itself", "The capture was not changed. Please report what follows together with the version. "
            + "The command line may still answer: kraft-audit audit PATH.", trace.toString());
    }

    /** The problem in place of what could not be shown. */
    Node shown(Button... ways) {
        Label head = new Label(CanvasPen.printable(title));
        head.getStyleClass().add("problem-title");
        head.setWrapText(true);
        Label what = new Label(CanvasPen.printable(advice.replace("\n", "\u2028")).replace('\u2028', '\n'));
        what.setWrapText(true);
        what.setMaxWidth(680);
        HBox buttons = new HBox(8, ways);
        buttons.setAlignment(Pos.CENTER);
        VBox box = new VBox(14, head, what, buttons);
        if (!details.isEmpty()) {
            TextArea area = new TextArea(details);
            area.setEditable(false);
            area.getStyleClass().add("mono");
            TitledPane more = new TitledPane("Details for a report", area);
            more.setExpanded(false);
            more.setMaxWidth(680);
            box.getChildren().add(more);
        }
        box.setAlignment(Pos.CENTER);
        box.setPadding(new Insets(30));
        box.setId("problem");
        return box;
    }
}
