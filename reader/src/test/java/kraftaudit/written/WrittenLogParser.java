package kraftaudit.written;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.kafka.common.Uuid;

/** Statements of {@link WrittenLog} to batches. */
final class WrittenLogParser {
    private long startOffset;
    private int startEpoch;
    private List<WrittenVoter> voters;
    private final List<WrittenBatch> batches;
    private long endOffset;
    private int epoch;

    WrittenLogParser(long startOffset, int startEpoch, List<WrittenVoter> voters, List<WrittenBatch> batches) {
        WrittenLog before = new WrittenLog(startOffset, startEpoch, voters, batches);
        this.startOffset = startOffset;
        this.startEpoch = startEpoch;
        this.voters = voters;
        this.batches = new ArrayList<>(batches);
        this.endOffset = before.endOffset();
        this.epoch = before.lastEpoch();
    }

    WrittenLog read(String statements) {
        for (String statement : statements.split(";")) {
            if (!statement.isBlank()) {
                statement(statement.strip());
            }
        }
        return new WrittenLog(startOffset, startEpoch, voters, batches);
    }

    private void statement(String statement) {
        Words words = new Words(statement);
        switch (words.first()) {
            case "static" -> voters = voters(words.rest());
            case "at" -> start(words);
            case "lead", "voters", "kraft", "control" -> {
                if (words.first().equals("lead")) {
                    epoch = words.number("epoch", epoch + 1);
                }
                List<Control> records = new ArrayList<>();
                for (String record : statement.split("\\+")) {
                    records.add(control(new Words(record.strip())));
                }
                append(records.size(), Batches.control(endOffset, epoch, WrittenLog.timestamp(endOffset),
                        records.toArray(Control[]::new)));
            }
            case "noop" -> {
                if (statement.contains("+")) {
                    data(statement);
                } else {
                    for (int i = words.rest().isEmpty() ? 1 : Integer.parseInt(words.at(1)); i > 0; i--) {
                        data("noop");
                    }
                }
            }
            default -> data(statement);
        }
    }

    private void start(Words words) {
        if (!batches.isEmpty()) {
            throw new IllegalArgumentException("'at' stands before the first batch");
        }
        startOffset = Long.parseLong(words.at(1));
        endOffset = startOffset;
        startEpoch = words.number("epoch", 0);
        epoch = startEpoch;
    }

    private void append(int count, byte[] bytes) {
        batches.add(new WrittenBatch(endOffset, endOffset + count, epoch, bytes, voters));
        endOffset += count;
    }

    private void data(String statement) {
        String[] records = statement.split("\\+");
        append(records.length, Batches.data(endOffset, epoch, WrittenLog.timestamp(endOffset),
                Arrays.stream(records).map(record -> value(new Words(record.strip()))).toArray(byte[][]::new)));
    }

    private Control control(Words words) {
        return switch (words.first()) {
            case "lead" -> {
                int leader = Integer.parseInt(words.at(1));
                List<Integer> ids = voters.isEmpty() ? List.of(leader) : voters.stream().map(WrittenVoter::id).toList();
                yield Control.leaderChange(leader, ids, words.numbers("by", ids));
            }
            case "kraft" -> Control.kraftVersion(Integer.parseInt(words.at(1)));
            case "voters" -> {
                voters = voters(words.rest());
                yield Control.voters(voters);
            }
            case "control" -> Control.raw(Integer.parseInt(words.at(1)), DataValues.hex(String.join("", words.rest().subList(1, words.rest().size()))));
            default -> throw new IllegalArgumentException("no control record: " + words);
        };
    }

    private static byte[] value(Words words) {
        return switch (words.first()) {
            case "noop" -> DataValues.noOp();
            case "begin" -> DataValues.begin();
            case "end" -> DataValues.end();
            case "abort" -> DataValues.abort();
            case "mv" -> DataValues.metadataVersion(Integer.parseInt(words.at(1)));
            case "feature" -> DataValues.featureLevel(words.at(1), Integer.parseInt(words.at(2)));
            case "cid" -> DataValues.clusterId(Integer.parseInt(words.at(1)), words.at(2));
            case "topic" -> DataValues.topic(words.at(1), new Uuid(7, words.at(1).hashCode() & 0xffffL | 0x10000));
            case "hex" -> DataValues.hex(String.join("", words.rest()));
            case "broker" -> DataValues.registerBroker(words.id(), words.epoch(), new Uuid(words.id() + 1000, words.epoch() + 1), true);
            case "unfence" -> DataValues.brokerChange(words.id(), words.epoch(), -1);
            case "fence" -> DataValues.brokerChange(words.id(), words.epoch(), 1);
            case "shutdown" -> DataValues.controlledShutdown(words.id(), words.epoch());
            case "dirs" -> DataValues.logDirectories(words.id(), words.epoch(), new Uuid(words.id() + 2000, 1));
            case "unregister" -> DataValues.unregisterBroker(words.id(), words.epoch());
            case "ids" -> DataValues.producerIds(words.id(), words.epoch(), 1000);
            case "controller" -> DataValues.registerController(words.id(), new Uuid(words.id() + 3000, 1), 33);
            default -> throw new IllegalArgumentException("no data record: " + words);
        };
    }

    private static List<WrittenVoter> voters(List<String> tokens) {
        return tokens.stream().map(token -> {
            int at = token.indexOf('@');
            String node = at < 0 ? token : token.substring(0, at);
            String id = node.replace("'", "");
            WrittenVoter voter = WrittenVoter.of(Integer.parseInt(id), 1 + node.length() - id.length());
            return at < 0 ? voter : voter.at("CONTROLLER://" + token.substring(at + 1));
        }).toList();
    }

    /** The words of one record. */
    private record Words(List<String> words) {
        Words(String text) {
            this(List.of(text.split("\\s*\\+|\\s+")));
        }

        String first() {
            return words.get(0);
        }

        String at(int index) {
            return words.get(index);
        }

        List<String> rest() {
            return words.subList(1, words.size());
        }

        int id() {
            return Integer.parseInt(at(1));
        }

        long epoch() {
            return number("epoch", 0);
        }

        int number(String name, int otherwise) {
            int index = words.indexOf(name);
            return index < 0 ? otherwise : Integer.parseInt(at(index + 1));
        }

        /** The numbers behind {@code name}, up to the end or the next word. */
        List<Integer> numbers(String name, List<Integer> otherwise) {
            int index = words.indexOf(name);
            if (index < 0) {
                return otherwise;
            }
            return words.subList(index + 1, words.size()).stream().takeWhile(word -> word.matches("\\d+")).map(Integer::parseInt).toList();
        }
    }
}
