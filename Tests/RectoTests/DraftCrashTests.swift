import Foundation
import Glibc
import Recto
import TestSupport
import Testing

/// Sessions whose program is killed during changes.
@Suite("Killed sessions")
struct DraftCrashTests {
    /// `RECTO_CRASHES`, or a small number for daily runs.
    private static let rounds = ProcessInfo.processInfo.environment["RECTO_CRASHES"].flatMap { Int($0) } ?? 12

    /// Every confirmed change is present, and at most one more.
    @Test("Nothing that was confirmed is lost by kill -9", arguments: 0..<rounds)
    func nothingConfirmedIsLostByAKill(round: Int) async throws {
        let draft = try Draft()
        let (path, log) = (draft.path, draft.folder.path("confirmed"))
        let seed = UInt64(round)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, log = log as String, seed = seed as UInt64] in
            let confirmed = Glibc.open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            var generator = SeededGenerator(seed: seed)
            let moment = UInt32.random(in: 500...60_000, using: &generator)
            let session = try ScanSession(folder: path)
            Thread.detachNewThread {
                usleep(moment)
                Glibc.kill(getpid(), SIGKILL)
            }
            while true {
                try SessionStep.random(session.pages.count, using: &generator).take(on: session)
                var byte = UInt8(ascii: ".")
                write(confirmed, &byte, 1)
            }
        }
        let confirmed = try Data(contentsOf: URL(filePath: log)).count
        let session = try draft.open()
        // The same changes again on a draft without crashes.
        let uninterrupted = try Draft()
        let model = try uninterrupted.open()
        var generator = SeededGenerator(seed: seed)
        _ = UInt32.random(in: 500...60_000, using: &generator)
        var (states, steps) = ([model.pages], 0)
        while steps < confirmed + 1 {
            try SessionStep.random(model.pages.count, using: &generator).take(on: model)
            states.append(model.pages)
            steps += 1
        }
        let adopted = session.recovery.findings.compactMap { finding -> ScanSession.PageID? in
            if case .adopted(let page) = finding { page } else { nil }
        }
        #expect(adopted.count <= 1)
        let found = session.pages.filter { !adopted.contains($0.id) }
        #expect(found == states[confirmed] || found == states[confirmed + 1], "after \(confirmed) changes")
        for page in session.pages { _ = try session.page(page.id) }
        for folder in [path, path + "/originals"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.hasPrefix(".") })
        }
    }
}
