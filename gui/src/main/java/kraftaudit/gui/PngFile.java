package kraftaudit.gui;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javafx.scene.image.Image;
import javafx.scene.image.PixelReader;

/** An image as a PNG file (ISO/IEC 15948): eight bits a channel, without transparency. */
final class PngFile {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    private PngFile() {
    }

    static byte[] of(Image image) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        // Bit depth 8, colour type 2 (red, green, blue), the only compression and filter method, no interlace.
        chunk(out, "IHDR", ByteBuffer.allocate(13).putInt(width).putInt(height).put(new byte[] {8, 2, 0, 0, 0}).array());
        chunk(out, "IDAT", deflated(rows(image.getPixelReader(), width, height)));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    /** Each row begins with its filter type, 0 for none. */
    private static byte[] rows(PixelReader pixels, int width, int height) {
        byte[] rows = new byte[height * (1 + 3 * width)];
        int at = 0;
        for (int y = 0; y < height; y++) {
            at++;
            for (int x = 0; x < width; x++) {
                int argb = pixels.getArgb(x, y);
                rows[at++] = (byte) (argb >> 16);
                rows[at++] = (byte) (argb >> 8);
                rows[at++] = (byte) argb;
            }
        }
        return rows;
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(bytes);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(name);
        out.writeBytes(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}
