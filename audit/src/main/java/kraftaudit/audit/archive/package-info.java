/**
 * Reads archives of captures: a zip, tar or tar.gz given as PATH is unpacked to a private temporary folder, which
 * {@link kraftaudit.reader.CaptureFinder} then walks like any other, with names relative to the archive.
 *
 * <p>An archive may come from anybody, so it is unpacked whole or not at all: names that lead elsewhere, two entries for one
 * place, links, devices, and more entries or bytes than {@link kraftaudit.audit.archive.ArchiveLimits} allow make it refused
 * with one line that names the entry. An archive inside of an archive is a file like others and not opened.
 */
package kraftaudit.audit.archive;
