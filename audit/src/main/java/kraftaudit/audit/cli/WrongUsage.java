package kraftaudit.audit.cli;

/** What was asked for makes no sense; the message is the one line that says why. */
public final class WrongUsage extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param line without a full stop */
    public WrongUsage(String line) {
        super(line);
    }
}
