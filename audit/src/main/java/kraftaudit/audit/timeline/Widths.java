package kraftaudit.audit.timeline;

/** How wide a text is, near enough to decide whether it fits: the same on every machine, whichever font is there. */
final class Widths {
    private static final String NARROW = " .,:;'|!iljtfrI()[]{}·-/";
    private static final String WIDE = "mwMW@%…";

    private Widths() {
    }

    /** Pixels of a text in a plain sans-serif font of a size. */
    static double of(String text, double size) {
        double width = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            width += NARROW.indexOf(c) >= 0 ? 0.35 : WIDE.indexOf(c) >= 0 ? 0.95 : Character.isUpperCase(c) || c > 0x2000 ? 0.72 : 0.58;
        }
        return width * size;
    }

    /** As much of a text as fits, with an ellipsis where it was cut; empty where not even three characters fit. */
    static String fitted(String text, double size, double width) {
        if (of(text, size) <= width) {
            return text;
        }
        int end = text.length() - 1;
        while (end > 2 && of(text.substring(0, end) + "…", size) > width) {
            end--;
        }
        return end <= 2 ? "" : text.substring(0, end).stripTrailing() + "…";
    }
}
