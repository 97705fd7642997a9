import ArgumentParser
import Dispatch
import RectoPictures
import Scores
import Synchronization

extension CaptureScript.Trouble: ExpressibleByArgument {}

struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Automatic capture in simulated sessions.",
        discussion: """
            Films of the project's own generator: a tripod or a hand, pages that are turned, and hands, lamps and a lens that looks \
            for its focus. Those whose page leaves the frame are left out.

            FIGURES
              Films that are not counted: their first page is never captured, because the detector does not know it for one. Of the \
            pages that are turned to: how many are not captured while they lie still, how many are captured twice. Of the shots: how \
            many show a hand, a reflection, no focus, two pages or none. Of the pages that are turned to: how many are first called \
            the same page. Of the frames of still pages: how many are said to show glare. Seconds from stillness to the shot. The \
            sharpness of the \
            captured frame, as a share of the best of its window: that of 19 in 20 is greater. Of desks without a page: shots an hour.
            """)

    @Option(help: "Number of films.")
    var films = 100

    @Option(help: "The first film's seed. From 2092000 on nothing was tuned on them.")
    var seed: UInt64 = 2_092_000

    @Option(help: "How often a page is turned in each.")
    var turns = 10

    @Option(help: ArgumentHelp("Let each page lie for so much longer.", valueName: "seconds"))
    var longer = 0.0

    @Option(help: "What makes the sessions harder.")
    var trouble: CaptureScript.Trouble?

    @Option(help: ArgumentHelp("Film desks without a page instead, for so long in all.", valueName: "minutes"))
    var desks: Double?

    @OptionGroup var options: EvalOptions

    func validate() throws {
        if !(1...1_000_000 ~= films) { throw ValidationError("--films is \(films), required: 1 to 1000000.") }
        if !(1...1000 ~= turns) { throw ValidationError("--turns is \(turns), required: 1 to 1000.") }
        if !(0...3600 ~= longer) { throw ValidationError("--longer is \(longer), required: 0 to 3600.") }
        if let desks, !(0.1...10_000 ~= desks) {
            throw ValidationError("--desks is \(desks), required: 0.1 to 10000.")
        }
    }

    func run() throws {
        let played = Mutex([Result<CaptureSession?, any Error>?](repeating: nil, count: films))
        DispatchQueue.concurrentPerform(iterations: films) { index in
            let result = Result { try play(seed + UInt64(index)) }
            played.withLock { $0[index] = result }
        }
        let sessions = try played.withLock { try $0.compactMap { try $0?.get() } }
        let row = desks == nil ? pageRow(sessions) : deskRow(sessions)
        try options.conclude(Report(task: "sessions", rows: [row]))
    }

    private func play(_ seed: UInt64) throws -> CaptureSession? {
        let script =
            if let desks {
                try CaptureScript(emptyFor: desks * 60 / Double(films), seed: seed)
            } else {
                try CaptureScript(seed: seed, turns: turns, longer: longer, trouble: trouble)
            }
        let session = try CaptureSession(script, seed: seed)
        if let session { options.tell(describe(session, seed)) }
        return session
    }

    private func pageRow(_ sessions: [CaptureSession]) -> Report.Row {
        let known = sessions.filter { $0.pages.first?.shots.isEmpty == false }
        let pages = known.flatMap(\.pages)
        let turned = known.flatMap { $0.pages.dropFirst() }
        let shots = pages.reduce(0) { $0 + $1.shots.count } + known.reduce(0) { $0 + $1.betweenPages }
        let wrong = pages.reduce(0) { $0 + $1.premature } + known.reduce(0) { $0 + $1.betweenPages }
        let times = pages.compactMap { page in page.shots.first.map { $0 - page.appearance.still.lowerBound } }
        let sharpness = known.flatMap(\.sharpness)
        let (glare, frames) = pages.reduce((0, 0)) { sums, page in
            (sums.0 + (page.guidance["glare"] ?? 0), sums.1 + page.guidance.values.reduce(0, +))
        }
        return Report.Row(
            set: "films from \(seed)", count: turned.count,
            figures: [
                Report.Figure(
                    name: "films not counted", estimate: .share(sessions.count - known.count, of: sessions.count),
                    rises: false),
                Report.Figure(
                    name: "missed", estimate: .share(turned.count { $0.shots.isEmpty }, of: turned.count), rises: false),
                Report.Figure(
                    name: "twice", estimate: .share(pages.count { $0.shots.count > 1 }, of: pages.count), rises: false),
                Report.Figure(name: "premature", estimate: .share(wrong, of: shots), rises: false),
                Report.Figure(
                    name: "same first",
                    estimate: .share(turned.count { $0.firstGuidance == "samePage" }, of: turned.count), rises: false),
                Report.Figure(name: "glare", estimate: .share(glare, of: frames), rises: false),
                Report.Figure(name: "median s", estimate: .median(times), rises: false, decimals: 2),
                Report.Figure(name: "95 % s", estimate: .quantile(0.95, of: times), rises: false, decimals: 2),
                Report.Figure(name: "sharpness", estimate: .quantile(0.05, of: sharpness), decimals: 2),
            ])
    }

    private func deskRow(_ sessions: [CaptureSession]) -> Report.Row {
        let hours = sessions.reduce(0) { $0 + $1.script.end } / 3600 / Double(sessions.count)
        let perHour = sessions.map { session in
            Double(session.betweenPages + session.pages.reduce(0) { $0 + $1.shots.count }) / hours
        }
        return Report.Row(
            set: "desks from \(seed)", count: sessions.count,
            figures: [Report.Figure(name: "shots an hour", estimate: .mean(perHour), rises: false, decimals: 1)])
    }

    /// A line for the video, and one for each page with an error.
    private func describe(_ session: CaptureSession, _ seed: UInt64) -> String {
        let due = desks == nil ? 1 : 0
        let wrong = session.pages.filter { $0.shots.count != due || $0.premature > 0 }
        let lines = wrong.map { page in
            let counts = page.guidance.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
            return "  still \(page.appearance.still): shots \(page.shots), premature \(page.premature): "
                + counts.joined(separator: ", ")
        }
        let film = "\(seed): \(session.script.size), \(session.script.options.motion), between \(session.betweenPages)"
        return ([film] + lines).joined(separator: "\n")
    }
}
