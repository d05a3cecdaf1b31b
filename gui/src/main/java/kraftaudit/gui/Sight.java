package kraftaudit.gui;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.beans.property.LongProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleLongProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import kraftaudit.audit.ClusterReport;
import kraftaudit.audit.timeline.Axis;
import kraftaudit.audit.timeline.Filter;
import kraftaudit.audit.timeline.Group;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Row;
import kraftaudit.audit.timeline.Session;
import kraftaudit.audit.timeline.Timeline;
import kraftaudit.audit.timeline.Viewport;

/** What is looked at of one cluster. The panes listen to it and change it; it knows none of them. */
final class Sight {
    /** No cursor, no pin. */
    static final long NONE = -1;
    private static final double FIRST_WIDTH = 1000;

    /** A place one can come back to. */
    private record Place(Viewport viewport, long cursor, Optional<Item> selected) {
    }

    private final ClusterReport report;
    private final Timeline whole;
    private final ReadOnlyObjectWrapper<Timeline> timeline;
    private final ObjectProperty<Viewport> viewport;
    private final ObjectProperty<Layout.Choice> choice = new SimpleObjectProperty<>(Layout.Choice.DEFAULT);
    private final ReadOnlyObjectWrapper<Layout> layout = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<Filter> filter = new SimpleObjectProperty<>(Filter.ALL);
    private final LongProperty cursor = new SimpleLongProperty(NONE);
    private final LongProperty pin = new SimpleLongProperty(NONE);
    private final ObjectProperty<Optional<Item>> selected = new SimpleObjectProperty<>(Optional.empty());
    private final ObservableList<Session.Note> notes = FXCollections.observableArrayList();
    private final Trail<Place> trail = new Trail<>();
    private final ReadOnlyBooleanWrapper hasBack = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper hasForward = new ReadOnlyBooleanWrapper();

    Sight(ClusterReport report, Timeline whole) {
        this.report = report;
        this.whole = whole;
        timeline = new ReadOnlyObjectWrapper<>(whole);
        viewport = new SimpleObjectProperty<>(Viewport.all(whole, Axis.OFFSET, FIRST_WIDTH));
        Runnable lay = () -> layout.set(Layout.of(Row.of(timeline.get()).stream().filter(filter.get()::test).toList(), choice.get()));
        choice.addListener((of, old, now) -> lay.run());
        filter.addListener((of, old, now) -> {
            timeline.set(now.equals(Filter.ALL) ? whole : whole.filtered(now));
            lay.run();
        });
        lay.run();
    }

    ClusterReport report() {
        return report;
    }

    /** The timeline with everything on it. */
    Timeline whole() {
        return whole;
    }

    /** The timeline as the filter leaves it. */
    ReadOnlyObjectProperty<Timeline> timeline() {
        return timeline.getReadOnlyProperty();
    }

    ObjectProperty<Viewport> viewport() {
        return viewport;
    }

    ObjectProperty<Layout.Choice> choice() {
        return choice;
    }

    ReadOnlyObjectProperty<Layout> layout() {
        return layout.getReadOnlyProperty();
    }

    ObjectProperty<Filter> filter() {
        return filter;
    }

    /** High watermark under the cursor, {@link #NONE} where there is none. */
    LongProperty cursor() {
        return cursor;
    }

    /** High watermark of the pinned cursor, {@link #NONE} where there is none. */
    LongProperty pin() {
        return pin;
    }

    ObjectProperty<Optional<Item>> selected() {
        return selected;
    }

    ObservableList<Session.Note> notes() {
        return notes;
    }

    ReadOnlyBooleanProperty hasBack() {
        return hasBack.getReadOnlyProperty();
    }

    ReadOnlyBooleanProperty hasForward() {
        return hasForward.getReadOnlyProperty();
    }

    Viewport.Limits limits() {
        return Viewport.Limits.of(whole, viewport.get().axis());
    }

    // ---- moving ----

    void zoom(double x, double factor) {
        viewport.set(viewport.get().zoom(x, factor, limits()));
    }

    void pan(double pixels) {
        viewport.set(viewport.get().pan(pixels, limits()));
    }

    void widen(double width) {
        if (width > 1) {
            viewport.set(viewport.get().over(width));
        }
    }

    void fit() {
        jump(Viewport.all(whole, viewport.get().axis(), viewport.get().width()), cursor.get(), selected.get());
    }

    void range(double x1, double x2) {
        jump(viewport.get().between(x1, x2, limits()), cursor.get(), selected.get());
    }

    /** The other axis, the same part of the history. */
    void axis(Axis axis) {
        if (axis == Axis.OFFSET || whole.hasTimes()) {
            viewport.set(viewport.get().on(axis, whole));
        }
    }

