/**
 * A writer of KRaft log directories for tests. It shares no code and no constants with the reader: batches, control
 * records, metadata records and quorum-state are built by Kafka's own classes, everything else from the specification.
 *
 * <ul>
 * <li>{@link kraftaudit.written.Batches} turns values and control records into batches;
 * <li>{@link kraftaudit.written.DataValues} and {@link kraftaudit.written.Control} give the values;
 * <li>{@link kraftaudit.written.Checkpoints} and {@link kraftaudit.written.NodeFiles} give the other files;
 * <li>{@link kraftaudit.written.NodeDirectory} lays out whole directories;
 * <li>{@link kraftaudit.written.Damaging} edits bytes and recomputes checksums;
 * <li>{@link kraftaudit.written.WrittenLog} reads a tiny language for histories: {@code lead 1; voters 1 2 3; noop 5}.
 * </ul>
 * No clock and no random number: the same calls give the same bytes.
 */
package kraftaudit.written;
