import Foundation
import Testing

/// Random sequences of people's actions, compared with a simple model of the library.
@Suite struct LibraryModelTests {
    /// `RECTO_SEQUENCES`, or a number small enough for daily runs.
    private static let sequences = ProcessInfo.processInfo.environment["RECTO_SEQUENCES"].flatMap { Int($0) } ?? 100
    /// The first seed: `RECTO_SEED` or the default.
    private static let first = ProcessInfo.processInfo.environment["RECTO_SEED"].flatMap { Int($0) } ?? 0
    private static let parts = 4

    @Test(
        "DS-19, DS-21, DS-35, DS-37, DS-43, DS-68: no course of events loses, doubles or swaps a page",
        arguments: 0..<parts)
    func nothingIsLost(part: Int) async throws {
        for seed in stride(from: Self.first + part, to: Self.first + Self.sequences, by: Self.parts) {
            var run = try await ModelRun(seed: seed)
            let checked = try await run.run(steps: 20)
            #expect(checked == 20, "seed \(seed)")
        }
    }
}
