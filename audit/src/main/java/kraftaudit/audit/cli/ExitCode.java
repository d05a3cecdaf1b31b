package kraftaudit.audit.cli;

/** Exit codes of every command. */
public final class ExitCode {
    /** Nothing at or above {@code --fail-on}. */
    public static final int NOTHING = 0;
    /** Findings at or above {@code --fail-on}. */
    public static final int FINDINGS = 1;
    /** Wrong usage. */
    public static final int USAGE = 2;
    /** Input unreadable, nothing found, or the output could not be written. */
    public static final int INPUT = 3;
    /** The tool's own fault. */
    public static final int FAULT = 70;

    private ExitCode() {
    }
}
