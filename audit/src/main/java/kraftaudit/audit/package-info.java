/**
 * History to rule outcomes.
 *
 * <p>{@link kraftaudit.audit.Audit#audit} maps the table of {@link kraftaudit.audit.Rules} over the clusters of a capture.
 * A rule is a row and a small function; the functions of a family stand in one file. To add a rule: a row in the family's
 * list, a function, and a page {@code rules/ID.md} among the resources.
 *
 * <p>A function looks at a {@link kraftaudit.audit.ClusterInput} (or, for rules about several clusters, a
 * {@link kraftaudit.audit.CaptureInput}) and tells a {@link kraftaudit.audit.Verdict} what it saw. A finding is data;
 * sentences are made when it is printed. One fault, one finding: what another rule already reports is "not applicable"
 * with the other rule's id, and what lies in damage is "undecided".
 */
package kraftaudit.audit;
