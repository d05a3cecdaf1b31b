/**
 * One value that a picture of a cluster's history is drawn from: {@link kraftaudit.audit.timeline.Timeline}, made from a
 * {@link kraftaudit.replay.CaptureHistory} and findings.
 *
 * <p>Every {@link kraftaudit.audit.timeline.Item} covers log offsets {@code [offsetFrom, offsetTo)}. The same axis reads as
 * one of high watermarks: what is in force at high watermark h is the item that holds offset {@code h - 1}. A voters record
 * at offset 43 thus begins an item at 43, and the cursor at high watermark 44 stands just behind its beginning.
 *
 * <p>{@link kraftaudit.audit.timeline.Picture} lays a timeline out and draws it through a
 * {@link kraftaudit.audit.timeline.Pen}: the SVG and the window are two pens, so they show the same.
 */
package kraftaudit.audit.timeline;
