/**
 * The compliance package: one folder with the audit in every form, and a manifest that says what was read, by what and when.
 * Every file but the manifest has the same bytes for the same input and version.
 */
package kraftaudit.audit.compliance;
