package kraftaudit.written;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository's samples are, from whatever module a test runs in. */
public final class Samples {
    private Samples() {
    }

    /** The folder of one sample, such as {@code reconfiguration}. */
    public static Path folder(String sample) {
        Path folder = all().resolve(sample);
        if (!Files.isDirectory(folder)) {
            throw new IllegalStateException("no sample " + sample + " in " + all());
        }
        return folder;
    }

    /** The folder of all samples. */
    public static Path all() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve("pom.xml")) && Files.isDirectory(at.resolve("samples"))) {
                return at.resolve("samples");
            }
        }
        throw new IllegalStateException("no samples folder beside a pom.xml above " + Path.of("").toAbsolutePath());
    }
}
