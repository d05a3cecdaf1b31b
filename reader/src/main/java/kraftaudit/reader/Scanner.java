package kraftaudit.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Scans segments and checkpoints: one pass over the file, which is opened for reading alone. Bad bytes never fail a scan;
 * what is wrong with them is in its regions, events and remarks. One scanner serves any number of threads.
 */
public final class Scanner {
    private final Schemas schemas;
    private final Schemas withProfile;
    private final Profile profile;
    private final Optional<LongConsumer> progress;
    private final Optional<Hashes> hashes;

    /** @throws IllegalArgumentException naming the profile, when its schema is no message definition */
    public Scanner(Schemas schemas, Profile profile) {
        this(schemas, profile, Optional.empty(), Optional.empty());
    }

    /**
     * @param progress called with numbers of bytes while files are scanned
     * @param hashes   takes the hash of every file that is scanned
     */
    Scanner(Schemas schemas, Profile profile, Optional<LongConsumer> progress, Optional<Hashes> hashes) {
        this.schemas = schemas;
        this.withProfile = schemas.with(profile);
        this.profile = profile;
        this.progress = progress;
        this.hashes = hashes;
    }

    /** One file with a scanner of its own. */
    public static Scan scan(CapturedFile file, Schemas schemas, Profile profile) throws IOException {
        return new Scanner(schemas, profile).scan(file);
    }

    /**
     * Scans one file. Of a file longer than any segment can be (its positions are 32 bits in Kafka) the part behind that
     * length is one region of damage.
     *
     * @throws IOException when the system does not let us read it, or it shrinks meanwhile
     */
    public Scan scan(CapturedFile file) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            long length = channel.size();
            int mapped = (int) Math.min(length, Integer.MAX_VALUE);
            ByteBuffer bytes = mapped == 0 ? ByteBuffer.allocateDirect(0).asReadOnlyBuffer()
                    : channel.map(FileChannel.MapMode.READ_ONLY, 0, mapped);
            return hashes.isEmpty() ? scan(file, bytes, length - mapped)
                    : hashes.get().beside(file, channel, () -> scan(file, bytes, length - mapped));
        } catch (InternalError unmapped) {
            // what the virtual machine makes of a page that is not there any more
            throw new IOException("became shorter while it was read", unmapped);
        }
    }

    /** @param beyond bytes of the file behind those in the buffer */
    Scan scan(CapturedFile file, ByteBuffer bytes, long beyond) {
        return scan(file, bytes, beyond, true);
    }

    /** @param shortPaths whether plain batches and records are passed by quickly, which must not make a difference */
    Scan scan(CapturedFile file, ByteBuffer bytes, long beyond, boolean shortPaths) {
        RemarkList remarks = new RemarkList();
        EventDecoder decoder = new EventDecoder(schemas, withProfile, profile, remarks);
        return new FileScan(file, bytes, beyond, decoder, remarks, shortPaths, progress).scan();
    }
}
