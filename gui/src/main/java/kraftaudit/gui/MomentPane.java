package kraftaudit.gui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.collections.ListChangeListener;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import kraftaudit.audit.Locator;
import kraftaudit.audit.report.Phrases;
import kraftaudit.audit.timeline.Moment;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Session;
import kraftaudit.reader.Voter;
import kraftaudit.replay.Evidence;
import kraftaudit.replay.Proof;
import kraftaudit.replay.ProofKind;
import kraftaudit.replay.Status;
import kraftaudit.replay.VoterChange;
import kraftaudit.replay.VoterSet;
import kraftaudit.replay.VoterSource;
import kraftaudit.replay.VoterSpan;
import org.kordamp.ikonli.feather.Feather;

/** The cluster at the cursor: committed against appended voters, leader, levels and proof; and what changed since the pin. */
final class MomentPane extends VBox {
    /** Widths of a letter below which the buttons lose their words. */
    private static final double NARROW = 30;

    private final Sight sight;
    private final Consumer<Locator> show;
    private final Label title = new Label();
    private final Button pin = Icons.button(new Button("Pin"), Feather.MAP_PIN, "Pin this high watermark, to compare others with it (P)");
    private final Button describe = Icons.button(new Button("describe"), Feather.TERMINAL, "What describe --at this high watermark prints");
    private final Button note = Icons.button(new Button("Note"), Feather.EDIT_3, "Write a note at this high watermark (N)");
    private final VBox body = new VBox(10);
    private Palette palette = Palette.LIGHT;

    /**
     * @param show     is asked for the record at a place
     * @param describe is asked for what {@code describe --at H} prints
     * @param write    is asked for a note at the cursor
     */
    MomentPane(Sight sight, Consumer<Locator> show, Consumer<Long> describe, Runnable write) {
        this.sight = sight;
        this.show = show;
        getStyleClass().add("moment-pane");
        setId("moment");
        title.getStyleClass().add("title");
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        HBox head = new HBox(6, title, gap, this.describe, note, pin);
        head.getStyleClass().add("pane-head");
        title.setMinWidth(Region.USE_PREF_SIZE);
        // Where large text leaves little room, icons with their tooltips say enough.
        Runnable fit = () -> List.of(this.describe, note, pin).forEach(button -> button.setContentDisplay(
            head.getWidth() < NARROW * title.getFont().getSize() ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT));
        head.widthProperty().addListener(any -> fit.run());
        title.fontProperty().addListener(any -> fit.run());
        pin.setOnAction(e -> sight.pinHere());
        note.setOnAction(e -> write.run());
        this.describe.setOnAction(e -> describe.accept(sight.cursor().get()));
        body.setPadding(new Insets(4, 12, 10, 12));
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        getChildren().addAll(head, scroll);
        sight.cursor().addListener(any -> fill());
        sight.pin().addListener(any -> fill());
        sight.notes().addListener((ListChangeListener<Session.Note>) change -> fill());
        fill();
    }

    void theme(Palette next) {
        palette = next;
        fill();
    }

    private void fill() {
        long h = sight.cursor().get();
        body.getChildren().clear();
        pin.setDisable(h == Sight.NONE);
        describe.setDisable(h == Sight.NONE);
        note.setDisable(h == Sight.NONE);
        pin.setText(sight.pin().get() == h && h != Sight.NONE ? "Unpin" : "Pin");
        if (h == Sight.NONE) {
            title.setText("At a high watermark");
            body.getChildren().add(Facts.text("Click in the timeline to put the cursor at a high watermark. This pane then says who the committed and"
                + " the appended voters were there, who led, and what proves it.", "small"));
            return;
        }
        title.setText("At high watermark " + h);
        sight.notes().stream().filter(n -> n.offset() == h).forEach(n -> body.getChildren().add(noted(n)));
        Moment moment = Moment.of(sight.report().cluster(), h);
        if (moment.branches().isEmpty()) {
            body.getChildren().add(Facts.text("No copy goes as far as high watermark " + h + ".", "small"));
        }
        if (!moment.branches().isEmpty()) {
            body.getChildren().add(voters(moment));
        }
        for (Moment.OnBranch on : moment.branches()) {
            if (moment.branches().size() > 1 || !on.branch().main()) {
                body.getChildren().add(Facts.text(capital(Phrases.branch(on.branch())), "section"));
            }
            body.getChildren().add(branch(on, h));
        }
        long pinned = sight.pin().get();
        if (pinned != Sight.NONE && pinned != h) {
            body.getChildren().addAll(Facts.text("From the pin at " + pinned + " to " + h, "section"), compared(Moment.of(sight.report().cluster(), pinned), moment));
        }
    }

