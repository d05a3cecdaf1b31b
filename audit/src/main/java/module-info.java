/** History to rule outcomes, reports, the timeline model and the command line. */
module kraftaudit.audit {
    requires transitive kraftaudit.replay;
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires org.apache.commons.csv;
    requires org.apache.commons.compress;

    exports kraftaudit.audit;
    exports kraftaudit.audit.cli;
    exports kraftaudit.audit.report;
    exports kraftaudit.audit.timeline;
}
