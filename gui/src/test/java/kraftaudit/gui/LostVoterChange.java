package kraftaudit.gui;

import java.nio.file.Path;
import javafx.geometry.Point2D;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import kraftaudit.reader.RecordDetail;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;

/**
 * A window with the capture of the lost voter change. What it must say stands in the sample's about.md, as the live quorum
 * said it.
 */
@ExtendWith(ApplicationExtension.class)
abstract class LostVoterChange {
    @TempDir
    static Path folder;

    Opened opened;

    /** Called by each class from a method of its own: inherited ones are not looked for. */
    void start(Stage stage) {
        opened = Opened.empty(stage, folder.resolve("window.json"));
    }

    @BeforeEach
    void open() {
        opened.open("lost-voter-change");
    }

    Sight sight() {
        return opened.sight();
    }

    /** A point of the timeline on the screen: a place on the axis, and the row of a lane; on the ruler where there is none. */
    Point2D screen(double place, String lane) {
        TimelinePane pane = opened.view().timeline();
        return opened.get(() -> {
            double x = TimelinePane.GUTTER + sight().viewport().get().x(place);
            double y = pane.rulerHeight() / 2;
            for (var line : sight().layout().get().lines()) {
                if (line.row().isPresent() && line.row().get().lanes().stream().anyMatch(l -> l.name().equals(lane))) {
                    y = pane.rulerHeight() + line.y() + line.height() / 2;
                }
            }
            return pane.localToScreen(x, y);
        });
    }

    /** The fields of the record that is shown. */
    @SuppressWarnings("unchecked")
    TableView<RecordDetail.Field> fields() {
        return (TableView<RecordDetail.Field>) opened.window().lookup("#fields");
    }
}
