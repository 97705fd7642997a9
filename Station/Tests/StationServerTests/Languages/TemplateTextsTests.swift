import StationRules
import StationViews
import Testing

@Suite struct TemplateTextsTests {
    @Test("what stands between tags and in spoken attributes is a text, with its values")
    func texts() {
        let template = """
            <p class="hint" title="Close">Page {{number}} <b>Library</b>{{#isOwn}} (this one){{/isOwn}}{{{html}}}</p>
            <img alt="Page {{number}}" src="/Library">
            """
        let texts = TemplateTexts(template, in: .german)
        #expect(texts.keys == ["Close", "Page {1}", "Library", "(this one)", "Page {1}"])
        #expect(
            texts.template == """
                <p class="hint" title="Schließen">Seite {{number}} <b>Bibliothek</b>{{#isOwn}} (dieses){{/isOwn}}{{{html}}}</p>
                <img alt="Seite {{number}}" src="/Library">
                """)
    }

    @Test("in English templates stay as they are written")
    func english() {
        for view in EveryView.types {
            #expect(TemplateTexts(view.template, in: .english).template == view.template, "\(view)")
        }
    }

    @Test("each text of a template has a German one")
    func complete() {
        #expect(EveryView.keys.count > 100)
        for key in EveryView.keys { #expect(Catalogue.german[key] != nil, "\(key)") }
    }
}
