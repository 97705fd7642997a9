import RectoAnchors
import StationRules
import Testing

@Suite struct AnchorVerdictTests {
    @Test("AR-15: pictures that would hardly be found are refused")
    func poorPicturesAreRefused() {
        func level(_ score: Int) -> AnchorVerdict.Level { AnchorVerdict(score: score, reasons: []).level }
        #expect([0, 39].map(level) == [.poor, .poor])
        #expect([40, 69].map(level) == [.fair, .fair])
        #expect([70, 100].map(level) == [.good, .good])
        #expect(!AnchorVerdict(score: 39, reasons: []).isAccepted)
        #expect(AnchorVerdict(score: 40, reasons: []).isAccepted)
    }

    @Test("EH-7: each reason says what a better picture has", arguments: AnchorQuality.Reason.allCases)
    func eachReasonDescribesABetterPicture(_ reason: AnchorQuality.Reason) throws {
        let text = try #require(AnchorVerdict(score: 10, reasons: [reason]).reasons.first)
        // First the problem, then the remedy.
        #expect(text.hasSuffix(".") && text.split(separator: ". ").count == 2)
    }

    @Test("EH-3: a width is a number of millimeters, or not known")
    func aWidthIsANumberOfMillimetersOrUnknown() throws {
        #expect(try AnchorWidth.entered("  ") == nil)
        #expect(try AnchorWidth.entered(" 210 ")?.meters == 0.21)
        #expect(try AnchorWidth.entered("148.5")?.text == "148.5 mm")
        #expect(try AnchorWidth.entered("210")?.text == "210 mm")
        for text in ["wide", "21,0", "nan", "inf", "210 mm"] {
            #expect(throws: AnchorWidth.Failure.notANumber) { try AnchorWidth.entered(text) }
        }
        #expect(try Language.$current.withValue(.german) { try AnchorWidth.entered("21,5")?.meters } == 0.0215)
        for text in ["9.9", "20001", "-210", "0"] {
            #expect(throws: AnchorWidth.Failure.outside) { try AnchorWidth.entered(text) }
        }
    }

    @Test("EH-3: all that is wrong is told at once, each at its field")
    func allProblemsAreToldAtTheirFields() {
        guard case .failure(let problems) = SceneDraft(title: " ", width: "wide").checked() else {
            Issue.record("accepted")
            return
        }
        #expect(problems.title == "Enter a title.")
        #expect(problems.width?.contains("number of millimeters") == true)
        guard case .success(let checked) = SceneDraft(title: " Shelf\u{0} 3 ").checked() else {
            Issue.record("refused")
            return
        }
        #expect(checked.title == "Shelf 3" && checked.width == nil)
    }

    @Test("AR-5: the instructions tell what to look for, and how wide it is")
    func instructionsTellWhatToLookFor() {
        #expect(ArMessages.instructions(nil).count == 3)
        #expect(ArMessages.instructions(AnchorWidth(meters: 0.21))[0].contains("210 mm"))
    }
}
