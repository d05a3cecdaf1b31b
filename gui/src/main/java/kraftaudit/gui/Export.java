package kraftaudit.gui;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import kraftaudit.audit.report.Json;
import kraftaudit.audit.report.TimelineCsv;
import kraftaudit.audit.report.TimelineDocuments;
import kraftaudit.audit.timeline.Item;
import kraftaudit.audit.timeline.Lane;
import kraftaudit.audit.timeline.Layout;
import kraftaudit.audit.timeline.Palette;
import kraftaudit.audit.timeline.Picture;
import kraftaudit.audit.timeline.TimelineSvg;
import kraftaudit.audit.timeline.Viewport;

/** What can be taken out of the window into a file. */
enum Export {
    PNG("The view as a picture (PNG)"),
    SVG("The view as a drawing (SVG)"),
    CSV("What is selected, else what is in view, as CSV"),
    JSON("What is selected, else what is in view, as JSON");

    private final String words;

    Export(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The bytes of the file. */
    byte[] of(TimelinePane pane, Palette palette) {
        Sight sight = pane.sight();
        return switch (this) {
            case PNG -> PngFile.of(pane.image());
            case SVG -> TimelineSvg.svg(new Picture(sight.timeline().get(), sight.layout().get(), sight.viewport().get(), TimelinePane.GUTTER), palette)
                .getBytes(StandardCharsets.UTF_8);
            case CSV -> TimelineCsv.render(sight.whole(), chosen(sight), false).getBytes(StandardCharsets.UTF_8);
            case JSON -> Json.write(chosen(sight).stream().map(c -> TimelineDocuments.item(c.item())).toList()).getBytes(StandardCharsets.UTF_8);
        };
    }

    /** The selected item; without one every item in view on the lanes shown. */
    static List<TimelineCsv.Chosen> chosen(Sight sight) {
        Optional<Item> selected = sight.selected().get();
        Optional<Lane> its = selected.flatMap(sight::lane);
        if (its.isPresent()) {
            return List.of(new TimelineCsv.Chosen(its.get(), selected.get()));
        }
        Viewport viewport = sight.viewport().get();
        Set<Lane> lanes = new LinkedHashSet<>();
        for (Layout.Line line : sight.layout().get().lines()) {
            line.row().ifPresent(row -> lanes.addAll(row.lanes()));
        }
        List<TimelineCsv.Chosen> chosen = new ArrayList<>();
        for (Lane lane : lanes) {
            lane.between(viewport.axis(), viewport.from(), viewport.to()).forEach(item -> chosen.add(new TimelineCsv.Chosen(lane, item)));
        }
        return chosen;
    }
}
