package kraftaudit.audit;

import static kraftaudit.audit.WrittenCapture.record;
import static kraftaudit.audit.WrittenCapture.voters;

import java.util.List;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Control;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.WrittenLog;
import kraftaudit.written.WrittenVoter;
import org.apache.kafka.common.Uuid;

/** V: mutants. */
final class VoterMutants {
    private static final String BORN = "static 1 2 3; lead 1 by 1 2 + kraft 1 + voters 1 2 3; ";
    /** A dynamic quorum of three that is bootstrapped and whose controllers have registered: offsets 0 to 12, all of epoch 1. */
    static final String START = BORN + "begin + mv 33 + end; controller 1; controller 2; controller 3; noop 4; ";
    /** The same at a level at which controllers do not register. */
    private static final String UNREGISTERED = BORN + "begin + mv 14 + end; noop 4; ";
    private static final WrittenVoter ONE = WrittenVoter.of(1);
    private static final WrittenVoter TWO = WrittenVoter.of(2);
    private static final WrittenVoter THREE = WrittenVoter.of(3);
    private static final WrittenVoter FOUR = WrittenVoter.of(4);

    static final List<Mutant> ALL = List.of(
        new Mutant("V01", "one id twice", one("voters 1 2 3 4"), one(voters(ONE, TWO, THREE, WrittenVoter.of(1, 2)))),
        new Mutant("V01", "one directory of two voters", one("voters 1 2 3 4"), one(voters(ONE, TWO, THREE, FOUR.in(ONE.directoryId())))),
        new Mutant("V02", "no directory id", one(voters(ONE, TWO, THREE)), one(voters(ONE, TWO, THREE.in(Uuid.ZERO_UUID)))),
        new Mutant("V03", "the last voter is removed", alone("noop"), alone(voters())),
        new Mutant("V04", "two voters moved at once", one("voters 1 2@new.example:9093 3"), one("voters 1@other.example:9093 2@new.example:9093 3")),
        new Mutant("V05", "one voter exchanged for another", one("voters 1 2"), one("voters 1 2 4")),
        new Mutant("V05", "everybody exchanged", one("voters 1 2"), one("voters 4 5")),
        new Mutant("V06", "a feature of that name", start("feature group.version 1"), start("feature kraft.version 1")),
        new Mutant("V07", "a controller that does not vote", start("noop"), start("controller 9")),
        new Mutant("V08", "voters alone", one("noop"), WrittenCapture.one("static 1 2 3; lead 1 by 1 2 + voters 1 2 3; begin + mv 14 + end")),
        new Mutant("V08", "kraft.version alone", one("noop"), WrittenCapture.of(WrittenLog.of("static 1; lead 1; begin + mv 14 + end; kraft 1; noop")
            .node(WrittenCapture.ID, 1, 1))),
        new Mutant("V08", "a checkpoint with voters alone", checkpoint(Control.kraftVersion(1), Control.voters(ONE, TWO, THREE)),
            checkpoint(Control.voters(ONE, TWO, THREE))),
        new Mutant("V09", "an unknown level", one("noop"), one("kraft 2")),
        new Mutant("V09", "the level goes down", one("noop"), one("kraft 0")),
        new Mutant("V10", "the next leader does not have it", lost(false), lost(true)),
        new Mutant("V11", "another listener", one("voters 1 2@new.example:9093 3"), one(voters(ONE, TWO.at("SASL_SSL://new.example:9093"), THREE))),
        new Mutant("V11", "no endpoint", one("voters 1 2@new.example:9093 3"), one(voters(ONE, TWO.at(), THREE))),
        new Mutant("V12", "a wildcard host", one("voters 1 2@new.example:9093 3"), one("voters 1 2@0.0.0.0:9093 3")),
        new Mutant("V12", "port 0", one("voters 1 2@new.example:9093 3"), one("voters 1 2@new.example:0 3")),
        new Mutant("V13", "the address of another", one("voters 1 2@new.example:9093 3"), one("voters 1 2@C1.example:9093 3")),
        new Mutant("V14", "a voter of level 0 alone", one(voters(ONE, TWO.supports(0, 2), THREE)), one(voters(ONE, TWO.supports(0, 0), THREE))),
        new Mutant("V15", "voter -1", one("voters 1 2 3 4"), one(voters(ONE, TWO, THREE, WrittenVoter.of(-1)))),
        new Mutant("V16", "two records in one batch", one("voters 1 2 3 4; voters 1 2 3 4 5"), one("voters 1 2 3 4 + voters 1 2 3 4 5")),
        new Mutant("V16", "made from an older set", one("voters 1 2@new.example:9093 3; voters 1 2@new.example:9093 3 4"),
            one("voters 1 2@new.example:9093 3; voters 1 2 3 4")),
        new Mutant("V17", "a new leader adds a voter", WrittenCapture.one(UNREGISTERED + "lead 1 + kraft 1 + voters 1@new.example:9093 2 3"),
            WrittenCapture.one(UNREGISTERED + "lead 1 + kraft 1 + voters 1 2 3 4")),
        new Mutant("V17", "a new leader moves another voter", WrittenCapture.one(UNREGISTERED + "lead 1 + kraft 1 + voters 1@new.example:9093 2 3"),
            WrittenCapture.one(UNREGISTERED + "lead 1 + kraft 1 + voters 1 2@new.example:9093 3")),
        new Mutant("V18", "removed and added", one("voters 1 2; noop; voters 1 2 4"), one("voters 1 2; noop; voters 1 2 3")),
        new Mutant("V19", "recorded elsewhere", start("voters 1 2 3"), start("voters 1 2@new.example:9093 3")),
        new Mutant("V20", "a voter below the level in force", registered(33, 33), registered(33, 32)),
        new Mutant("V20", "a voter that supports less than the others", registered(21, 33), registered(21, 32)),
        new Mutant("V21", "a voter that did not register", start("voters 1 2 3"), start("voters 1 2 3 4")));

