package kraftaudit.reader;

import java.nio.ByteBuffer;

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

    /** A uuid, shown as Kafka does. */
    abstract void uuid(long mostSignificant, long leastSignificant);

    /** Text made here, not read: plain ASCII without anything to escape. */
    abstract void word(String text);

    /**
     * Text from the log: {@code length} bytes of the buffer. What is no UTF-8 appears as {@code \xNN}, byte for byte.
     *
     * @return whether the bytes are UTF-8
     */
    abstract boolean text(ByteBuffer buffer, int index, int length);

    /** Bytes, shown as base64. */
    abstract void bytes(ByteBuffer buffer, int index, int length);

    /** Takes nothing: to see whether a record fits. */
    static final Sink NONE = new Sink() {
        @Override
        int mark() {
            return 0;
        }

        @Override
        void reset(int mark) {
        }

        @Override
        void startObject() {
        }

        @Override
        void restartObject(int mark) {
        }

        @Override
        void endObject() {
        }

        @Override
        void startArray() {
        }

        @Override
        void endArray() {
        }

        @Override
        void name(Layout.Field field) {
        }

        @Override
        void name(String name) {
        }

        @Override
        void element() {
        }

        @Override
        void nothing() {
        }

        @Override
        void bool(boolean value) {
        }

        @Override
        void number(long value) {
        }

        @Override
        void number(double value) {
        }

        @Override
        void uuid(long mostSignificant, long leastSignificant) {
        }

        @Override
        void word(String text) {
        }

        @Override
        boolean text(ByteBuffer buffer, int index, int length) {
            return true;
        }

        @Override
        void bytes(ByteBuffer buffer, int index, int length) {
        }
    };
}
