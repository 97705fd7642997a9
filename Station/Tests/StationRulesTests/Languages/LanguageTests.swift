import StationRules
import Testing

@Suite struct LanguageTests {
    @Test(
        "the first language of the greatest weight counts, and English where there is none",
        arguments: [
            ("de", Language.german), ("de-AT,de;q=0.9,en;q=0.8", .german), ("en-GB,de;q=0.9", .english),
            ("fr, de;q=0.5, en;q=0.4", .german), ("fr", .english), ("", .english), ("*", .english),
            ("de;q=0, en;q=0.1", .english), ("en;q=0.5,de;q=0.5", .english), ("DE-de ; q=0.7", .german),
            ("de;q=2,en;q=0.1", .english), ("de;q=nan,en;q=0.1", .english), (";;;,=,de-", .german),
        ])
    func accepting(header: String, language: Language) {
        #expect(Language(accepting: header) == language)
    }

    @Test("a header without end is read as far as headers are long")
    func longHeader() {
        #expect(Language(accepting: String(repeating: "fr,", count: 100_000) + "de") == .english)
    }
}

@Suite struct LocalizedTests {
    private func german(_ text: () -> String) -> String { Language.$current.withValue(.german, operation: text) }

    @Test("a text is in the language of the task, with its values in their places")
    func languages() {
        #expect(localized("Page \(3) deleted") == "Page 3 deleted")
        #expect(german { localized("Page \(3) deleted") } == "Seite 3 gelöscht")
        #expect(german { localized("Undo") } == "Rückgängig")
    }

    @Test("values that look like places are data")
    func values() {
        #expect(
            german { localized("The form field “\("{1} {2} {")” is missing.") } == "Das Formularfeld „{1} {2} {“ fehlt."
        )
        #expect(Catalogue.fill("{1}{2}{3}{x}{", { $0 == 2 ? "b" : $0 == 1 ? "{2}" : nil }) == "{2}b{3}{x}{")
    }

    @Test("a text without an entry is shown in English")
    func missing() {
        #expect(german { localized("Nobody wrote this \("text")") } == "Nobody wrote this text")
    }

    @Test("one and several have forms of their own in both languages", arguments: [0, 1, 2])
    func plurals(count: Int) {
        #expect(ScanCount.text(count) == (count == 1 ? "1 scan" : "\(count) scans"))
        #expect(german { ScanCount.text(count) } == (count == 1 ? "1 Scan" : "\(count) Scans"))
        #expect(german { LibraryMessages.pageCount(count) } == (count == 1 ? "1 Seite" : "\(count) Seiten"))
    }

    @Test("numbers have the decimal mark of the language")
    func numbers() throws {
        let width = AnchorWidth(meters: 0.2105)
        #expect(width.text == "210.5 mm")
        #expect(german { width.text } == "210,5 mm")
        #expect(german { FileSize(bytes: 1_500_000).description } == "1,5 MB")
        #expect(try Language.$current.withValue(.german) { try AnchorWidth.entered("210,5")?.millimeters } == 210.5)
    }

    @Test(
        "whole numbers have the mark between thousands of the language",
        arguments: [
            (0, "0", "0"), (999, "999", "999"), (1000, "1,000", "1.000"), (1_234_567, "1,234,567", "1.234.567"),
            (-5000, "−5,000", "−5.000"),
        ])
    func wholeNumbers(value: Int, english: String, german: String) {
        #expect(Language.english.wholeNumber(value) == english && Language.german.wholeNumber(value) == german)
    }
}
