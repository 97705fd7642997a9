import Stress
import TestSupport
import Testing

/// A short run of `make stress`.
@Suite("Stress", .inRelease)
struct StressTests {
    private static let film = Result { try StressFilm(seed: 1_000_000) }

    private static let frames = 4000

    @Test("Neither memory nor descriptors grow from frame to frame")
    func nothingGrowsFromFrameToFrame() async throws {
        // In a separate process, since parallel tests use memory too.
        let frames = Self.frames
        await #expect(processExitsWith: .success) { [frames = frames as Int] in
            let growth = try StressRun.growth(try StressFilm(seed: 1_000_000), frames: frames)
            try #require(growth.frames >= frames && growth.captures >= growth.frames / 100)
            try #require(growth.isNone, "\(growth)")
        }
    }

    @Test("Scanners in threads of their own see what one alone sees")
    func scannersInThreadsSeeTheSame() async throws {
        let film = try Self.film.get()
        let alone = try await StressRun.accounts(film, scanners: 1, showings: 2)
        #expect(alone[0].allSatisfy { $0.captures.count == 2 })
        for account in try await StressRun.accounts(film, scanners: 2, showings: 2) { #expect(account == alone[0]) }
    }
}