    private static Node noted(Session.Note written) {
        Label words = Facts.text(written.text(), "plain");
        HBox box = new HBox(8, Icons.note(), words);
        box.getStyleClass().add("note");
        return box;
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + text.substring(1);
    }

    // ---- who voted ----

    /** Committed voters, and beside them what the leaders of every branch had appended. */
    private Node voters(Moment moment) {
        GridPane grid = Facts.grid();
        boolean several = moment.branches().size() > 1;
        Moment.OnBranch first = moment.branches().get(0);
        Optional<VoterSpan> span = first.committed();
        Facts.row(grid, "committed voters", value(span.flatMap(VoterSpan::voters)), span.map(this::status).orElse(new Label("")));
        for (Moment.OnBranch on : moment.branches()) {
            Facts.row(grid, several ? "appended, " + on.branch().copies().stream().sorted().collect(Collectors.joining(" ")) : "appended voters", value(on.appended()), appended(on));
            VoterSet from = span.flatMap(VoterSpan::voters).orElse(new VoterSet(List.of()));
            boolean known = span.flatMap(VoterSpan::voters).isPresent() && on.appended().isPresent();
            Facts.wide(grid, "difference", known ? difference(from.changeTo(on.appended().get()), "none") : Facts.text("not known", "small"));
        }
        return grid;
    }

    // ---- one branch ----

