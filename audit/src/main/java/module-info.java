/** History to rule outcomes, reports, the timeline model and the command line. */
module kraftaudit.audit {
    requires transitive kraftaudit.replay;
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires org.apache.commons.csv;
    requires org.apache.commons.compress;

    exports kraftaudit.audit;
    exports kraftaudit.audit.archive;
    exports kraftaudit.audit.cli;
    exports kraftaudit.audit.report;
    exports kraftaudit.audit.timeline;

    // JSON is written from records, options are read into fields.
    opens kraftaudit.audit.report to com.fasterxml.jackson.databind;
    opens kraftaudit.audit.compliance to com.fasterxml.jackson.databind;
    opens kraftaudit.audit.cli to info.picocli;

    uses kraftaudit.audit.cli.Window;
}
