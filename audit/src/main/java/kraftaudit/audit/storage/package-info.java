/**
 * What the audit leaves on disk: a temporary folder that always goes away, and an output folder that is there whole or not at
 * all. Nothing here knows what is written.
 */
package kraftaudit.audit.storage;