    private Node branch(Moment.OnBranch on, long h) {
        GridPane grid = Facts.grid();
        if (!on.branch().main()) {
            Optional<VoterSpan> span = on.committed();
            Facts.row(grid, "voters below it", value(span.flatMap(VoterSpan::voters)), span.map(this::status).orElse(new Label("")));
        }
        Facts.row(grid, "leader, epoch", strong(on.leader().map(l -> Integer.toString(l.id())).orElse("unknown")
            + (on.epoch().isPresent() ? " in epoch " + on.epoch().getAsInt() : "")), new Label(""));
        Facts.wide(grid, "record below it", proofs(on, h));
        Facts.row(grid, "metadata.version", strong(on.levels().getOrDefault("metadata.version", "none")), Facts.text("kraft.version " + on.levels().get("kraft.version"), "small"));
        String others = on.levels().entrySet().stream().filter(e -> !e.getKey().equals("metadata.version") && !e.getKey().equals("kraft.version"))
            .map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            Facts.wide(grid, "other features", Facts.text(others, "small"));
        }
        Facts.wide(grid, "cluster id record", Facts.text(on.clusterId().orElse("none"), on.clusterId().isPresent() ? "strong" : "small"));
        return grid;
    }

    private static Label strong(String words) {
        return Facts.text(words, "strong");
    }

    private static Label value(Optional<VoterSet> voters) {
        return strong(voters.map(Phrases::ids).orElse("unknown"));
    }

    private Node status(VoterSpan span) {
        if (span.status().isEmpty()) {
            return Facts.text(span.source() == VoterSource.STATIC ? "by configuration: " + span.why() : span.why(), "small");
        }
        String proofs = span.proofs().stream().map(ProofKind::name).collect(Collectors.joining(", "));
        String at = span.record().map(r -> " · record at " + r.offset()).orElse("");
        return chip(span.status().get(), span.status().get() + at + (proofs.isEmpty() ? "" : " · " + proofs));
    }

    private Node appended(Moment.OnBranch on) {
        if (on.appendedStatus().isEmpty()) {
            return new Label("");
        }
        return chip(on.appendedStatus().get(), on.appendedStatus().get() + " · record at " + on.appendedAt().offset()
            + " on " + on.branch().copies().stream().sorted().collect(Collectors.joining(", ")));
    }

    private Node chip(Status status, String words) {
        Label label = Facts.text(words, "small");
        label.getStyleClass().add(status.name().toLowerCase(java.util.Locale.ROOT));
        HBox box = new HBox(6, Icons.status(status, palette), label);
        HBox.setHgrow(label, Priority.ALWAYS);
        return box;
    }

    private static Label difference(VoterChange change, String same) {
        String words = difference(change);
        return words.isEmpty() ? Facts.text(same, "small") : Facts.text(words, "alarm");
    }

    private static String difference(VoterChange change) {
        List<String> parts = new ArrayList<>();
        part(parts, "+ ", change.added(), "");
        part(parts, "− ", change.removed(), "");
        part(parts, "~ ", change.updated(), " (other endpoints or version range)");
        return String.join("   ", parts);
    }

    private static void part(List<String> parts, String sign, List<Voter> voters, String what) {
        if (!voters.isEmpty()) {
            parts.add(sign + voters.stream().map(v -> Integer.toString(v.id())).collect(Collectors.joining(", ")) + what);
        }
    }

    private Node proofs(Moment.OnBranch on, long h) {
        VBox box = new VBox(2);
        on.status().ifPresent(status -> box.getChildren().add(chip(status, "record " + (h - 1) + " is " + status)));
        for (Proof proof : on.proofs()) {
            box.getChildren().add(link(Phrases.proof(proof), proof.evidence().stream().findFirst()));
        }
        if (on.proofs().isEmpty() && h > 0) {
            box.getChildren().add(Facts.text("nothing in these copies shows that it was committed", "small"));
        }
        if (h > 0 && !on.branch().copies().isEmpty()) {
            Locator at = Locator.offset(on.branch().copies().get(0), h - 1);
            Hyperlink record = new Hyperlink("show " + at.text());
            record.setOnAction(e -> show.accept(at));
            box.getChildren().add(record);
        }
        return box;
    }

    /** A sentence that leads to what it speaks of. */
    private Node link(String words, Optional<Evidence> evidence) {
        Hyperlink link = new Hyperlink(CanvasPen.printable(words));
        link.setWrapText(true);
        link.setMinWidth(0);
        link.getStyleClass().add("small");
        evidence.ifPresentOrElse(e -> link.setOnAction(a -> show.accept(new Locator(e.replica(), e.offset().orElse(-1),
            e.place().file().substring(e.place().file().lastIndexOf('/') + 1), e.place().position()))), () -> link.setDisable(true));
        return link;
    }

    // ---- two places ----

    private Node compared(Moment from, Moment to) {
        GridPane grid = Facts.grid();
        Optional<Moment.OnBranch> before = from.branches().stream().findFirst();
        Optional<Moment.OnBranch> after = to.branches().stream().findFirst();
        if (before.isEmpty() || after.isEmpty()) {
            return Facts.text("one of the two is beyond every copy", "small");
        }
        Optional<VoterSet> old = before.get().committed().flatMap(VoterSpan::voters);
        Optional<VoterSet> now = after.get().committed().flatMap(VoterSpan::voters);
        String change = old.isPresent() && now.isPresent() ? difference(old.get().changeTo(now.get())) : "";
        Facts.row(grid, "committed voters", strong(change.isEmpty() ? "same" : change),
            Facts.text(old.map(Phrases::ids).orElse("unknown") + "  →  " + now.map(Phrases::ids).orElse("unknown"), "small"));
        Facts.row(grid, "leader, epoch", strong(led(before.get()).equals(led(after.get())) ? "same" : "changed"), Facts.text(led(before.get()) + "  →  " + led(after.get()), "small"));
        SortedMap<String, String> levels = new TreeMap<>(before.get().levels());
        levels.putAll(after.get().levels());
        for (Map.Entry<String, String> level : levels.entrySet()) {
            String was = before.get().levels().getOrDefault(level.getKey(), "none");
            String is = after.get().levels().getOrDefault(level.getKey(), "none");
            if (!was.equals(is)) {
                Facts.row(grid, level.getKey(), strong("changed"), Facts.text(was + "  →  " + is, "small"));
            }
        }
        Facts.row(grid, "records between", strong(Long.toString(Math.abs(to.highWatermark() - from.highWatermark()))), between(from.highWatermark(), to.highWatermark()));
        return grid;
    }

    private static String led(Moment.OnBranch on) {
        return on.leader().map(l -> Integer.toString(l.id())).orElse("unknown") + " in " + (on.epoch().isPresent() ? on.epoch().getAsInt() : "no epoch");
    }

    private Node between(long from, long to) {
        if (!sight.whole().hasTimes()) {
            return new Label("");
        }
        double ms = Math.abs(sight.whole().clock().timeAt(to) - sight.whole().clock().timeAt(from));
        return Facts.text(String.format(java.util.Locale.ROOT, "%.3f s by the writers' clocks", ms / 1000), "small");
    }
}