    /** Selects an item, brings it into view and puts the cursor right behind its first record. */
    void show(Item item) {
        if (!item.isPlaced()) {
            jump(viewport.get(), cursor.get(), Optional.of(item));
            return;
        }
        double place = lane(item).map(lane -> lane.from(item, viewport.get().axis())).orElse(whole.place(viewport.get().axis(), item.offsetFrom()));
        jump(viewport.get().showing(place, limits()), clamped(item.offsetFrom() + 1), Optional.of(item));
    }

    /** Puts the cursor at a high watermark and brings it into view. */
    void go(long highWatermark) {
        long h = clamped(highWatermark);
        jump(viewport.get().showing(whole.place(viewport.get().axis(), h), limits()), h, Optional.empty());
    }

    /** Moves the cursor by so many high watermarks, with the view following it. */
    void step(long by) {
        long from = cursor.get() == NONE ? Math.round(whole.offset(viewport.get().axis(), viewport.get().from())) : cursor.get();
        selected.set(Optional.empty());
        cursor.set(clamped(from + by));
        viewport.set(viewport.get().showing(whole.place(viewport.get().axis(), cursor.get()), limits()));
    }

    long clamped(long highWatermark) {
        return Math.max(0, Math.min(highWatermark, whole.offsetTo()));
    }

    /** The high watermark at a pixel of the view. */
    long highWatermarkAt(double x) {
        Viewport now = viewport.get();
        double offset = whole.offset(now.axis(), now.place(x));
        return clamped(now.axis() == Axis.OFFSET ? Math.round(offset) : (long) Math.floor(offset) + 1);
    }

    /** The pixel of a high watermark in the view. */
    double x(long highWatermark) {
        return viewport.get().x(whole.place(viewport.get().axis(), highWatermark));
    }

    private void jump(Viewport to, long h, Optional<Item> item) {
        Place now = here();
        Place next = new Place(to, h, item);
        // Before the first place there is none to come back to.
        if (!now.equals(next) && now.cursor() != NONE) {
            trail.leave(now);
        }
        set(next);
    }

    private Place here() {
        return new Place(viewport.get(), cursor.get(), selected.get());
    }

    private void set(Place place) {
        viewport.set(place.viewport().over(viewport.get().width()));
        cursor.set(place.cursor());
        selected.set(place.selected());
        hasBack.set(trail.hasBack());
        hasForward.set(trail.hasForward());
    }

    void back() {
        trail.back(here()).ifPresent(this::set);
    }

    void forward() {
        trail.forward(here()).ifPresent(this::set);
    }

    /** Pins the cursor, or takes the pin away where it stands there already. */
    void pinHere() {
        pin.set(pin.get() == cursor.get() ? NONE : cursor.get());
    }

    Optional<Lane> lane(Item item) {
        int at = Lane.indexOf(timeline.get().lanes(), item);
        return at < 0 ? Optional.empty() : Optional.of(timeline.get().lanes().get(at));
    }

    // ---- next and previous ----

    /**
     * The next or previous event of the lanes shown, or finding wherever it stands, counted from the selected item or else
     * from the cursor. Of several at one offset none is passed over: they follow in the order of the lanes.
     */
    Optional<Item> neighbour(boolean forward, boolean findings) {
        List<Lane> lanes = findings ? timeline.get().lanes().stream().filter(l -> l.group() == Group.FINDINGS).toList() : shownLanes();
        return new Neighbours(lanes, item -> item.kind().isFinding() == findings && (findings || item.isPlaced() && isEvent(item)))
            .of(selected.get(), cursor.get(), forward);
    }

    /** Something that happened, not something that merely goes on. */
    private static boolean isEvent(Item item) {
        return switch (item.kind()) {
            case LOG, SEGMENT, PROVEN, OBSERVER, BOOTSTRAP -> false;
            default -> true;
        };
    }

    private List<Lane> shownLanes() {
        return layout.get().lines().stream().flatMap(line -> line.row().stream()).flatMap(row -> row.lanes().stream()).toList();
    }

    // ---- sessions ----

    Session session(List<java.nio.file.Path> paths, int cluster) {
        Viewport now = viewport.get();
        return new Session(paths, cluster, now.axis(), now.from(), now.to(), optional(cursor.get()), optional(pin.get()), choice.get(), filter.get(), notes);
    }

    private static OptionalLong optional(long value) {
        return value == NONE ? OptionalLong.empty() : OptionalLong.of(value);
    }

    void restore(Session session) {
        choice.set(session.choice());
        filter.set(session.filter());
        axis(session.axis());
        double from = Math.max(session.from(), limits().start());
        double to = Math.min(session.to(), limits().end());
        if (to > from) {
            viewport.set(new Viewport(viewport.get().axis(), from, to, viewport.get().width()));
        }
        cursor.set(session.cursor().isPresent() ? clamped(session.cursor().getAsLong()) : NONE);
        pin.set(session.pin().isPresent() ? clamped(session.pin().getAsLong()) : NONE);
        notes.setAll(session.notes());
    }
}
