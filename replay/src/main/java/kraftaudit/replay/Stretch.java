package kraftaudit.replay;

/** Offsets {@code [baseOffset, endOffset)} that a log holds in one epoch. */
public record Stretch(long baseOffset, long endOffset, int epoch) {
}
