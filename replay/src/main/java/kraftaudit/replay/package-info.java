/** Events to history. */
package kraftaudit.replay;
