package kraftaudit.reader;

import java.util.OptionalLong;

/** .kafka_cleanshutdown: the broker epoch, from Kafka 3.7 on; -1 in the file is empty here. */
public record CleanShutdown(OptionalLong brokerEpoch) {
}
