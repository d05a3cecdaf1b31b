package kraftaudit.reader;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of one pass over a segment or checkpoint. A scan whose regions do not tile the file cannot be made: regions
 * at 0-10 and 12-20 of a file of 20 bytes are refused.
 *
 * @param file         the file
 * @param length       bytes scanned
 * @param regions      in the order of the file, tiling {@code [0, length)}
 * @param events       in the order of the file
 * @param remarks      in the order of the file, at most {@link #REMARKS_KEPT} of a kind
 * @param remarkCounts how many there were of each kind, kept or not
 * @param recordCounts data records by api key; control records under {@code -1 - type}
 * @param fingerprints to compare the sound batches with those of another copy
 */
public record Scan(CapturedFile file, long length, List<Region> regions, List<Event> events, List<Remark> remarks,
                   Map<Remark.Kind, Long> remarkCounts, SortedMap<Integer, Long> recordCounts,
                   Fingerprints fingerprints) {
    /** How many remarks of one kind a scan keeps. */
    public static final int REMARKS_KEPT = 100;

    public Scan {
        regions = List.copyOf(regions);
        events = List.copyOf(events);
        remarks = List.copyOf(remarks);
        remarkCounts = remarkCounts.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(remarkCounts));
        recordCounts = new TreeMap<>(recordCounts);
        long next = 0;
        for (Region region : regions) {
            if (region.position() != next || region.length() < 1) {
                throw new IllegalArgumentException(file.name() + ": region at " + region.position() + " where " + next + " is next");
            }
            next += region.length();
        }
        if (next != length) {
            throw new IllegalArgumentException(file.name() + ": regions end at " + next + ", the file at " + length);
        }
    }

    /** Of the file alone: what was found in it may be long. */
    @Override
    public int hashCode() {
        return file.hashCode();
    }

    /** The place of a region in this file. */
    public Place place(Region region) {
        return new Place(file.name(), region.position(), region.length());
    }
}
