package kraftaudit.audit.timeline;

/**
 * Colours, as {@code #rrggbb}. Hues follow the set of Okabe and Ito, which people with any of the usual kinds of colour
 * blindness can tell apart.
 */
public enum Palette {
    LIGHT("#ffffff", "#1f2328", "#59636e", "#8b949e", "#e4e8ec", "#c4ccd4"),
    DARK("#0d1117", "#e6edf3", "#a6b0ba", "#79828c", "#22282f", "#444c56");

    private final String background;
    private final String text;
    private final String detail;
    private final String faint;
    private final String grid;
    private final String border;

    Palette(String background, String text, String detail, String faint, String grid, String border) {
        this.background = background;
        this.text = text;
        this.detail = detail;
        this.faint = faint;
        this.grid = grid;
        this.border = border;
    }

    /** Behind everything. */
    public String background() {
        return background;
    }

    /** Of names and titles. */
    public String text() {
        return text;
    }

    /** Of smaller print. */
    public String detail() {
        return detail;
    }

    /** Of the line that an empty lane runs along. */
    public String faint() {
        return faint;
    }

    /** Of lines behind the lanes. */
    public String grid() {
        return grid;
    }

    /** Of the ruler. */
    public String border() {
        return border;
    }

    /** The inside of a shape. */
    public String fill(Look look) {
        boolean light = this == LIGHT;
        return switch (look) {
            case COMMITTED -> light ? "#0072b2" : "#3a8fd0";
            case PENDING, PENDING_REMOVAL -> light ? "#e3f1fb" : "#12283a";
            case LOST -> light ? "#fdeae2" : "#3a1a10";
            case STATIC -> light ? "#dcebf5" : "#1c3346";
            case OBSERVER -> light ? "#9aa4ae" : "#6a747e";
            case TRANSITION -> light ? "#fff3d6" : "#3d2f0c";
            case VOTERS -> light ? "#cfe6f7" : "#16405f";
            case UNKNOWN -> light ? "#f1f3f5" : "#1b2027";
            case EPOCH -> light ? "#c9ecdf" : "#0f4a38";
            case NEXT_EPOCH -> light ? "#f0dbe7" : "#50304b";
            case PROVEN -> light ? "#d9f0e7" : "#12362b";
            case UNPROVEN, LOG_UNPROVEN -> light ? "#f4f6f8" : "#171c22";
            case PROOF -> light ? "#009e73" : "#2fc296";
            case LOG -> light ? "#dde3e9" : "#39424c";
            case OTHER_BRANCH -> light ? "#fdf0d5" : "#3a2c08";
            case GAP -> "none";
            case SEGMENT -> light ? "#6b7580" : "#9aa4ae";
            case CHECKPOINT -> light ? "#009e73" : "#2fc296";
            case BOOTSTRAP -> light ? "#ffffff" : "#0d1117";
            case DAMAGE -> light ? "#f6c6ae" : "#7a2a05";
            case LEVEL -> light ? "#fbf3b4" : "#4a4410";
            case CLUSTER_ID -> light ? "#e6d5ee" : "#442a50";
            case TRANSACTION -> light ? "#e8edf2" : "#2b333c";
            case RECORD -> light ? "#6b7580" : "#9aa4ae";
            case VIOLATION -> light ? "#d55e00" : "#ff7a1f";
            case IRREGULAR -> light ? "#e69f00" : "#f0b429";
            case NOTE -> light ? "#56b4e9" : "#56b4e9";
        };
    }

    /** The outline and the hatch of a shape. */
    public String stroke(Look look) {
        boolean light = this == LIGHT;
        return switch (look) {
            case COMMITTED -> light ? "#005a8d" : "#7cc0f0";
            case PENDING, PENDING_REMOVAL, VOTERS, STATIC -> light ? "#0072b2" : "#56a8e0";
            case LOST -> light ? "#c0390b" : "#ff7a4d";
            case OBSERVER -> "none";
            case TRANSITION -> light ? "#b87a00" : "#f0b429";
            case UNKNOWN, UNPROVEN, LOG_UNPROVEN -> light ? "#8b949e" : "#79828c";
            case EPOCH, PROVEN, PROOF, CHECKPOINT, BOOTSTRAP -> light ? "#007a59" : "#2fc296";
            case NEXT_EPOCH -> light ? "#a34f80" : "#d58bb5";
            case LOG -> light ? "#8b949e" : "#79828c";
            case OTHER_BRANCH -> light ? "#b87a00" : "#f0b429";
            case GAP -> light ? "#c0390b" : "#ff7a4d";
            case SEGMENT, RECORD -> light ? "#6b7580" : "#9aa4ae";
            case DAMAGE -> light ? "#8a2500" : "#ffb08a";
            case LEVEL -> light ? "#a08a00" : "#d6c84a";
            case CLUSTER_ID -> light ? "#7b4a94" : "#c79ae0";
            case TRANSACTION -> light ? "#8b949e" : "#79828c";
            case VIOLATION -> light ? "#8a3300" : "#ffd0b0";
            case IRREGULAR -> light ? "#7a5400" : "#fff0c8";
            case NOTE -> light ? "#1d5f86" : "#d6eefc";
        };
    }

    /** The colour of a text. */
    public String text(Pen.Type type) {
        return switch (type) {
            case TITLE, HEADING, NAME, LABEL, LABEL_ON_HATCH -> text;
            case DETAIL, TICK -> detail;
            case LABEL_ON_DARK -> this == LIGHT ? "#ffffff" : "#04121f";
            case ALARM -> stroke(Look.LOST);
        };
    }

    /** The colour of a line. */
    public String line(Pen.Rule rule) {
        return switch (rule) {
            case GRID -> grid;
            case BORDER -> border;
            case BASE -> grid;
            case LOG_END -> faint;
            case CURVE -> stroke(Look.PROVEN);
        };
    }
}
