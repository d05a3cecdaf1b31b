package kraftaudit.simulation;

/**
 * Somebody says that a record, and so everything below it in its log, is committed.
 *
 * @param kind    which inference says so
 * @param durable what is said: true for "can no longer be lost", false for "a leader's high watermark had passed it"
 */
record Claim(String kind, boolean durable, long offset, int epoch) {
}
