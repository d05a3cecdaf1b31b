package kraftaudit.reader;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Bytes that cannot be read as intended. Offsets and epoch are what the damaged header claims and are shown, never used
 * as state; {@code baseOffset} and {@code endOffset} are there only where the batch keeps its place in the log (its
 * checksum passed, or its frame and header fit their neighbours).
 *
 * @param reason        kind of damage
 * @param checksumSound whether the batch's checksum passed
 * @param baseOffset    first offset claimed
 * @param endOffset     exclusive end of the offsets claimed
 * @param epoch         epoch claimed
 * @param field         the field at fault, named as in kraft-on-disk 2
 * @param expected      what it should have been
 * @param found         what stands there
 */
public record Damage(long position, long length, Reason reason, boolean checksumSound, OptionalLong baseOffset,
                     OptionalLong endOffset, OptionalInt epoch, String field, String expected, String found) implements Region {
    /** Kinds of damage. */
    public enum Reason {
        /** A batch runs past the end of the file. */
        TORN,
        /** The checksum does not match the bytes. */
        CHECKSUM,
        /** A length or count that cannot be. */
        FRAMING,
        /** A readable frame whose content this tool may not read. */
        UNSUPPORTED,
        /** The checksum passes, the content does not decode. */
        UNDECODABLE
    }
}
