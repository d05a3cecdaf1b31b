package kraftaudit.simulation;

import java.util.OptionalLong;

/** The memory of a running broker. */
final class Broker {
    final long incarnation;
    /** Learnt from an answer that is sent after commit. */
    OptionalLong epoch = OptionalLong.empty();

    Broker(long incarnation) {
        this.incarnation = incarnation;
    }
}
