import Recto
import RectoCapture
import RectoCore
import RectoVision

/// The capture loop: passes frames to the scanner and stores pages until the stream ends or the program is stopped.
struct WatchLoop {
    let source: any FrameSource
    let scanner: Scanner
    var output: any PageOutput
    let reporter: any WatchReporter
    let signals: ProcessSignals
    /// In manual mode, the lines that request a capture.
    var shotLines: StandardInputLines?
    let maximumFrames: Int

    private var notifier = ServiceNotifier()
    private var frames = 0
    private var captures = 0
    private var guidance: String?
    private var lastTime = Duration.zero
    private var hasFailed = false

    /// The longest wait for a frame before signals and lines are checked and the watchdog is notified.
    private static let maximumWait = Duration.milliseconds(100)

    init(
        source: any FrameSource, scanner: Scanner, output: any PageOutput, reporter: any WatchReporter,
        signals: ProcessSignals, shotLines: StandardInputLines?, maximumFrames: Int
    ) {
        self.source = source
        self.scanner = scanner
        self.output = output
        self.reporter = reporter
        self.signals = signals
        self.shotLines = shotLines
        self.maximumFrames = maximumFrames
    }

    /// - Throws: If the source failed, or a page or the document could not be written. The failure has been reported.
    mutating func run() throws {
        notifier.ready()
        var reason = WatchEvent.End.Reason.end
        do throws(CaptureError) { reason = try watch() } catch { fail("\(source.name) \(error)") }
        signals.release()
        notifier.stopping()
        do {
            if let page = try scanner.finish() { write(page, StageTimings()) }
        } catch { reportDamage("\(error)") }
        do { try output.finish() } catch { fail("\(error)") }
        reporter.end(WatchEvent.End(frames: frames, captures: captures, reason: reason))
        if hasFailed { throw SomeInputsFailed() }
    }

    private mutating func watch() throws(CaptureError) -> WatchEvent.End.Reason {
        var events = source.makeAsyncIterator()
        while frames < maximumFrames {
            let pending = signals.pending()
            if pending.isStop { return .signal }
            if Console.outputHasFailed { return .output }
            if pending.shots + (shotLines?.arrived() ?? 0) > 0 { scanner.requestShot() }
            notifier.notifyWatchdog()
            switch try events.next(orFor: Self.maximumWait) {
            case .frame(let frame): process(frame)
            case .device(let event): report(event)
            case nil where events.hasEnded: return .end
            case nil: continue
            }
        }
        return .frames
    }

    private mutating func process(_ frame: CapturedFrame) {
        frames += 1
        lastTime = frame.time
        do {
            let update = try scanner.process(frame)
            reporter.frame(
                WatchEvent.Frame(
                    number: frame.number, sequence: frame.sequence, gap: frame.gap, time: frame.time, update: update))
            if update.guidance.code != guidance {
                guidance = update.guidance.code
                reporter.guidance(
                    WatchEvent.Guidance(frame: frame.number, time: frame.time.jsonSeconds, code: update.guidance.code))
            }
            if let page = update.capturedPage { write(page, update.timings) }
        } catch { reportDamage("\(error)") }
    }

    private mutating func write(_ page: ScannedPage, _ timings: StageTimings) {
        do {
            let stored = try output.write(page)
            captures += 1
            reporter.capture(
                WatchEvent.Capture(
                    frame: frames - 1, time: lastTime.jsonSeconds, page: stored.number, file: stored.file,
                    captureTime: page.time.jsonSeconds, sequence: page.sequence, quad: page.page.quad?.jsonCorners,
                    lowQuality: page.isLowQuality, width: stored.rendered.size.width,
                    height: stored.rendered.size.height, dpi: stored.rendered.dotsPerInch.rounded(decimals: 2),
                    paper: stored.rendered.paper?.size.rawValue, milliseconds: (timings + stored.timings).json))
            notifier.status("\(captures) pages captured")
        } catch {
            fail("\(error)")
            // The page is still in view: the next attempt may succeed.
            scanner.rearm()
        }
    }

    /// Reports that the current frame is damaged.
    private func reportDamage(_ reason: String) {
        reporter.device(
            WatchEvent.Device(
                code: "damaged", text: "delivered a damaged frame: \(reason)", frame: max(frames - 1, 0)))
    }

    private func report(_ event: DeviceEvent) {
        reporter.device(WatchEvent.Device(code: event.code, text: "\(event)"))
        notifier.status("\(source.name) \(event)")
    }

    private mutating func fail(_ text: String) {
        hasFailed = true
        reporter.failure(WatchEvent.Failure(text: text))
    }
}
