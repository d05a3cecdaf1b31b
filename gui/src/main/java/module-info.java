/** The JavaFX window over the timeline model: no decoding, no rules, no reading of captures of its own. */
module kraftaudit.gui {
    requires transitive kraftaudit.audit;
    requires javafx.controls;
    requires atlantafx.base;
    requires org.kordamp.ikonli.javafx;
    requires org.kordamp.ikonli.feather;

    exports kraftaudit.gui;

    provides kraftaudit.audit.cli.Window with kraftaudit.gui.TimelineWindow;
}
