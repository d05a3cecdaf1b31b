/** The JavaFX window over the timeline model. */
module kraftaudit.gui {
    requires kraftaudit.audit;
}
