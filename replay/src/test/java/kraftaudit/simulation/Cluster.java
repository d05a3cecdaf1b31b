package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The nodes, the network between them, and the one source of chance. */
final class Cluster {
    static final long START = 1_700_000_000_000L;

    final World world;
    final Random random;
    final Truth truth = new Truth();
    final List<Node> nodes = new ArrayList<>();
    final List<Message.InFlight> network = new ArrayList<>();
    /** The static configuration. */
    final Voters fixed;
    /** What happened, kept when a history has to be told. */
    final Optional<List<String>> account;
    /** What happened how often, so that a campaign shows that nothing of it is left out. */
    final Map<String, Long> counts = new TreeMap<>();
    int step;
    long incarnations;

    Cluster(long seed, boolean telling) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 17);
        world = World.draw(random);
        account = telling ? Optional.of(new ArrayList<>()) : Optional.empty();
        List<Voters.Member> initial = IntStream.rangeClosed(1, world.controllers())
                .mapToObj(id -> new Voters.Member(id, world.dynamic() ? 1 : 0, 0)).toList();
        fixed = new Voters(world.dynamic() ? List.of() : initial, true);
        for (int id = 1; id <= world.controllers() + world.spares(); id++) {
            Node node = new Node(id, 1, true);
            if (world.dynamic() && id <= world.controllers()) {
                Voters zero = new Voters(initial, false);
                node.zero = Optional.of(zero);
                node.log.format(zero);
            }
            node.strong = world.strongFrom() == 0;
            nodes.add(node);
        }
        for (int i = 0; i < world.brokers(); i++) {
            Node node = new Node(11 + i, 1, false);
            node.strong = world.strongFrom() == 0;
            node.broker = new Broker(++incarnations);
            nodes.add(node);
        }
        tell("world " + world);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> Optional<T> any(List<T> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list.get(random.nextInt(list.size())));
    }

    Optional<Node> anyNode(Predicate<Node> condition) {
        return any(nodes.stream().filter(condition).toList());
    }

    /** The directory that now runs under a node id. */
    Optional<Node> node(int id) {
        return nodes.stream().filter(n -> n.id == id).findFirst();
    }

    Optional<Node> node(Voters.Member member, boolean byId) {
        return node(member.id()).filter(n -> byId || n.generation == member.generation());
    }

    boolean connected(Node a, Node b) {
        boolean brokersReachAll = (world.brokersReachAll() || world.usurping()) && !(a.controller && b.controller);
        return a.up && b.up && (a.group == b.group || brokersReachAll);
    }

    void send(Node from, Node to, Message message) {
        network.add(new Message.InFlight(from, to, message));
    }

    /** Milliseconds since 1970 of this step. */
    long time() {
        return START + step * 50L;
    }

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    void tell(String line) {
        account.ifPresent(lines -> lines.add(step + ": " + line));
    }
}
