import CAllocations
import Glibc
import Recto
import RectoBarcode
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision

/// Runs frames through the requested stages and measures each.
struct BenchRun {
    /// A row of the report.
    private enum Row: String, CaseIterable {
        case frame, cpu, allocations
        case codes
    }

    private let scanner: Scanner?
    private var detector: PageDetector?
    private var reader: CodeReader?
    private var renderer: PageRenderer?
    private let filter: Filter
    private let jpeg = JPEGWriter.document

    private var stages: [StageTimings.Stage: Samples]
    private var rows: [Row: Samples]
    private(set) var captures = 0
    private(set) var drops = 0
    private(set) var damaged = 0
    private(set) var frames = 0
    /// Time spent on frames, pages included.
    private var busy = Duration.zero
    private var size: PixelSize?
    private var encoding: FrameEncoding?

    /// - Parameter frames: The expected number.
    init(_ wanted: Set<BenchStage>, filter: Filter, threads: Int, frames: Int) throws {
        scanner = wanted.contains(.scan) ? try Scanner() : nil
        detector = wanted.contains(.detect) ? try PageDetector(.live) : nil
        reader = wanted.contains(.codes) ? try CodeReader(.live) : nil
        if wanted.contains(.finish) {
            var parameters = PageRectifier.Parameters()
            parameters.workers = threads
            renderer = PageRenderer(rectifier: try PageRectifier(parameters))
        }
        self.filter = filter
        let count = min(frames, 1 << 20)
        stages = Dictionary(
            uniqueKeysWithValues: StageTimings.Stage.allCases.map { ($0, Samples(reserving: count)) })
        rows = Dictionary(uniqueKeysWithValues: Row.allCases.map { ($0, Samples(reserving: count)) })
    }

    /// Runs a frame through all stages.
    mutating func measure(_ frame: BenchFrame) throws {
        frames += 1
        drops += frame.gap
        size = frame.size
        encoding = frame.encoding
        let start = ContinuousClock.now
        let cpu = ResourceUse.threadNanoseconds
        let allocations = recto_allocations()
        var timings = StageTimings()
        var captured: ScannedPage?
        do {
            if let scanner {
                let update = try scan(frame, scanner)
                (timings, captured) = (update.timings, update.capturedPage)
            }
            try detect(frame, &timings)
            try read(frame)
        } catch is FrameDecoder.Failure {
            damaged += 1
            return
        }
        // All counters are read before any is recorded: recording has a cost itself.
        let cost = (
            allocations: recto_allocations() - allocations, cpu: ResourceUse.threadNanoseconds - cpu,
            time: ContinuousClock.now - start
        )
        rows[.allocations]?.add(Double(cost.allocations))
        rows[.cpu]?.add(Double(cost.cpu) * 1e-6)
        rows[.frame]?.add(cost.time.inMilliseconds)
        if let captured {
            captures += 1
            timings = timings + (try finish(captured.page))
        }
        busy += ContinuousClock.now - start
        for stage in StageTimings.Stage.allCases {
            if let duration = timings[stage] { stages[stage]?.add(duration.inMilliseconds) }
        }
    }

    private func scan(_ frame: BenchFrame, _ scanner: Scanner) throws -> Scanner.Update {
        switch frame {
        case .captured(let frame): try scanner.process(frame)
        case .drawn(let view, let time, let number): scanner.process(view, at: time, sequence: number)
        }
    }

    private mutating func detect(_ frame: BenchFrame, _ timings: inout StageTimings) throws {
        guard var detector = detector.take() else { return }
        defer { self.detector = detector }
        try frame.withView(.detection) { view in
            _ = timings.measure(.detect) { detector.detect(view) }
        }
    }

    private mutating func read(_ frame: BenchFrame) throws {
        guard var reader = reader.take() else { return }
        defer { self.reader = reader }
        let start = ContinuousClock.now
        try frame.withView(FrameDetail(isColor: false)) { _ = reader.read($0) }
        rows[.codes]?.add((ContinuousClock.now - start).inMilliseconds)
    }

    /// Straightens, cleans and encodes a page, in memory.
    private mutating func finish(_ page: Page) throws -> StageTimings {
        guard renderer != nil else { return StageTimings() }
        var page = page
        page.filter = filter
        guard let rendered = try renderer?.render(page) else { return StageTimings() }
        var timings = rendered.timings
        _ = try timings.measure(.write) { () throws(OutputError) in
            if case .bilevel = rendered.image {
                try PNGWriter().encode(rendered.image).count
            } else {
                try jpeg.encode(rendered.image).count
            }
        }
        return timings
    }

    /// - Parameter source: What the frames came from.
    func report(source: String, threads: Int) -> BenchReport {
        var spreads: [BenchReport.Row] = StageTimings.Stage.allCases.compactMap { stage in
            stages[stage]?.spread.map { BenchReport.Row(name: stage.rawValue, spread: $0) }
        }
        for row in [Row.codes, .frame, .cpu] {
            if let spread = rows[row]?.spread { spreads.append(BenchReport.Row(name: row.rawValue, spread: spread)) }
        }
        return BenchReport(
            source: source, size: size, encoding: encoding, threads: threads, frames: frames, drops: drops,
            damaged: damaged, captures: captures, framesPerSecond: Double(frames) / max(1e-9, busy.inSeconds),
            stages: spreads, allocations: recto_counts_allocations() ? rows[.allocations]?.spread : nil)
    }
}

/// A frame to measure: from a source, or drawn in memory.
enum BenchFrame {
    case captured(CapturedFrame)
    case drawn(FrameView, time: Duration, number: Int)

    var size: PixelSize {
        switch self {
        case .captured(let frame): frame.size
        case .drawn(let view, _, _): view.size
        }
    }

    /// The encoding of its pixels.
    var encoding: FrameEncoding {
        switch self {
        case .captured(let frame): frame.encoding
        case .drawn(.gray, _, _): .gray
        case .drawn(.rgb, _, _): .rgb
        case .drawn(.nv12, _, _): .nv12
        case .drawn(.yuyv(let view), _, _): view.order == .lumaFirst ? .yuyv : .uyvy
        }
    }

    /// Skipped frames of the source before it.
    var gap: Int {
        switch self {
        case .captured(let frame): frame.gap
        case .drawn: 0
        }
    }

    func withView<Result>(_ detail: FrameDetail, _ body: (FrameView) throws -> Result) throws -> Result {
        switch self {
        case .captured(let frame): try frame.withView(detail, body)
        case .drawn(let view, _, _): try body(view)
        }
    }
}

/// The program's use of CPU and memory.
enum ResourceUse {
    /// CPU time of the calling thread, in nanoseconds.
    static var threadNanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The peak memory of the program, in KiB.
    static var peakMemory: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }
}
