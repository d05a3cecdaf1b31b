package kraftaudit.reader;

/** Nothing but zero bytes up to the end of the file: what a crash leaves of a pre-allocated or torn tail. No damage. */
public record Zeros(long position, long length) implements Region {
}
