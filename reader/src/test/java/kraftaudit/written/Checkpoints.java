package kraftaudit.written;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Checkpoint files: header batch, data batches, footer batch, with offsets of their own from 0. */
public final class Checkpoints {
    private Checkpoints() {
    }

    /** {@code <20 digits>-<10 digits>.checkpoint}. */
    public static String name(long endOffset, int epoch) {
        return String.format(Locale.ROOT, "%020d-%010d.checkpoint", endOffset, epoch);
    }

    /** The name while the file is written or downloaded: with digits of a temporary file and {@code .part}. */
    public static String partName(long endOffset, int epoch, long digits) {
        return String.format(Locale.ROOT, "%020d-%010d-%d.checkpoint.part", endOffset, epoch, digits);
    }

    /** The name while the file waits for its removal. */
    public static String deletedName(long endOffset, int epoch) {
        return name(endOffset, epoch) + ".deleted";
    }

    /**
     * A whole checkpoint of a dynamic quorum.
     *
     * @param lastContained time of the last contained batch, of the header
     * @param written       time of the batches
     */
    public static byte[] dynamic(int epoch, long lastContained, long written, List<WrittenVoter> voters, byte[]... values) {
        return of(epoch, written, List.of(Control.header(lastContained), Control.kraftVersion(1), Control.voters(voters)),
                List.of(values));
    }

    /** A whole checkpoint of a static quorum: its header batch holds the header alone. */
    public static byte[] fixed(int epoch, long lastContained, long written, byte[]... values) {
        return of(epoch, written, List.of(Control.header(lastContained)), List.of(values));
    }

    /** A checkpoint with any first batch and all values in one data batch; no data batch without values. */
    public static byte[] of(int epoch, long written, List<Control> first, List<byte[]> values) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(Batches.control(0, epoch, written, first.toArray(Control[]::new)));
        if (!values.isEmpty()) {
            parts.add(Batches.data(first.size(), epoch, written, values.toArray(byte[][]::new)));
        }
        parts.add(Batches.control(first.size() + values.size(), epoch, written, Control.footer()));
        return Batches.join(parts.toArray(byte[][]::new));
    }

    /** What a formatter leaves: bootstrap.checkpoint of 3.3 to 4.3, epoch 0, header time 0. */
    public static byte[] bootstrap(byte[]... values) {
        return of(0, 0, List.of(Control.header(0)), Stream.of(values).toList());
    }
}
