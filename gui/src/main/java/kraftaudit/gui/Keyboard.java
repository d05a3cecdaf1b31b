package kraftaudit.gui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import kraftaudit.audit.timeline.Palette;

/** The keys that work wherever the focus is; those of the timeline are in {@link Gestures}. */
record Keyboard(MainWindow window) {
    private static final double STEP = 1.1;

    /** Takes the keys that mean something here. */
    void press(KeyEvent e) {
        boolean typing = window.getScene() != null && window.getScene().getFocusOwner() instanceof TextInputControl input && input.isEditable();
        if (e.isShortcutDown() ? shortcut(e, typing) : e.isAltDown() ? travel(e) : !typing && plain(e)) {
            e.consume();
        }
    }

    private boolean shortcut(KeyEvent e, boolean typing) {
        switch (e.getCode()) {
            case O -> {
                if (e.isShiftDown()) {
                    window.openFiles();
                } else {
                    window.openFolder();
                }
            }
            case R -> window.reload();
            case S -> window.saveSession();
            case E -> window.tools().showExports();
            case L -> window.theme(window.palette() == Palette.DARK ? Palette.LIGHT : Palette.DARK);
            case F -> window.tools().search();
            case W -> window.tab().ifPresent(window.tabs().getTabs()::remove);
            case TAB -> window.tabs().getSelectionModel().select(window.tabs().getTabs().isEmpty() ? -1
                : Math.floorMod(window.tabs().getSelectionModel().getSelectedIndex() + (e.isShiftDown() ? -1 : 1), window.tabs().getTabs().size()));
            case PLUS, ADD, EQUALS -> window.textScale(window.remembered().textScale() * STEP);
            case MINUS, SUBTRACT -> window.textScale(window.remembered().textScale() / STEP);
            case DIGIT0 -> window.textScale(1);
            case C -> {
                if (typing || window.getScene().getFocusOwner() instanceof TextInputControl) {
                    return false;
                }
                window.view().ifPresent(view -> {
                    if (e.isShiftDown()) {
                        view.details().copyJson();
                    } else {
                        view.details().copyText();
                    }
                });
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean travel(KeyEvent e) {
        if (e.getCode() == KeyCode.LEFT) {
            window.view().ifPresent(view -> view.sight().back());
        } else if (e.getCode() == KeyCode.RIGHT) {
            window.view().ifPresent(view -> view.sight().forward());
        } else {
            return false;
        }
        return true;
    }

    private boolean plain(KeyEvent e) {
        if (e.getCode() == KeyCode.F5) {
            window.reload();
        } else if (e.getCode() == KeyCode.F6) {
            nextPane(e.isShiftDown());
        } else if (e.getCode() == KeyCode.SLASH && e.isShiftDown() || "?".equals(e.getText()) || e.getCode() == KeyCode.F1) {
            window.showHelp();
        } else if (e.getCode() == KeyCode.SLASH || "/".equals(e.getText()) || e.getCode() == KeyCode.G) {
            window.tools().search();
        } else if (e.getCode() == KeyCode.N) {
            window.view().ifPresent(CaptureView::note);
        } else if (e.getCode() == KeyCode.C) {
            window.view().ifPresent(view -> view.details().copyLocator());
        } else if (e.getCode() == KeyCode.ESCAPE && window.isHelpShown()) {
            window.hideHelp();
        } else {
            return false;
        }
        return true;
    }

    /** From pane to pane: findings, timeline, moment, details. */
    private void nextPane(boolean back) {
        window.view().ifPresent(view -> {
            List<Node> panes = new ArrayList<>();
            for (String id : List.of("#findings", "#timeline", "#moment", "#fields")) {
                Optional.ofNullable(view.lookup(id)).ifPresent(panes::add);
            }
            Node owner = window.getScene().getFocusOwner();
            int at = -1;
            for (int i = 0; i < panes.size(); i++) {
                for (Node node = owner; node != null; node = node.getParent()) {
                    at = node == panes.get(i) ? i : at;
                }
            }
            Node next = panes.get(Math.floorMod(at + (back ? -1 : 1), panes.size()));
            if (next.getId().equals("moment")) {
                next.lookupAll(".button").stream().findFirst().ifPresent(Node::requestFocus);
            } else {
                next.requestFocus();
            }
        });
    }
}
