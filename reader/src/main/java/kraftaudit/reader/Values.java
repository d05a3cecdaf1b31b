package kraftaudit.reader;

import java.util.Arrays;
import java.util.Base64;

/**
 * The values of one record after the other, in arrays: what is in an object or array follows it. So nothing is made for a
 * value that nobody asks for. It says of every value what the nodes of a {@link Tree} do.
 *
 * <p>A value is named by its index, a value that is not there by {@link #NONE}, of which all may be asked too. Indices hold
 * until {@link #clear}, texts and uuids as long as the bytes they were read from.
 */
final class Values extends Sink {
    /** A field that the record does not have. */
    static final int NONE = -1;
    /** The whole record. */
    static final int ROOT = 0;

    /** Kinds of values; those from {@link #UUID} on are texts in JSON. */
    private static final byte OBJECT = 0;
    private static final byte ARRAY = 1;
    private static final byte NOTHING = 2;
    private static final byte BOOL = 3;
    private static final byte NUMBER = 4;
    private static final byte UUID = 5;
    private static final byte TEXT = 6;
    private static final byte BYTES = 7;
    private static final byte MASKED = 8;

    private byte[] kinds = new byte[64];
    private String[] names = new String[64];
    /** Of objects and arrays the index behind their values, of others their own plus 1. */
    private int[] ends = new int[64];
    /** Numbers; of uuids, texts and bytes the index in {@link #bytes}, and the length above it. */
    private long[] numbers = new long[64];
    private int size;
    private int[] open = new int[16];
    private int depth;
    private String name = "";
    private byte[] bytes = new byte[0];

    /** Forgets the last record. */
    void clear() {
        size = 0;
        depth = 0;
        name = "";
    }

    // ---- what the record holds ----

    /** A field of an object; {@link #NONE} when it has none of this name. */
    int field(int object, String called) {
        for (int i = first(object); i < end(object); i = ends[i]) {
            if (names[i].equals(called)) {
                return i;
            }
        }
        return NONE;
    }

    /** The first value in an object or array, which has one when this is below {@link #end}. The next one is at its end. */
    int first(int value) {
        return value + 1;
    }

    /** The index behind a value and all in it. */
    int end(int value) {
        return value == NONE ? 0 : ends[value];
    }

    /** The number of values in an object or array. */
    int count(int value) {
        int count = 0;
        for (int i = first(value); i < end(value); i = ends[i]) {
            count++;
        }
        return count;
    }

    /** A number; true is 1, and all that is no number is 0. */
    long number(int value) {
        return value != NONE && (kinds[value] == NUMBER || kinds[value] == BOOL) ? numbers[value] : 0;
    }

    boolean bool(int value) {
        return number(value) != 0;
    }

    boolean isText(int value) {
        return value != NONE && kinds[value] >= UUID;
    }

    /** A text, or what JSON shows of another value; of objects, arrays and what is not there that is nothing. */
    String text(int value) {
        if (value == NONE) {
            return "";
        }
        return switch (kinds[value]) {
            case TEXT -> Utf8.text(bytes, (int) numbers[value], length(value));
            case UUID -> uuid(value).toString();
            case BYTES -> Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, (int) numbers[value], (int) numbers[value] + length(value)));
            case MASKED -> Secrets.MASK;
            case NUMBER -> Long.toString(numbers[value]);
            case BOOL -> Boolean.toString(bool(value));
            case NOTHING -> "null";
            default -> "";
        };
    }

    private int length(int value) {
        return (int) (numbers[value] >>> 32);
    }

    /** A uuid, also one that is written as text; the zero id for all else. */
    DirectoryId uuid(int value) {
        if (value != NONE && kinds[value] == UUID) {
            int index = (int) numbers[value];
            return new DirectoryId(Cursor.int64(bytes, index), Cursor.int64(bytes, index + 8));
        }
        return isText(value) ? DirectoryId.parse(text(value)).orElse(DirectoryId.ZERO) : DirectoryId.ZERO;
    }

    // ---- what the decoder tells ----

    @Override
    int longestValue() {
        return Tree.LONGEST_VALUE;
    }

    @Override
    int mark() {
        return size;
    }

    @Override
    void reset(int mark) {
        size = mark;
        while (depth > 0 && open[depth - 1] >= mark) {
            depth--;
        }
    }

    @Override
    void restartObject(int mark) {
        reset(mark);
    }

    private void add(byte kind, long number) {
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * size);
            names = Arrays.copyOf(names, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        kinds[size] = kind;
        names[size] = name;
        numbers[size] = number;
        size++;
        ends[size - 1] = size;
    }

    private void open(byte kind) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
        }
        open[depth++] = size;
        add(kind, 0);
    }

    private void close() {
        ends[open[--depth]] = size;
    }

    @Override
    void startObject() {
        open(OBJECT);
    }

    @Override
    void endObject() {
        close();
    }

    @Override
    void startArray() {
        open(ARRAY);
    }

    @Override
    void endArray() {
        close();
    }

    @Override
    void name(Layout.Field field) {
        name = field.printed;
    }

    @Override
    void name(String text) {
        name = text;
    }

    @Override
    void element() {
    }

    @Override
    void nothing() {
        add(NOTHING, 0);
    }

    @Override
    void bool(boolean value) {
        add(BOOL, value ? 1 : 0);
    }

    @Override
    void number(long value) {
        add(NUMBER, value);
    }

    /** No audited field is a fraction. */
    @Override
    void number(double value) {
        add(NUMBER, (long) value);
    }

    @Override
    void uuid(byte[] in, int index) {
        stretch(UUID, in, index, 16);
    }

    /** Only what stands for a secret is told of as a word. */
    @Override
    void word(String text) {
        add(MASKED, 0);
    }

    @Override
    boolean text(byte[] in, int index, int length) {
        stretch(TEXT, in, index, length);
        return Utf8.isText(in, index, length);
    }

    @Override
    void bytes(byte[] in, int index, int length) {
        stretch(BYTES, in, index, length);
    }

    private void stretch(byte kind, byte[] in, int index, int length) {
        bytes = in;
        add(kind, (long) length << 32 | index);
    }
}
