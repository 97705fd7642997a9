import Foundation
import TestSupport
import Testing

/// Inputs of all kinds that `Tests/Inputs/drawn_inputs.py` draws at random. The nightly run draws 2,000.
@Suite("Drawn inputs") struct DrawnInputsTests {
    /// The most of the 60 that may be wrong; lower it when fewer are.
    private static let mostWrong = 3

    @Test(
        "Of 60 inputs nearly all have the expected outcome",
        .enabled(if: ProgramResult.isInstalled("python3"), "python3 is not installed"), .timeLimit(.minutes(10)))
    func expectedOutcomes() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Inputs/drawn_inputs.py").standardized.path
        let result = try ProgramResult.run("python3", [script, try ProgramResult.built("recto"), "60", "1"])
        let summary = try #require(result.output.split(separator: "\n").last)
        let words = summary.split(separator: " ")
        let wrong = try #require(words.count > 2 ? Int(words[words.count - 2]) : nil, "\(result.errors)")
        #expect(wrong <= Self.mostWrong, "\(result.output)")
    }
}
