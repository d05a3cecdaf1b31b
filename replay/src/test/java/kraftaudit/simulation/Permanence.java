package kraftaudit.simulation;

/** stub */
final class Permanence {
    record Replica(int id, int generation, Log log, Voters fixed) {
    }
}
