package kraftaudit.audit.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The product's name and version, as the build knows it. */
public record Product(String name, String version) {
    /** This build. */
    public static final Product THIS = new Product("kraft-audit", readVersion());

    private static String readVersion() {
        try (InputStream in = Product.class.getResourceAsStream("version.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
