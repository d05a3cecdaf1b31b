package kraftaudit.audit;

/** The function of a rule: it looks, and tells a {@link Verdict} what it saw. Same input, same verdict. */
public sealed interface Check {
    /** A rule about one cluster. */
    @FunctionalInterface
    non-sealed interface OnCluster extends Check {
        /** Looks at one cluster. */
        void check(ClusterInput input, Verdict verdict);
    }

    /** A rule about everything in the capture. */
    @FunctionalInterface
    non-sealed interface OnCapture extends Check {
        /** Looks at the whole capture. */
        void check(CaptureInput input, Verdict verdict);
    }
}
