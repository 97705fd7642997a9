import Foundation
import Testing

/// Random courses of what people do, against a simple model of what the library must hold.
@Suite struct LibraryModelTests {
    /// `RECTO_SEQUENCES`, or few enough for every day.
    private static let sequences = ProcessInfo.processInfo.environment["RECTO_SEQUENCES"].flatMap { Int($0) } ?? 100
    /// `RECTO_SEED`, to begin elsewhere.
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
