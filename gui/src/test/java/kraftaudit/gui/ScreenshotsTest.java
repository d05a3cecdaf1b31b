package kraftaudit.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;
import kraftaudit.written.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;

/** The window opens without a display, loads a real capture and draws it. */
// The extension starts JavaFX for this class and the others alike.
@ExtendWith(ApplicationExtension.class)
class ScreenshotsTest {
    @Test
    void aCaptureIsDrawnInBothThemes(@TempDir Path folder) throws Exception {
        Screenshots.write(folder.toString(), Samples.all().toString(), "lost-voter-change");
        BufferedImage light = ImageIO.read(folder.resolve("lost-voter-change-light.png").toFile());
        BufferedImage dark = ImageIO.read(folder.resolve("lost-voter-change-dark.png").toFile());
        for (BufferedImage picture : new BufferedImage[] {light, dark}) {
            assertEquals(1600, picture.getWidth());
            assertEquals(900, picture.getHeight());
            Set<Integer> colours = new HashSet<>();
            for (int x = 0; x < 1600; x += 2) {
                for (int y = 0; y < 900; y += 2) {
                    colours.add(picture.getRGB(x, y));
                }
            }
            assertTrue(colours.size() > 100, "an empty window has a handful of colours, this one " + colours.size());
        }
        assertNotEquals(light.getRGB(800, 860), dark.getRGB(800, 860));
    }
}
