package kraftaudit.simulation;

import java.util.OptionalLong;

/** The memory of a running broker. */
final class Broker {
    final long incarnation;
    /** Learnt from an answer that is sent after commit. */
    OptionalLong epoch = OptionalLong.empty();

    /** Whom its registration was sent to, while it waits for the answer; -1 is nobody. */
    int waitsFor = -1;

    Broker(long incarnation) {
        this.incarnation = incarnation;
    }
}
