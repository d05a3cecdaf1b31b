package kraftaudit.audit.report;

import java.util.Locale;

/** Text from the log may hold anything: a terminal must not obey it. */
public final class Escape {
    private Escape() {
    }

    /** The text with control, format and line-separating characters written as escapes, and lone surrogates too. */
    public static String text(String text) {
        return isPlain(text) ? text : escaped(text);
    }

    /** Whether a text is of letters, digits and signs of ASCII alone, as nearly all is. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(escaped, c));
        return escaped.toString();
    }

    private static void append(StringBuilder escaped, int c) {
        switch (c) {
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            default -> {
                int type = Character.getType(c);
                boolean hidden = type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE
                    || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR || type == Character.UNASSIGNED;
                if (hidden) {
                    escaped.append(String.format(Locale.ROOT, c > 0xffff ? "\\u{%x}" : "\\u%04x", c));
                } else {
                    escaped.appendCodePoint(c);
                }
            }
        }
    }
}
