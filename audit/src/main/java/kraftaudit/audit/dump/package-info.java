/**
 * Everything that segments, checkpoints and the small files hold, line by line, as it stands on disk.
 *
 * <p>{@link kraftaudit.audit.dump.Dump} goes over the files in their order. A
 * {@link kraftaudit.reader.FileWalk} cuts a file into stretches of sound batches and damage; stretches of batches are
 * rendered by several threads at once ({@link kraftaudit.audit.dump.Rendering}), each into an array of bytes of its own,
 * and written in the order of the file. What a line looks like is up to a {@link kraftaudit.audit.dump.Lines}, of which
 * there is one for text, CSV and JSON each; what is left out is up to {@link kraftaudit.audit.dump.Wanted}. No record
 * becomes an object on the way, and nothing is kept, so that memory does not grow with the file and the first line is
 * there at once.
 */
package kraftaudit.audit.dump;
