package kraftaudit.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kraftaudit.reader.Profile;
import kraftaudit.reader.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Built-in profiles and those of files. */
class ProfilesTest {
    private static final String SCHEMA = "{'apiKey':31,'type':'metadata','name':'ClusterIdRecord','validVersions':'0','flexibleVersions':'0+',"
        + "'fields':[{'name':'ClusterId','type':'string','versions':'0+'}]}";

    @TempDir
    Path folder;

    @Test
    void builtIn() throws Exception {
        assertEquals(List.of("kip-1262 30 34 true", "kip-1262-draft 29 33 true"), Profiles.builtIn().stream()
            .map(p -> p.name() + " " + p.apiKey() + " " + p.firstLevel() + " " + p.provisional()).toList());
        for (Profile profile : Profiles.builtIn()) {
            assertEquals(profile, Profiles.find(profile.name()));
            Schemas.builtIn().with(profile);
        }
    }

    private String file(String json) throws Exception {
        return Files.writeString(folder.resolve("p.json"), json.replace('\'', '"')).toString();
    }

    @Test
    void aFile() throws Exception {
        Profile profile = Profiles.find(file("// ours\n{'name':'ours','apiKey':31,'firstLevel':36,'schema':" + SCHEMA + "}"));
        assertEquals("ours", profile.name());
        assertEquals(31, profile.apiKey());
        assertEquals(36, profile.firstLevel());
        assertFalse(profile.provisional());
        Schemas.builtIn().with(profile);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "{'name':'x' | no JSON",
        "[] | a JSON object was expected",
        "'' | a JSON object was expected",
        "{'nam':'x'} | unknown key nam",
        "{'name':'','apiKey':31,'firstLevel':36} | name: a text was expected",
        "{'name':'x','apiKey':'31','firstLevel':36} | apiKey: a whole number from 0 to 32767 was expected",
        "{'name':'x','apiKey':40000,'firstLevel':36} | apiKey: a whole number from 0 to 32767 was expected",
        "{'name':'x','apiKey':31,'firstLevel':36} | schema: a message definition with fields was expected",
        "{'name':'x','apiKey':31,'firstLevel':36,'schema':{'fields':[]}} | schema: a field ClusterId of type string was expected",
    })
    void filesThatAreNone(String json, String says) throws Exception {
        Profiles.BadProfile bad = assertThrows(Profiles.BadProfile.class, () -> Profiles.find(file(json)));
        assertTrue(bad.getMessage().contains(says), bad.getMessage());
        assertEquals(1, bad.getMessage().lines().count());
    }

    @Test
    void numbersAndKeysHaveToFit() throws Exception {
        for (String[] bad : new String[][] {
            {"{'name':'x','apiKey':32,'firstLevel':36,'schema':" + SCHEMA + "}", "apiKey 31 is not the profile's 32"},
            {"{'name':'x','apiKey':31,'firstLevel':0,'schema':" + SCHEMA + "}", "firstLevel: a whole number from 1 to 32767 was expected"},
            {"{'name':'x','apiKey':31,'firstLevel':36,'provisional':'yes','schema':" + SCHEMA + "}", "provisional: true or false was expected"},
            {"{'name':'x','apiKey':31,'firstLevel':36,'schema':" + SCHEMA + "} more", "no JSON"}}) {
            Profiles.BadProfile thrown = assertThrows(Profiles.BadProfile.class, () -> Profiles.find(file(bad[0])));
            assertTrue(thrown.getMessage().contains(bad[1]), thrown.getMessage());
        }
        assertEquals("no profile or file nothere; built in are kip-1262, kip-1262-draft",
            assertThrows(Profiles.BadProfile.class, () -> Profiles.find("nothere")).getMessage());
        assertThrows(Profiles.BadProfile.class, () -> Profiles.find("a\0b"));
        assertThrows(Profiles.BadProfile.class, () -> Profiles.find(folder.toString()));
    }
}
