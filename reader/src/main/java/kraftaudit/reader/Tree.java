package kraftaudit.reader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;

/** Builds the tree of nodes that Jackson would read from what {@link JsonBytes} writes, but for numbers that are not finite. */
final class Tree extends Sink {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Nodes take some hundred times the memory of the bytes; the longest audited records of large clusters have some 20,000. */
    static final int LONGEST_VALUE = 1 << 18;

    private final Deque<ContainerNode<?>> open = new ArrayDeque<>();
    private ObjectNode root = NODES.objectNode();
    private String name = "";

    /** The object that was told of last. */
    ObjectNode root() {
        return root;
    }

    @Override
    int longestValue() {
        return LONGEST_VALUE;
    }

    @Override
    int mark() {
        return 0;
    }

    /** Forgets everything. */
    @Override
    void reset(int mark) {
        open.clear();
    }

    @Override
    boolean canForget() {
        return false;
    }

    private void add(JsonNode value) {
        if (open.peek() instanceof ObjectNode object) {
            object.set(name, value);
        } else if (open.peek() instanceof ArrayNode array) {
            array.add(value);
        } else {
            root = (ObjectNode) value;
        }
    }

    @Override
    void startObject() {
        ObjectNode object = NODES.objectNode();
        add(object);
        open.push(object);
    }

    @Override
    void restartObject(int mark) {
        ((ObjectNode) open.element()).removeAll();
    }

    @Override
    void endObject() {
        open.pop();
    }

    @Override
    void startArray() {
        ArrayNode array = NODES.arrayNode();
        add(array);
        open.push(array);
    }

    @Override
    void endArray() {
        open.pop();
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
        add(NODES.nullNode());
    }

    @Override
    void bool(boolean value) {
        add(NODES.booleanNode(value));
    }

    @Override
    void number(long value) {
        add(value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value));
    }

    @Override
    void number(double value) {
        add(NODES.numberNode(value));
    }

    @Override
    void uuid(byte[] in, int index) {
        add(NODES.textNode(new DirectoryId(Cursor.int64(in, index), Cursor.int64(in, index + 8)).toString()));
    }

    @Override
    void word(String text) {
        add(NODES.textNode(text));
    }

    @Override
    boolean text(byte[] in, int index, int length) {
        add(NODES.textNode(Utf8.text(in, index, length)));
        return Utf8.isText(in, index, length);
    }

    @Override
    void bytes(byte[] in, int index, int length) {
        add(NODES.textNode(Base64.getEncoder().encodeToString(Arrays.copyOfRange(in, index, index + length))));
    }
}
