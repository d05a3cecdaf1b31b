package kraftaudit.audit;

/**
 * One broken rule at one place, as data: {@link Rule#message} makes the sentence.
 *
 * @param ruleId   id of the rule
 * @param severity the rule's, or the grade it gave this finding
 * @param where    where it shows
 * @param subject  what is judged, such as {@code voter 2} or {@code metadata.version 34}
 * @param expected what the rule wants, a clause without a full stop; empty where the title says it all
 * @param found    what is there, a clause without a full stop
 */
public record Finding(String ruleId, Severity severity, Where where, String subject, String expected, String found) {
}
