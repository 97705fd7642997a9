import ArgumentParser
import Dispatch
import Foundation
import RectoPictures
import Synchronization

extension TrainingCommand {
    struct Sessions: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure automatic capture on simulated sessions of fresh seeds.",
            discussion: """
                A page counts as missed if no shot is taken of it while it lies still, as taken twice if there are more. \
                Films whose first page is never taken are told apart: there the detector does not know the page.
                """)

        @Option(help: "First seed of the films.")
        var seed: UInt64 = SceneComposer.reportSeeds.lowerBound + 70_000
        @Option(help: "Number of films; those whose page lies badly are left out.")
        var films = 100
        @Option(help: "How often a page is turned in each.")
        var turns = 10
        @Option(help: "Let each page lie for so many seconds longer.")
        var longer = 0.0
        @Option(help: "Film so many minutes of desks without a page instead, over which hands come and go.")
        var emptyMinutes: Double?
        @Flag(help: "Say what went wrong in each film, as soon as it is over.")
        var verbose = false

        func run() throws {
            let sessions = Mutex([CaptureSession?](repeating: nil, count: films))
            let (seed, turns, films, longer) = (seed, turns, films, longer)
            let emptySeconds = emptyMinutes.map { $0 * 60 / Double(films) }
            DispatchQueue.concurrentPerform(iterations: films) { index in
                let seed = seed + UInt64(index)
                let script =
                    emptySeconds.map { try? CaptureScript(emptyFor: $0, seed: seed) }
                    ?? (try? CaptureScript(seed: seed, turns: turns, longer: longer))
                guard let script, let session = try? CaptureSession(script, seed: seed) else { return }
                sessions.withLock { sessions in
                    sessions[index] = session
                    if verbose { describe(session, seed) }
                }
            }
            let all = sessions.withLock { $0.compactMap(\.self) }
            if emptySeconds == nil { report(all) } else { reportEmpty(all) }
        }

        private func reportEmpty(_ sessions: [CaptureSession]) {
            let seconds = sessions.reduce(0) { $0 + $1.script.end }
            let shots = sessions.reduce(0) { $0 + $1.betweenPages + $1.pages.reduce(0) { $0 + $1.shots.count } }
            print("\(sessions.count) films, \(seconds / 60) minutes without a page: \(shots) shots")
        }

        private func report(_ sessions: [CaptureSession]) {
            let known = sessions.filter { $0.pages.first?.shots.isEmpty == false }
            let pages = known.flatMap(\.pages)
            let times = pages.compactMap { page in page.shots.first.map { $0 - page.appearance.still.lowerBound } }
                .sorted()
            let sharpness = known.flatMap(\.sharpness).sorted()
            func quantile(_ values: [Double], _ share: Double) -> Double {
                values.isEmpty ? .nan : values[min(values.count - 1, Int(share * Double(values.count)))]
            }
            print(
                "\(sessions.count) films, \(sessions.count - known.count) of them of a page that is not known for one")
            print("in the others \(pages.count) pages, \(pages.count - known.count) turns:")
            print("missed \(pages.count { $0.shots.isEmpty }), twice \(pages.count { $0.shots.count > 1 })")
            print(
                "premature \(pages.reduce(0) { $0 + $1.premature }),",
                "between pages \(known.reduce(0) { $0 + $1.betweenPages })")
            print("seconds to capture: median \(quantile(times, 0.5)), 95 % \(quantile(times, 0.95))")
            print("sharpness of the kept frame: least \(quantile(sharpness, 0)), 5 % \(quantile(sharpness, 0.05))")
        }

        private func describe(_ session: CaptureSession, _ seed: UInt64) {
            let due = emptyMinutes == nil ? 1 : 0
            let wrong = session.pages.filter { $0.shots.count != due || $0.premature > 0 }
            guard !wrong.isEmpty || session.betweenPages > 0 else { return }
            print("\(seed): \(session.script.size), \(session.script.options.motion), between \(session.betweenPages)")
            for page in wrong {
                let counts = page.guidance.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
                print(
                    "  still \(page.appearance.still): shots \(page.shots), premature \(page.premature):",
                    terminator: " ")
                print(counts.joined(separator: ", "))
            }
            fflush(nil)
        }
    }
}
