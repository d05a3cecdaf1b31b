/** History to rule outcomes and reports. */
package kraftaudit.audit.timeline;
