package kraftaudit.audit.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Bytes of UTF-8 to a writer of text, for callers inside of a process that have nothing else. */
final class WriterStream extends OutputStream {
    private final PrintWriter writer;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
        .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final CharBuffer chars = CharBuffer.allocate(1 << 13);
    private ByteBuffer left = ByteBuffer.allocate(0);

    WriterStream(PrintWriter writer) {
        this.writer = writer;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        // a character may have begun in the bytes before
        ByteBuffer in = ByteBuffer.allocate(left.remaining() + length).put(left).put(bytes, from, length).flip();
        boolean more = true;
        while (more) {
            more = decoder.decode(in, chars, false).isOverflow();
            writer.write(chars.array(), 0, chars.position());
            chars.clear();
        }
        left = in;
    }

    @Override
    public void flush() {
        writer.flush();
    }
}
