import FoundationEssentials
import StationRules
import Testing

@Suite struct DocumentTitleTests {
    @Test func trimsAndKeeps() throws {
        #expect(try DocumentTitle("  Contract \n").text == "Contract")
        #expect(try DocumentTitle("Straße 5 – naïve 合同").text == "Straße 5 – naïve 合同")
        #expect(try DocumentTitle("a\u{0}b\u{202E}c").text == "abc")
        // Joiners are part of words and emoji, but empty on their own.
        let joined = "نامه می\u{200C}خواهم 👨\u{200D}👩\u{200D}👧"
        #expect(try DocumentTitle(joined).text == joined)
        #expect(throws: (any Error).self) { try DocumentTitle(" \u{200D}\u{200C} ") }
    }

    @Test func refusesNothingAndTooMuch() {
        #expect(throws: DocumentTitle.Failure.empty) { try DocumentTitle(" \t\u{200B}") }
        let most = DocumentTitle.maximumCharacters
        #expect(throws: Never.self) { try DocumentTitle(String(repeating: "é", count: most)) }
        #expect(throws: DocumentTitle.Failure.tooLong(maximum: most)) {
            try DocumentTitle(String(repeating: "é", count: most + 1))
        }
    }

    @Test func fileNamesAreSafe() throws {
        #expect(try DocumentTitle("../../etc/passwd").fileName == "etc-passwd")
        #expect(try DocumentTitle("Scan Nov 22, 2026, 9:05 AM").fileName == "Scan-Nov-22-2026-9-05-AM")
        #expect(try DocumentTitle("…").fileName == "document")
    }
}
