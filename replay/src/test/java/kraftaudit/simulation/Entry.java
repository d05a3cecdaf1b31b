package kraftaudit.simulation;

import java.util.List;

import kraftaudit.written.Control;
import kraftaudit.written.DataValues;
import org.apache.kafka.common.Uuid;

/** A record of the simulated log. */
sealed interface Entry {
    /** Entries of control batches. */
    sealed interface OfControl extends Entry {
        Control control();
    }

    /** Entries of data batches. */
    sealed interface OfData extends Entry {
        byte[] value();
    }

    record LeaderChange(int leader, List<Integer> voters, List<Integer> granting) implements OfControl {
        @Override
        public Control control() {
            return Control.leaderChange(leader, voters, granting);
        }
    }

    record KRaftVersion(int level) implements OfControl {
        @Override
        public Control control() {
            return Control.kraftVersion(level);
        }
    }

    /** @param raced whether it was formed while an earlier change was queued: the accumulator race */
    record VoterChange(Voters voters, boolean raced) implements OfControl {
        @Override
        public Control control() {
            return Control.voters(voters.written());
        }
    }

    record NoOp() implements OfData {
        @Override
        public byte[] value() {
            return DataValues.noOp();
        }
    }

    record Level(int level) implements OfData {
        @Override
        public byte[] value() {
            return DataValues.metadataVersion(level);
        }
    }

    record Begin() implements OfData {
        @Override
        public byte[] value() {
            return DataValues.begin("Bootstrap records");
        }
    }

    record End() implements OfData {
        @Override
        public byte[] value() {
            return DataValues.end();
        }
    }

    record Abort() implements OfData {
        @Override
        public byte[] value() {
            return DataValues.abort("Controller failover");
        }
    }

    record Topic(int number) implements OfData {
        @Override
        public byte[] value() {
            return DataValues.topic("t" + number, new Uuid(77, 100 + number));
        }
    }

    record RegisterBroker(int broker, long epoch, long incarnation, boolean fenced) implements OfData {
        @Override
        public byte[] value() {
            return DataValues.registerBroker(broker, epoch, new Uuid(88, 100 + incarnation), fenced);
        }
    }

    record BrokerChange(int broker, long epoch, What what) implements OfData {
        enum What { FENCE, UNFENCE, OLD_FENCE, OLD_UNFENCE, SHUTDOWN, DIRECTORIES }

        @Override
        public byte[] value() {
            return switch (what) {
                case FENCE -> DataValues.brokerChange(broker, epoch, 1);
                case UNFENCE -> DataValues.brokerChange(broker, epoch, -1);
                case OLD_FENCE -> DataValues.fenceBroker(broker, epoch);
                case OLD_UNFENCE -> DataValues.unfenceBroker(broker, epoch);
                case SHUTDOWN -> DataValues.controlledShutdown(broker, epoch);
                case DIRECTORIES -> DataValues.logDirectories(broker, epoch, new Uuid(99, 100 + broker));
            };
        }
    }

    record Unregister(int broker, long epoch) implements OfData {
        @Override
        public byte[] value() {
            return DataValues.unregisterBroker(broker, epoch);
        }
    }

    record ProducerIds(int broker, long epoch) implements OfData {
        @Override
        public byte[] value() {
            return DataValues.producerIds(broker, epoch, 1000);
        }
    }

    record RegisterController(int controller) implements OfData {
        @Override
        public byte[] value() {
            return DataValues.registerController(controller, new Uuid(66, 100 + controller), 33);
        }
    }
}
