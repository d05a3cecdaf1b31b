package kraftaudit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import kraftaudit.written.WrittenVoter;

/**
 * A voter set of the simulated cluster.
 *
 * @param members distinct ids
 * @param fixed   whether this is the static configuration, whose members match any directory of their id
 */
record Voters(List<Member> members, boolean fixed) {
    Voters {
        members = List.copyOf(members);
    }

    /**
     * @param generation which directory of the node, counted from 1; 0 in a static set
     * @param endpoint   number of the endpoint, counted up by updates
     */
    record Member(int id, int generation, int endpoint) {
    }

    boolean has(Node node) {
        return members.stream().anyMatch(m -> m.id() == node.id && (fixed || m.generation() == node.generation));
    }

    /** Who its members are, whatever their endpoints. */
    List<Long> memberships() {
        return members.stream().map(m -> m.id() * 1000L + m.generation()).sorted().toList();
    }

    boolean hasId(int id) {
        return members.stream().anyMatch(m -> m.id() == id);
    }

    List<Integer> ids() {
        return members.stream().map(Member::id).toList();
    }

    int majority() {
        return members.size() / 2 + 1;
    }

    /** Whether the members that meet a condition are a majority. */
    boolean majority(Predicate<Member> condition) {
        return members.stream().filter(condition).count() >= majority();
    }

    Voters with(Member member) {
        List<Member> more = new ArrayList<>(members);
        more.add(member);
        return new Voters(more, fixed);
    }

    Voters without(int id) {
        return new Voters(members.stream().filter(m -> m.id() != id).toList(), fixed);
    }

    Voters updated(Member member) {
        return new Voters(members.stream().map(m -> m.id() == member.id() ? member : m).toList(), fixed);
    }

    /** Whether {@code next} is this set with one member added, removed or changed in place. */
    boolean oneStepTo(Voters next) {
        List<Member> gone = members.stream().filter(m -> !next.members.contains(m)).toList();
        List<Member> come = next.members.stream().filter(m -> !members.contains(m)).toList();
        return gone.size() + come.size() == 1 || gone.size() == 1 && come.size() == 1
                && gone.get(0).id() == come.get(0).id() && gone.get(0).generation() == come.get(0).generation();
    }

    /** Whether every majority of this set has a member in common with every majority of the other. */
    boolean overlaps(Voters other) {
        long shared = members.stream().filter(m -> other.members.stream().anyMatch(o -> o.id() == m.id() && o.generation() == m.generation())).count();
        long here = Math.max(0, majority() - (members.size() - shared));
        long there = Math.max(0, other.majority() - (other.members.size() - shared));
        return here + there > shared;
    }

    List<WrittenVoter> written() {
        return members.stream().map(m -> WrittenVoter.of(m.id(), m.generation())
                .at("CONTROLLER://c" + m.id() + "-" + m.endpoint() + ".example:9093")).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (Member m : members) {
            text.append(text.length() > 1 ? " " : "").append(m.id()).append("'".repeat(Math.max(0, m.generation() - 1)))
                    .append(m.endpoint() > 0 ? "@" + m.endpoint() : "");
        }
        return text.append('}').toString();
    }
}
