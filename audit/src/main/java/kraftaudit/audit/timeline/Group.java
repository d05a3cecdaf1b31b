package kraftaudit.audit.timeline;

/** A heading that lanes stand under, in the order of the picture. */
public enum Group {
    FINDINGS("Findings"),
    QUORUM("Quorum"),
    VOTERS("Voters"),
    COPIES("Copies"),
    LEVELS("Levels"),
    RECORDS("Records");

    private final String title;

    Group(String title) {
        this.title = title;
    }

    /** The heading. */
    public String title() {
        return title;
    }
}
