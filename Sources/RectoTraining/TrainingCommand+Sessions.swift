import ArgumentParser
import Dispatch
import RectoPictures
import Synchronization

extension TrainingCommand {
    struct Sessions: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure automatic capture on simulated sessions of fresh seeds.")

        @Option(help: "First seed of the films.")
        var seed: UInt64 = SceneComposer.reportSeeds.lowerBound + 70_000
        @Option(help: "Number of films; those whose page lies badly are left out.")
        var films = 100
        @Option(help: "How often a page is turned in each.")
        var turns = 10
        @Flag(help: "Say what went wrong in each film.")
        var verbose = false

        func run() throws {
            let sessions = Mutex([CaptureSession?](repeating: nil, count: films))
            let (seed, turns) = (seed, turns)
            DispatchQueue.concurrentPerform(iterations: films) { index in
                guard let session = try? CaptureSession(seed: seed + UInt64(index), turns: turns) else { return }
                sessions.withLock { $0[index] = session }
            }
            let all = sessions.withLock { $0 }
            if verbose { for (index, session) in all.enumerated() { describe(session, seed + UInt64(index)) } }
            let done = all.compactMap(\.self)
            let pages = done.flatMap(\.pages)
            let times = pages.compactMap { page in page.shots.first.map { $0 - page.lies.lowerBound } }.sorted()
            let sharpness = pages.flatMap(\.sharpness).sorted()
            func quantile(_ values: [Double], _ share: Double) -> Double {
                values.isEmpty ? .nan : values[min(values.count - 1, Int(share * Double(values.count)))]
            }
            print("\(done.count) films, \(pages.count) pages")
            print("missed \(pages.count { $0.shots.isEmpty }), twice \(pages.count { $0.shots.count > 1 })")
            print("while turning \(done.reduce(0) { $0 + $1.premature })")
            print("seconds to capture: median \(quantile(times, 0.5)), 95 % \(quantile(times, 0.95))")
            print("sharpness of the kept frame: least \(quantile(sharpness, 0)), 5 % \(quantile(sharpness, 0.05))")
        }

        private func describe(_ session: CaptureSession?, _ seed: UInt64) {
            guard let session else { return }
            let missed = session.pages.indices.filter { session.pages[$0].shots.isEmpty }
            let twice = session.pages.indices.filter { session.pages[$0].shots.count > 1 }
            guard !missed.isEmpty || !twice.isEmpty || session.premature > 0 else { return }
            print("\(seed): missed \(missed), twice \(twice), while turning \(session.premature)")
            for page in missed + twice {
                let counts = session.pages[page].guidance.sorted { $0.value > $1.value }
                print("  page \(page): \(counts.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
            }
        }
    }
}
