package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;
import static kraftaudit.audit.WrittenCapture.ID;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import kraftaudit.reader.Profile;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;

/** M: mutants. */
final class LevelMutants {
    private static final String DYNAMIC = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; ";
    /** Above every level used here. */
    private static final Profile HIGHER = new Profile("higher", Auditing.DEFAULT.apiKey(), Auditing.DEFAULT.schema(), 20_000, true);
    private static final String OTHER = "kRaftAuditSampleClust1";

    static final List<Mutant> ALL = List.of(
        new Mutant("M01", "level 0", at(33), at(0)),
        new Mutant("M01", "a level from the future", at(33), at(9999).under(HIGHER)),
        new Mutant("M02", "down across changes of the format", one("mv 33"), one("mv 29")),
        new Mutant("M02", "down without one", WrittenCapture.one(DYNAMIC + "begin + mv 27 + end; noop; mv 29"),
            WrittenCapture.one(DYNAMIC + "begin + mv 27 + end; noop; mv 25")),
        new Mutant("M03", "below what 4.0 reads", WrittenCapture.one(DYNAMIC + "mv 7; noop"), WrittenCapture.one(DYNAMIC + "mv 6; noop")),
        new Mutant("M04", "a controller registers too early", WrittenCapture.one(DYNAMIC + "begin + mv 15 + end; controller 1; controller 2; controller 3"),
            WrittenCapture.one(DYNAMIC + "begin + mv 14 + end; controller 1; controller 2; controller 3")),
        new Mutant("M04", "a broker is unfenced by an old record", one("broker 11 epoch 13; unfence 11 epoch 13"),
            one("broker 11 epoch 13; " + WrittenCapture.record(DataValues.unfenceBroker(11, 13)))),
        new Mutant("M05", "a level that its feature does not allow", WrittenCapture.one(DYNAMIC + "begin + mv 23 + end; feature eligible.leader.replicas.version 1"),
            WrittenCapture.one(DYNAMIC + "begin + mv 22 + end; feature eligible.leader.replicas.version 1")),
        new Mutant("M05", "a level that nobody knows", one("feature share.version 2"), one("feature share.version 3")),
        new Mutant("M06", "another epoch than the broker's", one("broker 11 epoch 13; unfence 11 epoch 13"), one("broker 11 epoch 13; unfence 11 epoch 12")),
        new Mutant("M06", "a broker that is not registered", one("broker 11 epoch 13; unfence 11 epoch 13"), one("broker 11 epoch 13; unfence 12 epoch 13")),
        new Mutant("M10", "never", withId("noop"), WrittenCapture.one(DYNAMIC + "begin + mv 34 + end; noop")),
        new Mutant("M10", "in a later batch", withId("noop"), WrittenCapture.one(DYNAMIC + "begin + mv 34 + end; noop; cid 30 " + ID)),
        new Mutant("M11", "raised again without it", withId("mv 33; mv 34 + cid 30 " + ID), withId("mv 33; mv 34")),
        new Mutant("M12", "a second value", withId("cid 30 " + ID), withId("cid 30 " + OTHER)),
        new Mutant("M13", "below its level", WrittenCapture.one(DYNAMIC + "begin + mv 34 + cid 30 " + ID + " + end"),
            WrittenCapture.one(DYNAMIC + "begin + mv 33 + cid 30 " + ID + " + end")),
        new Mutant("M14", "another one in meta.properties", withId("noop"), identified(NodeFiles.metaProperties(OTHER, 1, Optional.of(WrittenVoter.directory(1, 1))))),
        new Mutant("M15", "none in meta.properties", withId("noop"), identified(NodeFiles.metaPropertiesV2(Optional.empty(), 1, Optional.of(WrittenVoter.directory(1, 1))))),
        new Mutant("M16", "two nodes, two cluster ids", WrittenCapture.of(formatted(1, ID), formatted(2, ID)), WrittenCapture.of(formatted(1, ID), formatted(2, OTHER))),
        new Mutant("M17", "a checkpoint without it", checkpoint(DataValues.clusterId(30, ID)), checkpoint()),
        new Mutant("M17", "a checkpoint with two", checkpoint(DataValues.clusterId(30, ID)), checkpoint(DataValues.clusterId(30, ID), DataValues.clusterId(30, ID))),
        new Mutant("M18", "under the draft's key", lookalike(false), lookalike(true)));

    private LevelMutants() {
    }

    private static WrittenCapture at(int level) {
        return WrittenCapture.one(DYNAMIC + "begin + mv " + level + " + end; noop");
    }

    private static WrittenCapture one(String statements) {
        return WrittenCapture.one(START + statements + "; noop");
    }

    private static String identifiedLog(String statements) {
        return DYNAMIC + "begin + mv 34 + cid 30 " + ID + " + end; " + statements;
    }

    private static WrittenCapture withId(String statements) {
        return WrittenCapture.one(identifiedLog(statements));
    }

    private static WrittenCapture identified(byte[] metaProperties) {
        return WrittenCapture.of(WrittenCapture.node(WrittenLog.of(identifiedLog("noop")), 1, 1).file("meta.properties", metaProperties));
    }

    private static NodeDirectory formatted(int id, String clusterId) {
        return WrittenCapture.node(WrittenLog.of(START), id, 1).identity(clusterId, id, WrittenVoter.directory(id, 1));
    }

    /** A log with the record, and a checkpoint that ends behind it; the log's batch begins at 3. */
    private static WrittenCapture checkpoint(byte[]... ids) {
        List<Control> first = List.of(Control.header(WrittenLog.START + 3000), Control.kraftVersion(1), Control.voters(WrittenVoter.upTo(3)));
        List<byte[]> values = new ArrayList<>(List.of(DataValues.metadataVersion(34)));
        values.addAll(List.of(ids));
        return WrittenCapture.of(WrittenCapture.node(WrittenLog.of(identifiedLog("noop 3")), 1, 1)
            .checkpoint(7, 1, Checkpoints.of(1, WrittenLog.START + 4000, first, values)));
    }

    /** A record of key 29: that of a controller which leaves, or what a ClusterIdRecord of the draft looks like. */
    private static WrittenCapture lookalike(boolean draft) {
        byte[] id = ID.getBytes(StandardCharsets.US_ASCII);
        String other = WrittenCapture.record(DataValues.clusterId(30, ID)) + "; noop";
        String record = "hex 011d0017" + HexFormat.of().formatHex(id) + "00";
        return WrittenCapture.one(DYNAMIC + "begin + mv 34 + cid 30 " + ID + " + end; " + (draft ? record : other));
    }
}
