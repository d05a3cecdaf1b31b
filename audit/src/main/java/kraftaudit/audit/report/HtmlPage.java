package kraftaudit.audit.report;

import java.util.List;

/** HTML as text is added to it. Everything but the page's own words is escaped: a log may hold any text. */
final class HtmlPage {
    private static final String STYLE = """
        :root { color-scheme: light; }
        body { font: 15px/1.45 system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; color: #1a1a1a; background: #fff;
          max-width: 1140px; margin: 0 auto; padding: 1.5rem; }
        h1 { margin: 0; font-size: 1.7rem; }
        h2 { margin: 2.2rem 0 .6rem; border-bottom: 2px solid #1a1a1a; font-size: 1.3rem; }
        h3 { margin: 1.6rem 0 .5rem; font-size: 1.1rem; }
        h4 { margin: .2rem 0 .4rem; font-size: 1rem; }
        a { color: #0b4f8a; }
        p { margin: .4rem 0; }
        .verdict { font-size: 1.15rem; padding: .6rem .8rem; border: 2px solid #1a1a1a; border-left-width: 12px; }
        .verdict.violation, article.violation { border-color: #a4132a; }
        .verdict.irregular, article.irregular { border-color: #94600a; }
        .verdict.good { border-color: #14682e; }
        article { border: 1px solid #777; border-left-width: 8px; padding: .5rem .8rem; margin: .6rem 0; }
        article.irregular { border-left-style: dashed; }
        article.note { border-left-style: dotted; }
        table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
        th, td { text-align: left; vertical-align: top; padding: .2rem .5rem; border: 1px solid #bbb; overflow-wrap: break-word; }
        td:last-child { overflow-wrap: anywhere; }
        th { background: #eee; }
        td:first-child { white-space: nowrap; }
        #files td:first-child { white-space: normal; overflow-wrap: anywhere; width: 50%; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .4rem 0; }
        dt { font-weight: 600; }
        dd { margin: 0; overflow-wrap: anywhere; }
        pre { font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; background: #f4f4f4; border: 1px solid #ccc;
          padding: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        figure { margin: 0; overflow-x: auto; }
        svg { max-width: 100%; height: auto; }
        @page { size: A4; margin: 12mm; }
        @media print {
          body { max-width: none; padding: 0; font-size: 9.5pt; }
          pre { font-size: 8pt; }
          nav { display: none; }
          article, tr, figure { break-inside: avoid; }
          #rules article { break-inside: auto; }
          figure { overflow: visible; }
          svg { max-height: 235mm; }
          h2, h3, h4 { break-after: avoid; }
          .verdict, th, article { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          a { color: inherit; text-decoration: none; }
        }
        """;

    private final StringBuilder html = new StringBuilder(1 << 16);

    HtmlPage begin(String title) {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
            + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
            + "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>").append(escaped(title)).append("</title>\n<style>\n")
            .append(STYLE).append("</style>\n</head>\n<body>\n");
        return this;
    }

    /** The whole document. */
    String end() {
        return html.append("</body>\n</html>\n").toString();
    }

    /** Text for the content of an element and for a quoted attribute, with what a browser must not obey shown as an escape. */
    static String escaped(String text) {
        return Escape.text(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;").replace("'", "&#39;");
    }

    HtmlPage open(String element) {
        return open(element, "");
    }

    HtmlPage open(String element, String classes) {
        return open(element, classes, "");
    }

    HtmlPage open(String element, String classes, String id) {
        html.append('<').append(element);
        attribute("class", classes);
        attribute("id", id);
        html.append(">\n");
        return this;
    }

    private void attribute(String name, String value) {
        if (!value.isEmpty()) {
            html.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
        }
    }

    HtmlPage close(String element) {
        html.append("</").append(element).append(">\n");
        return this;
    }

    HtmlPage text(String text) {
        html.append(escaped(text));
        return this;
    }

    HtmlPage element(String element, String text) {
        inline(element, text);
        html.append('\n');
        return this;
    }

    /** An element within a line. */
    HtmlPage inline(String element, String text) {
        html.append('<').append(element).append('>').append(escaped(text)).append("</").append(element).append('>');
        return this;
    }

    HtmlPage link(String to, String text) {
        html.append("<a");
        attribute("href", to);
        html.append('>').append(escaped(text)).append("</a>");
        return this;
    }

    HtmlPage item(String to, String text) {
        html.append("<li>");
        link(to, text);
        return close("li");
    }

    /** A section under a heading of its own, which the caller closes. */
    HtmlPage section(String id, String heading) {
        return open("section", "", id).element("h2", heading);
    }

    /** Markup that is sound already. */
    HtmlPage raw(String markup) {
        html.append(markup);
        return this;
    }

    /**
     * A table.
     *
     * @param rows  the first is the head
     * @param links where the first cell of each row behind the head leads; none where the list ends or is empty there
     */
    HtmlPage table(List<List<String>> rows, List<String> links) {
        html.append("<table>\n<thead><tr>");
        rows.get(0).forEach(cell -> html.append("<th scope=\"col\">").append(escaped(cell)).append("</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (int i = 1; i < rows.size(); i++) {
            html.append("<tr>");
            String link = i - 1 < links.size() ? links.get(i - 1) : "";
            for (int j = 0; j < rows.get(i).size(); j++) {
                html.append("<td>");
                if (j == 0 && !link.isEmpty()) {
                    link(link, rows.get(i).get(j));
                } else {
                    text(rows.get(i).get(j));
                }
                html.append("</td>");
            }
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n");
        return this;
    }

    /** Names and values. */
    HtmlPage facts(List<List<String>> facts) {
        html.append("<dl>\n");
        facts.forEach(fact -> html.append("<dt>").append(escaped(fact.get(0))).append("</dt><dd>").append(escaped(fact.get(1))).append("</dd>\n"));
        html.append("</dl>\n");
        return this;
    }

    /** The Markdown of rule pages: headings, paragraphs, fenced blocks; all other signs stay as they are. */
    HtmlPage markdown(String markdown) {
        StringBuilder paragraph = new StringBuilder();
        boolean fenced = false;
        for (String line : markdown.lines().toList()) {
            if (line.startsWith("```")) {
                flush(paragraph);
                html.append(fenced ? "</pre>\n" : "<pre>");
                fenced = !fenced;
            } else if (fenced) {
                html.append(escaped(line)).append('\n');
            } else if (line.startsWith("#")) {
                flush(paragraph);
                String title = line.replaceFirst("^#+ *", "");
                element(line.startsWith("##") ? "h4" : "h3", title);
            } else if (line.isBlank()) {
                flush(paragraph);
            } else {
                paragraph.append(paragraph.isEmpty() ? "" : line.startsWith("- ") ? "\n" : " ").append(line.strip());
            }
        }
        flush(paragraph);
        return this;
    }

    private void flush(StringBuilder paragraph) {
        if (!paragraph.isEmpty()) {
            paragraph.toString().lines().forEach(line -> element("p", line));
            paragraph.setLength(0);
        }
    }
}
