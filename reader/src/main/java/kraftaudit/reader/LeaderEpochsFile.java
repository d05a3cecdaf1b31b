package kraftaudit.reader;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import kraftaudit.reader.SmallFile.Refused;

/**
 * leader-epoch-checkpoint: a line {@code 0} (the version), a line with the number of entries, and a line
 * {@code epoch startOffset} for each. An empty file and one that ends after its version have no entries.
 */
final class LeaderEpochsFile {
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private final BufferedReader reader;
    private int line;

    private LeaderEpochsFile(BufferedReader reader) {
        this.reader = reader;
    }

    static LeaderEpochs decode(SmallFile file) throws Refused {
        return new LeaderEpochsFile(file.lines()).entries(file);
    }

    private LeaderEpochs entries(SmallFile file) throws Refused {
        String version = next();
        if (version == null) {
            return new LeaderEpochs(List.of());
        }
        if (number(version, "version") != 0) {
            throw refused("version", "0", version);
        }
        String countText = next();
        if (countText == null) {
            file.unusual("count", "a number of entries", "the end of the file");
            return new LeaderEpochs(List.of());
        }
        int count = number(countText, "count");
        List<LeaderEpochs.Start> starts = new ArrayList<>();
        for (String text = next(); text != null; text = next()) {
            starts.add(start(text));
        }
        if (starts.size() != count) {
            throw new Refused(OptionalInt.of(2), "count", starts.size() + ", the number of entries in the file", countText);
        }
        return new LeaderEpochs(starts);
    }

    private LeaderEpochs.Start start(String text) throws Refused {
        String[] parts = WHITE_SPACE.split(text);
        if (parts.length == 2) {
            try {
                return new LeaderEpochs.Start(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
            } catch (NumberFormatException noNumbers) {
                // Refused like any other line that is no entry.
            }
        }
        throw refused("entry", "an epoch and an offset", text.isEmpty() ? "an empty line" : text);
    }

    private int number(String text, String field) throws Refused {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException noNumber) {
            throw refused(field, "a number", text.isEmpty() ? "an empty line" : text);
        }
    }

    private String next() throws Refused {
        line++;
        try {
            return reader.readLine();
        } catch (IOException malformed) {
            throw new Refused("", "UTF-8", "bytes that are none, in line " + line + " or below");
        }
    }

    private Refused refused(String field, String expected, String found) {
        return new Refused(OptionalInt.of(line), field, expected, found);
    }
}
