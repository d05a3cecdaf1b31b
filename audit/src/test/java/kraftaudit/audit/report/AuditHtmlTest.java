package kraftaudit.audit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import kraftaudit.audit.Audit;
import kraftaudit.audit.AuditReport;
import kraftaudit.audit.Finding;
import kraftaudit.audit.Pipe;
import kraftaudit.written.Samples;
import kraftaudit.written.WrittenLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The HTML report, read by a parser of XML, which it is well-formed for. */
class AuditHtmlTest {
    @TempDir
    Path folder;

    static Stream<String> samples() throws Exception {
        return JsonSchemaTest.samples();
    }

    private static AuditReport report(Path path) throws Exception {
        return Audit.audit(Pipe.load(List.of(path), Pipe.Settings.defaults()));
    }

    private static List<Element> elements(String html) throws Exception {
        NodeList all = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(html))).getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    /** Nothing runs, nothing is fetched, and every link leads to something. */
    private static void assertSelfContained(List<Element> elements) {
        Set<String> ids = new HashSet<>();
        for (Element element : elements) {
            assertFalse(Set.of("script", "link", "img", "iframe", "object", "embed", "base", "form").contains(element.getTagName()), element.getTagName());
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                Node attribute = element.getAttributes().item(i);
                assertFalse(attribute.getNodeName().startsWith("on"), attribute.getNodeName());
                assertTrue(attribute.getNodeName().startsWith("xmlns") || !attribute.getNodeValue().contains("://")
                    || !attribute.getNodeName().matches("(.*:)?href|src|style|fill"), attribute::toString);
            }
            String id = element.getAttribute("id");
            assertTrue(id.isEmpty() || ids.add(id), "a second element with id " + id);
        }
        for (Element element : elements) {
            if (element.getTagName().equals("a")) {
                assertTrue(ids.contains(element.getAttribute("href").substring(1)), element.getAttribute("href"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samples(String sample) throws Exception {
        AuditReport report = report(Samples.all().resolve(sample));
        String html = AuditHtml.render(report);
        List<Element> elements = elements(html);
        assertSelfContained(elements);
        List<Element> articles = elements.stream().filter(e -> e.getAttribute("id").startsWith("finding-")).toList();
        List<Finding> findings = report.clusters().size() == 1 ? report.findings()
            : Stream.concat(report.clusters().stream().flatMap(c -> c.findings().stream()), report.sharedFindings().stream()).toList();
        assertEquals(findings.size(), articles.size());
        for (int i = 0; i < findings.size(); i++) {
            String text = articles.get(i).getTextContent();
            assertTrue(text.contains(Escape.text(Words.message(findings.get(i)))) && text.contains(findings.get(i).severity().name()), text);
        }
        assertEquals(1, elements.stream().filter(e -> e.getTagName().equals("svg")).count());
    }

    /** What a log says stays text. */
    @Test
    void hostileNames() throws Exception {
        String hostile = "<script>alert('x')</script>\"&amp;\\u202e";
        WrittenLog log = WrittenLog.of("lead 1 + kraft 1 + voters 1 2; begin + mv 33 + end; noop 2");
        log.node(hostile, 1, 1).write(folder.resolve("a<b onload=x>/n1"));
        log.node("other", 2, 1).write(folder.resolve("a<b onload=x>/n2"));
        String html = AuditHtml.render(report(folder));
        assertSelfContained(elements(html));
        assertFalse(html.contains("<script") || html.contains("<b onload") || html.indexOf('\u202e') >= 0, html);
        assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;amp;\\u202e"), html);
    }
}
