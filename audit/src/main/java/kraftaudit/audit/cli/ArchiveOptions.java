package kraftaudit.audit.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kraftaudit.audit.archive.ArchiveLimits;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What an archive may unpack to. */
final class ArchiveOptions {
    @Option(names = "--archive-max-entries", paramLabel = "N", converter = CountConverter.class,
        description = "files and folders that one archive may hold (default 200000)")
    private Optional<Integer> entries = Optional.empty();

    @Option(names = "--archive-max-bytes", paramLabel = "N[K|M|G|T]", converter = BytesConverter.class,
        description = "bytes that one archive may unpack to (default 64G)")
    private Optional<Long> bytes = Optional.empty();

    @Option(names = "--archive-max-ratio", paramLabel = "N", converter = CountConverter.class,
        description = "how many times its own length an archive may unpack to (default 200, and only above 1G)")
    private Optional<Integer> ratio = Optional.empty();

    ArchiveLimits limits() {
        ArchiveLimits standard = ArchiveLimits.DEFAULT;
        // A ratio that somebody names is meant for small archives too.
        return new ArchiveLimits(entries.orElse(standard.entries()), bytes.orElse(standard.bytes()), ratio.orElse(standard.ratio()),
            ratio.isPresent() ? 0 : standard.ratioFrom());
    }

    /** A number of 1 or above. */
    static final class CountConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                int count = Integer.parseInt(value.strip());
                if (count >= 1) {
                    return count;
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new TypeConversionException("'" + value + "' is no number of 1 or above");
        }
    }

    /** A number of bytes, of KiB with K and so on. */
    static final class BytesConverter implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,18})([KMGT]?)");
        private static final String UNITS = "KMGT";

        @Override
        public Long convert(String value) {
            Matcher form = FORM.matcher(value.strip().toUpperCase(Locale.ROOT));
            if (form.matches()) {
                long unit = form.group(2).isEmpty() ? 1 : 1L << 10 * (UNITS.indexOf(form.group(2)) + 1);
                long count = Long.parseLong(form.group(1));
                if (count >= 1 && count <= Long.MAX_VALUE / unit) {
                    return count * unit;
                }
            }
            throw new TypeConversionException("'" + value + "' is no number of bytes of 1 or above, with K, M, G or T behind it or without");
        }
    }
}
