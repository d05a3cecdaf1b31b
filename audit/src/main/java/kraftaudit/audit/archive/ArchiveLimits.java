package kraftaudit.audit.archive;

/**
 * What one archive may unpack to.
 *
 * @param entries   files and folders, at most
 * @param bytes     of all files together, at most
 * @param ratio     times the archive's own length that all files together may have
 * @param ratioFrom bytes that an archive of any length may unpack to, and only above which the ratio is looked at: the
 *                  zero-filled indexes that a running Kafka keeps, two of 10 MiB for every log, shrink a thousandfold
 */
public record ArchiveLimits(int entries, long bytes, int ratio, long ratioFrom) {
    /** Room for the copies of a large cluster: 200,000 entries, 64 GiB, and above 1 GiB a ratio of 200. */
    public static final ArchiveLimits DEFAULT = new ArchiveLimits(200_000, 64L << 30, 200, 1L << 30);

    public ArchiveLimits {
        if (entries < 1 || bytes < 1 || ratio < 1 || ratioFrom < 0) {
            throw new IllegalArgumentException("limits too low: " + entries + ", " + bytes + ", " + ratio + ", " + ratioFrom);
        }
    }

    /** Bytes that an archive of this length may unpack to. */
    long allowed(long archiveLength) {
        long byRatio = archiveLength > Long.MAX_VALUE / ratio ? Long.MAX_VALUE : archiveLength * ratio;
        return Math.min(bytes, Math.max(ratioFrom, byRatio));
    }
}
