package kraftaudit.audit;

/** A row of the rule catalogue. */
public record Rule(String id) {
}