    private VoterMutants() {
    }

    /** The quorum that does not register, with more behind it. */
    private static WrittenCapture one(String statements) {
        return WrittenCapture.one(UNREGISTERED + statements + "; noop");
    }

    private static WrittenCapture start(String statements) {
        return WrittenCapture.one(START + statements + "; noop");
    }

    /** A quorum of voter 1. */
    private static WrittenCapture alone(String statements) {
        return WrittenCapture.of(WrittenLog.of("lead 1 + kraft 1 + voters 1; begin + mv 14 + end; " + statements + "; noop").node(WrittenCapture.ID, 1, 1));
    }

    /** With a checkpoint of the first six offsets, its header batch of these records. */
    private static WrittenCapture checkpoint(Control... records) {
        List<Control> first = new java.util.ArrayList<>(List.of(Control.header(WrittenLog.START + 3000)));
        first.addAll(List.of(records));
        NodeDirectory node = WrittenCapture.node(WrittenLog.of(UNREGISTERED), 1, 1);
        return WrittenCapture.of(node.checkpoint(6, 1, Checkpoints.of(1, WrittenLog.START + 4000, first, List.of(DataValues.metadataVersion(14)))));
    }

    /** Leader 1 adds voter 4; the next leader, 2, has the record or not. */
    private static WrittenCapture lost(boolean lost) {
        WrittenLog shared = WrittenLog.of(UNREGISTERED);
        WrittenLog added = shared.then("noop; voters 1 2 3 4");
        WrittenLog next = lost ? shared.then("lead 2 epoch 3 by 2 3; noop 4") : added.then("lead 2 epoch 3 by 1 2 3; noop 4");
        return WrittenCapture.of(WrittenCapture.node(added, 1, 1), WrittenCapture.node(next, 2, 2), WrittenCapture.node(next, 3, 2));
    }

    /** Controllers 1 and 3 support levels up to 33, controller 2 up to another. */
    private static WrittenCapture registered(int level, int max) {
        return WrittenCapture.one(BORN + "begin + mv " + level + " + end; controller 1; controller 3; "
            + record(DataValues.registerController(2, new Uuid(3002, 1), max)) + "; noop");
    }
}
