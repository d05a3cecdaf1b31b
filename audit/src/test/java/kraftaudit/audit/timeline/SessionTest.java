package kraftaudit.audit.timeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import kraftaudit.audit.Output;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsRead() throws IOException {
        Session session = new Session(List.of(Path.of("/captures/ä b")), 1, Axis.TIME, 1.5, 1e12, OptionalLong.of(55), OptionalLong.empty(),
            new Layout.Choice(List.of("VOTERS/voters"), List.of("b", "a"), Set.of("RECORDS", "x"), Set.of("LEVELS/kraft.version")),
            Filter.ALL.with(Kind.NOTE, false).with(kraftaudit.replay.Status.UNPROVEN, false).with(3, false).with(1, false), List.of(new Session.Note(54, "here it was\n\"lost\" ü")));
        Path file = folder.resolve("one.json");
        Output.write(file, session.toJson(), List.of());
        assertEquals(session, Session.read(file));
        assertArrayEquals(session.toJson(), Session.read(file).toJson());
    }

    @Test
    void whatIsNoSessionIsSaidInOneLine() throws IOException {
        for (String text : List.of("", "{", "[]", "{\"kind\":\"other\"}", "{\"kind\":\"kraft-audit session\",\"version\":2}",
            "{\"kind\":\"kraft-audit session\",\"version\":1}", "{\"kind\":\"kraft-audit session\",\"version\":1,\"axis\":\"SIDEWAYS\"}",
            "{\"kind\":\"kraft-audit session\",\"version\":1,\"axis\":\"TIME\",\"withoutStatuses\":[\"MAYBE\"]}",
            "{\"kind\":\"kraft-audit session\",\"version\":1,\"axis\":\"TIME\",\"paths\":[\"a\\u0000b\"]}")) {
            Path file = Files.writeString(folder.resolve("bad.json"), text);
            IOException refused = assertThrows(IOException.class, () -> Session.read(file), text);
            assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
        }
        Path none = folder.resolve("none.json");
        assertEquals(none + " is not there, or cannot be read", assertThrows(IOException.class, () -> Session.read(none)).getMessage());
    }

    @Test
    void nothingIsWrittenIntoACapture() throws IOException {
        Path capture = Files.createDirectories(folder.resolve("capture/node1"));
        byte[] content = "x".getBytes(StandardCharsets.UTF_8);
        assertThrows(IOException.class, () -> Output.write(capture.resolve("view.svg"), content, List.of(folder.resolve("capture"))));
        Path link = Files.createSymbolicLink(folder.resolve("link"), capture);
        assertThrows(IOException.class, () -> Output.write(link.resolve("view.svg"), content, List.of(folder.resolve("capture"))));
        assertThrows(IOException.class, () -> Output.write(folder.resolve("no/such/view.svg"), content, List.of()));
        try (var files = Files.list(capture)) {
            assertEquals(0, files.count());
        }
        Output.write(folder.resolve("view.svg"), content, List.of(folder.resolve("capture")));
        Output.write(folder.resolve("view.svg"), content, List.of(folder.resolve("capture")));
        assertTrue(Files.exists(folder.resolve("view.svg")));
        assertFalse(Files.exists(folder.resolve(".view.svg.part")));
    }
}
