package kraftaudit.audit;

import static kraftaudit.audit.VoterMutants.START;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import kraftaudit.written.Batches;
import kraftaudit.written.Checkpoints;
import kraftaudit.written.Damaging;
import kraftaudit.written.DataValues;
import kraftaudit.written.NodeDirectory;
import kraftaudit.written.NodeFiles;
import kraftaudit.written.WrittenLog;

/** F: mutants. */
final class FileMutants {
    private static final byte[] NO_OP = Batches.data(13, 1, WrittenLog.START + 13_000, DataValues.noOp());

    static final List<Mutant> ALL = List.of(
        new Mutant("F01", "a file is gone when it is read", bootstrapped(), bootstrapped().whileRead(in("bootstrap.checkpoint", Files::delete))),
        new Mutant("F02", "the log grows while it is read", sound(), sound().whileRead(in(Auditing.SEGMENT,
            path -> Files.write(path, NO_OP, StandardOpenOption.APPEND)))),
        new Mutant("F03", "a flipped bit in the middle", sound(), WrittenCapture.of(edited(10, bytes -> Damaging.flip(bytes, 66, 1)))),
        new Mutant("F04", "a length that cannot be", sound(), appended(Batches.join(new byte[] {0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 48}, new byte[100]))),
        new Mutant("F05", "a torn last batch", sound(), appended(Damaging.cut(NO_OP, NO_OP.length - 7))),
        new Mutant("F05", "a torn batch in front of a segment", split(NO_OP), split(Damaging.cut(NO_OP, NO_OP.length - 7))),
        new Mutant("F06", "zeros behind the last batch", sound(), appended(new byte[4096])),
        new Mutant("F07", "a frame of version 2", appended(NO_OP), appended(data(DataValues.hex("02140000")))),
        new Mutant("F07", "bytes left over behind a record", appended(NO_OP), appended(data(DataValues.hex("01140000dead")))),
        new Mutant("F08", "a record key from a newer release", appended(NO_OP), appended(data(DataValues.hex("01c9010000")))),
        new Mutant("F08", "an unknown control type", appended(NO_OP), WrittenCapture.one(START + "control 99 000000")),
        new Mutant("F09", "a producer id", appended(NO_OP), appended(Damaging.checksummed(Damaging.edit(NO_OP, b -> b.putLong(43, 7)), 0))),
        new Mutant("F09", "times of the append", appended(NO_OP), appended(Damaging.checksummed(Damaging.edit(NO_OP, b -> b.putShort(21, (short) 8)), 0))),
        new Mutant("F10", "a segment under another number", sound(), WrittenCapture.of(node().without(Auditing.SEGMENT)
            .inLog(NodeFiles.segmentName(1), node().bytes(Auditing.SEGMENT)))),
        new Mutant("F11", "quorum-state.tmp", sound(), WrittenCapture.of(node().inLog("quorum-state.tmp", new byte[0]))),
        new Mutant("F12", "no time", appended(NO_OP), appended(Batches.data(13, 1, -1, DataValues.noOp()))),
        new Mutant("F13", "an empty segment elsewhere than at the end", WrittenCapture.of(node().segment(13)), WrittenCapture.of(node().segment(20))));

    private FileMutants() {
    }

    private static NodeDirectory node() {
        return WrittenCapture.node(WrittenLog.of(START), 1, 1);
    }

    private static WrittenCapture sound() {
        return WrittenCapture.of(node());
    }

    private static WrittenCapture appended(byte[] batch) {
        return WrittenCapture.of(WrittenCapture.appended(node(), batch));
    }

    private static byte[] data(byte[] value) {
        return Batches.data(13, 1, WrittenLog.START + 13_000, value);
    }

    private static WrittenCapture bootstrapped() {
        return WrittenCapture.of(node().file("bootstrap.checkpoint", Checkpoints.bootstrap(DataValues.metadataVersion(33))));
    }

    /** The log with the batch at an offset edited. */
    private static NodeDirectory edited(long offset, UnaryOperator<byte[]> edit) {
        WrittenLog log = WrittenLog.of(START);
        return node().segment(0, log.bytes(0, offset), edit.apply(log.bytes(offset, offset + 1)), log.bytes(offset + 1, 99));
    }

    /** A batch at the end of the first of two segments. */
    private static WrittenCapture split(byte[] batch) {
        return WrittenCapture.of(WrittenCapture.appended(node(), batch).segment(14, Batches.data(14, 1, WrittenLog.START + 14_000, DataValues.noOp())));
    }

    private interface Editing {
        void edit(Path path) throws IOException;
    }

    private static Consumer<Path> in(String name, Editing editing) {
        return folder -> {
            try {
                editing.edit(folder.resolve("node1").resolve(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
