package kraftaudit.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.List;

/** Notes of every field that {@link Fields} tells of where in the array it stands. */
final class FieldPlaces extends Sink {
    /** Longer values are cut where they are shown in one line. */
    private static final int LONGEST_SHOWN = 200;

    /** @param to exclusive index in the array */
    record Entry(String name, int depth, String value, int from, int to) {
    }

    /** A structure or array that is being told of: where its entry stands, and of an array the field and the next index. */
    private static final class Open {
        private final int entry;
        private final Layout.Field field;
        private int index;

        Open(int entry, Layout.Field field) {
            this.entry = entry;
            this.field = field;
        }
    }

    private final Cursor in;
    private final List<Entry> entries = new ArrayList<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private String name = "value";
    private Layout.Field field;

    FieldPlaces(Cursor in) {
        this.in = in;
    }

    List<Entry> entries() {
        return entries;
    }

    @Override
    int longestValue() {
        return 1 << 18;
    }

    @Override
    int mark() {
        return entries.size();
    }

    @Override
    void reset(int mark) {
        entries.subList(mark, entries.size()).clear();
        open.clear();
        name = "value";
    }

    @Override
    boolean canForget() {
        return false;
    }

    @Override
    void restartObject(int mark) {
        entries.subList(mark, entries.size()).clear();
    }

    private void open() {
        open.push(new Open(entries.size(), field));
        entries.add(new Entry(name, open.size() - 1, "", in.index(), in.index()));
    }

    private void close() {
        Open closed = open.pop();
        Entry entry = entries.get(closed.entry);
        int from = entry.from();
        int to = entry.from();
        for (Entry inner : entries.subList(closed.entry + 1, entries.size())) {
            from = Math.min(from, inner.from());
            to = Math.max(to, inner.to());
        }
        entries.set(closed.entry, new Entry(entry.name(), entry.depth(), entry.value(), from, Math.max(to, from)));
    }

    private void leaf(String value, int from, int to) {
        String shown = value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "…";
        entries.add(new Entry(name, open.size(), shown, from, to));
    }

    @Override
    void startObject() {
        open();
    }

    @Override
    void endObject() {
        close();
    }

    @Override
    void startArray() {
        open();
    }

    @Override
    void endArray() {
        close();
    }

    @Override
    void name(Layout.Field next) {
        field = next;
        name = next.printed;
    }

    @Override
    void name(String text) {
        field = null;
        name = text;
    }

    @Override
    void element() {
        Open array = open.element();
        field = array.field;
        name = "[" + array.index++ + "]";
    }

    @Override
    void nothing() {
        leaf("null", in.index() - 1, in.index());
    }

    @Override
    void bool(boolean value) {
        leaf(Boolean.toString(value), in.index() - 1, in.index());
    }

    @Override
    void number(long value) {
        if (field == null) {
            leaf(Long.toString(value), in.index(), in.index());
            return;
        }
        int size = switch (field.kind) {
            case BOOL, INT8 -> 1;
            case INT16, UINT16 -> 2;
            case INT32, UINT32 -> 4;
            case INT64 -> 8;
            default -> 0;
        };
        int from = in.index() - size;
        leaf(Long.toString(value), from, field.kind == Layout.Kind.RECORDS ? from + (int) value : in.index());
    }

    @Override
    void number(double value) {
        leaf(Double.toString(value), in.index() - 8, in.index());
    }

    @Override
    void uuid(byte[] array, int index) {
        leaf(new DirectoryId(Cursor.int64(array, index), Cursor.int64(array, index + 8)).toString(), index, index + 16);
    }

    @Override
    void int32s(byte[] array, int index, int count) {
        for (int at = index; at < index + 4 * count; at += 4) {
            element();
            leaf(Integer.toString(Cursor.int32(array, at)), at, at + 4);
        }
    }

    @Override
    void word(String text) {
        leaf(text, in.index(), in.index());
    }

    @Override
    boolean text(byte[] array, int index, int length) {
        StringBuilder text = new StringBuilder();
        boolean utf8 = true;
        int i = index;
        while (i < index + length) {
            int codePoint = Utf8.codePoint(array, i, index + length);
            if (codePoint == Utf8.INVALID) {
                utf8 = false;
                text.append(String.format(java.util.Locale.ROOT, "\\x%02X", array[i++]));
            } else {
                text.appendCodePoint(codePoint);
                i += Utf8.length(codePoint);
            }
        }
        leaf(text.toString(), index, index + length);
        return utf8;
    }

    @Override
    void bytes(byte[] array, int index, int length) {
        byte[] some = Arrays.copyOfRange(array, index, index + Math.min(length, LONGEST_SHOWN));
        leaf(Base64.getEncoder().encodeToString(some) + (length > some.length ? "…" : ""), index, index + length);
    }
}
