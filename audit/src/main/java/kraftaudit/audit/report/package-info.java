/**
 * Reports: text, CSV and JSON over one {@link kraftaudit.audit.AuditReport}. Only here, and in the window, values become
 * words. Text fits 100 columns and ends lines with {@code \n}; CSV is that of RFC 4180; JSON has a published schema.
 */
package kraftaudit.audit.report;
