package kraftaudit.reader;

import java.util.List;

/** The given PATHs hold nothing that can be audited, or one of them does not exist. */
public final class NothingFound extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    /** @param lines one line for each PATH at fault: the PATH as it was given, {@code : }, what is wrong; at least one */
    public NothingFound(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
    }

    /** One line for each PATH at fault; control characters of names are kept, so escape before printing. */
    public List<String> lines() {
        return lines == null ? getMessage().lines().toList() : lines;
    }
}
