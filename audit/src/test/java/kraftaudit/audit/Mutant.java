package kraftaudit.audit;

/**
 * A history that a rule accepts, and its mutant that the rule is there to reject.
 *
 * @param rule     id of the rule
 * @param name     what was changed, a few words
 * @param accepted the rule has something to examine in it and holds; nothing of weight is wrong with it
 * @param mutant   the rule is broken in it, and no other rule that its page does not name
 */
record Mutant(String rule, String name, WrittenCapture accepted, WrittenCapture mutant) {
    @Override
    public String toString() {
        return rule + " " + name;
    }
}
