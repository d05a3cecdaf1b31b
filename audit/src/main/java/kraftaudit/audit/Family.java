package kraftaudit.audit;

/** The families of rules, named by the first letter of a rule's id, in the order of reports. */
public enum Family {
    F("files and bytes"),
    O("offsets"),
    E("epochs and leaders"),
    V("voters and kraft.version"),
    M("metadata versions and cluster ids"),
    C("checkpoints"),
    I("identity files"),
    T("transactions"),
    R("across replicas");

    private final String title;

    Family(String title) {
        this.title = title;
    }

    /** A few words without a full stop. */
    public String title() {
        return title;
    }
}
