import Foundation
import StationRules
import StationViews
import Testing

@Suite struct TemplateTests {
    private struct Model {
        var name = "A & B"
        var html = "<b>C</b>"
        var missing: String?
        var isTrue = true
        var isFalse = false
        var count = 3
        var parts = [Part(label: "one"), Part(label: "two")]
        var texts = ["x", "<y>"]
        var none: [String] = []

        struct Part {
            let label: String
        }
    }

    private func render(_ template: String) throws -> String { try Template(template).render(Model()) }

    @Test("values are escaped, HTML is not, and what is missing is left out")
    func values() throws {
        #expect(
            try render("{{name}}|{{{html}}}|{{html}}|{{missing}}|{{count}}|{{isTrue}}")
                == "A &amp; B|<b>C</b>|&lt;b&gt;C&lt;/b&gt;||3|true")
    }

    @Test("a section stands for what there is, an inverted one for what there is not")
    func sections() throws {
        #expect(
            try render("{{#isTrue}}a{{/isTrue}}{{#isFalse}}b{{/isFalse}}{{#missing}}c{{/missing}}{{#none}}d{{/none}}")
                == "a")
        #expect(
            try render("{{^isTrue}}a{{/isTrue}}{{^isFalse}}b{{/isFalse}}{{^missing}}c{{/missing}}{{^none}}d{{/none}}")
                == "bcd")
        #expect(try render("{{#name}}[{{.}}]{{/name}}") == "[A &amp; B]")
    }

    @Test("a section stands for each element of a list, and knows what is around it")
    func lists() throws {
        #expect(
            try render("{{#parts}}{{label}} {{count}} {{/parts}}{{#texts}}{{.}}{{/texts}}") == "one 3 two 3 x&lt;y&gt;")
    }

    @Test("a line with nothing but the beginning or the end of a section is left out")
    func lines() throws {
        #expect(
            try render("a\n  {{#parts}}\n  {{label}}\n  {{/parts}}\nb {{#isTrue}}\nc{{/isTrue}}")
                == "a\n  one\n  two\nb \nc")
    }

    @Test(
        "what is no template is refused",
        arguments: [
            "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{a", "{{{a}}", "{{}}", "{{a.b}}", "{{> a}}",
            "{{#a}}{{#b}}{{/a}}{{/b}}",
        ])
    func refused(_ template: String) {
        #expect(throws: Template.Failure.self) { try Template(template) }
    }

    @Test("rows tell all their fields")
    func rows() throws {
        let row = LibraryView.Row(
            id: 1, path: "p", link: "l", title: "t",
            moment: StationClock(zone: .gmt).moment(.now, now: .now), exactTime: "e", pages: 2,
            state: .inbox, thumbnail: "th", trashed: "tr", isPinned: true, group: .init(title: "g", count: 1),
            sortedDay: "s", facts: "f", tags: [.init(text: "t", color: "red")],
            excerpt: [.init(text: "t", isMarked: true)])
        guard case .fields(let fields) = row.templateValue else {
            Issue.record("a row has fields")
            return
        }
        #expect(Set(fields.keys) == Set(Mirror(reflecting: row).children.compactMap(\.label)))
    }
}
