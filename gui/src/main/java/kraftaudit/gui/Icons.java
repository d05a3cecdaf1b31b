package kraftaudit.gui;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Tooltip;
import kraftaudit.audit.Severity;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Look;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.replay.Status;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Small pictures: signs of the timeline as they are drawn there, and icons of buttons. */
final class Icons {
    private static final double SIZE = 14;

    private Icons() {
    }

    /** Gives a button an icon, a tooltip and a name that is read out. */
    static <T extends ButtonBase> T button(T button, Feather icon, String name) {
        FontIcon graphic = new FontIcon(icon);
        graphic.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        button.setGraphic(graphic);
        button.setTooltip(new Tooltip(name));
        button.setAccessibleText(name);
        return button;
    }

    /** The sign of a note that the person wrote. */
    static Node note() {
        return new FontIcon(Feather.EDIT_3);
    }

    /** The mark of a finding. */
    static Node severity(Severity severity, Palette palette) {
        return sign(switch (severity) {
            case VIOLATION -> Look.VIOLATION;
            case IRREGULAR -> Look.IRREGULAR;
            case NOTE -> Look.NOTE;
        }, palette);
    }

    /** The pattern of a commit status. */
    static Node status(Status status, Palette palette) {
        return sign(switch (status) {
            case PROVEN -> Look.COMMITTED;
            case UNPROVEN -> Look.PENDING;
            case LOST -> Look.LOST;
        }, palette);
    }

    /** A look as it is drawn. */
    static Node sign(Look look, Palette palette) {
        Canvas canvas = new Canvas(SIZE, SIZE);
        Item none = new Item(kraftaudit.audit.timeline.Kind.NOTE, -1, -1, -1, -1, java.util.Optional.empty(), "", kraftaudit.audit.Locator.offset("", -1));
        double inset = look.form().isMark() ? 2 : 1;
        new CanvasPen(canvas.getGraphicsContext2D(), palette).shape(inset, inset + (look.form().isMark() ? 0 : 1), SIZE - 2 * inset,
            SIZE - 2 * inset - (look.form().isMark() ? 0 : 2), look, none, 1);
        return canvas;
    }
}
