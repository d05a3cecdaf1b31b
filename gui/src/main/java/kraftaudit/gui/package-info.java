/**
 * The timeline window.
 *
 * <p>A {@link kraftaudit.gui.Sight} is what is looked at of one cluster: the part of the axis, the cursor, the selection,
 * the arrangement of lanes. Panes show it and change it, and know nothing of each other. The picture itself is
 * {@link kraftaudit.audit.timeline.Picture}, drawn on a canvas by {@link kraftaudit.gui.CanvasPen}; files are read by the
 * audit module alone.
 */
package kraftaudit.gui;
