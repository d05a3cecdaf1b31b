package kraftaudit.reader;

/**
 * What the {@link Decoder} tells of a record, in the order of the printed form. Names come before values; elements of an
 * array are announced one by one.
 */
abstract class Sink {
    /** The longest value, in bytes, that the sink takes: it bounds the memory that a hostile record can ask for. */
    int longestValue() {
        return Decoder.LONGEST_VALUE;
    }

    /** Where the sink is now, for {@link #reset}. */
    abstract int mark();

    /** Forgets what it was told since the mark. */
    abstract void reset(int mark);

    /** Whether {@link #reset} works inside of an object too; else it forgets everything. */
    boolean canForget() {
        return true;
    }

    /**
     * Takes a whole message, if that can be done faster than field by field and with the same result; else nothing, and the
     * cursor is left where it was.
     */
    boolean takes(Layout.Struct message, Cursor in) {
        return false;
    }

    abstract void startObject();

    /** Forgets the fields of the innermost object, which was started just before the mark. */
    abstract void restartObject(int mark);

    abstract void endObject();

    abstract void startArray();

    abstract void endArray();

    /** The next value belongs to this field. */
    abstract void name(Layout.Field field);

    /** The next value belongs to this name, which needs no escaping. */
    abstract void name(String name);

    /** The next value is an element of the innermost array. */
    abstract void element();

    abstract void nothing();

    abstract void bool(boolean value);

    abstract void number(long value);

    abstract void number(double value);

    /** A field and its number. */
    void number(Layout.Field field, long value) {
        name(field);
        number(value);
    }

    /** A field and its uuid. */
    void uuid(Layout.Field field, byte[] in, int index) {
        name(field);
        uuid(in, index);
    }

    /** All elements of an array of 32-bit numbers. */
    void int32s(byte[] in, int index, int count) {
        for (int i = 0; i < count; i++) {
            element();
            number(Cursor.int32(in, index + 4 * i));
        }
    }

    /** The 16 bytes of a uuid, shown as Kafka does. */
    abstract void uuid(byte[] in, int index);

    /** Text made here, not read: plain ASCII without anything to escape. */
    abstract void word(String text);

    /**
     * Text from the log: {@code length} bytes of the array. What is no UTF-8 appears as {@code \xNN}, byte for byte.
     *
     * @return whether the bytes are UTF-8
     */
    abstract boolean text(byte[] in, int index, int length);

    /** Bytes, shown as base64. */
    abstract void bytes(byte[] in, int index, int length);
}
