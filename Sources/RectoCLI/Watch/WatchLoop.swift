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
    /// How long to wait for a camera.
    let waiting: CameraWait
    /// Fuses pages while frames are processed; `nil` if fusion is off.
    let fusing: PageFusing?

    /// A page, the time of its frame and, once it has been fused, the lost share.
    private struct Stored {
        var page: StoredPage
        var time: Duration
        var lostShare: Double?
    }

    private var notifier = ServiceNotifier()
    private var frames = 0
    /// The number of frames that could be processed.
    private var usableFrames = 0
    private var captures = 0
    private var guidance: String?
    private var lastTime = Duration.zero
    private var hasFailed = false
    private var advice: WatchAdvice?
    /// The most recently captured pages, whose bursts may still arrive.
    private var stored: [Stored] = []
    /// The page with glare in the same place in all frames, while it is in view.
    private var glaring: Int?

    /// Smallest lost share worth reporting: about the size of a word.
    private static let hiddenShare = 0.001

    /// The longest wait for a frame before signals, input lines and the watchdog are handled.
    private static let maximumWait = Duration.milliseconds(100)

    init(
        source: any FrameSource, scanner: Scanner, output: any PageOutput, reporter: any WatchReporter,
        signals: ProcessSignals, shotLines: StandardInputLines?, maximumFrames: Int, waiting: CameraWait,
        fusing: PageFusing?
    ) {
        self.source = source
        self.scanner = scanner
        self.output = output
        self.reporter = reporter
        self.signals = signals
        self.shotLines = shotLines
        self.maximumFrames = maximumFrames
        self.waiting = waiting
        self.fusing = fusing
    }

    /// - Throws: If the source failed, or a page or the document could not be written. The failure has been reported.
    mutating func run() throws {
        notifier.ready()
        var reason = WatchEvent.End.Reason.end
        do throws(CaptureError) { reason = try watch() } catch { fail("\(source.name) \(error)") }
        signals.release(sparesFirst: reason != .signal)
        notifier.stopping()
        do {
            if let page = try scanner.finish() { write(page, StageTimings()) }
        } catch { reportDamage("\(error)") }
        fuseBursts()
        fusing?.finish(afterSignal: reason != .end && reason != .frames)
        replaceFused()
        if reason == .end, usableFrames == 0, !hasFailed { fail("\(source.name) delivered no usable frame") }
        if reason == .end, output.isEmptyDocument, !hasFailed {
            fail("\(source.name) showed no page that could be captured")
        }
        do { try output.finish() } catch { fail("\(error)") }
        if hasFailed, captures == 0 { output.removeUnused() }
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
            replaceFused()
            switch try events.next(orFor: Self.maximumWait) {
            case .frame(let frame): process(frame)
            case .device(let event): report(event)
            case nil where events.hasEnded: return .end
            case nil: reporter.wait()
            }
        }
        return .frames
    }

    private mutating func process(_ frame: CapturedFrame) {
        frames += 1
        lastTime = frame.time
        do {
            let update = try scanner.process(frame)
            usableFrames += 1
            let advice = advice(on: update)
            reporter.frame(
                WatchEvent.Frame(
                    number: frame.number, sequence: frame.sequence, gap: frame.gap, time: frame.time, update: update,
                    advice: advice))
            if update.guidance.code != guidance {
                guidance = update.guidance.code
                reporter.guidance(
                    WatchEvent.Guidance(frame: frame.number, time: frame.time.jsonSeconds, code: update.guidance.code))
            }
            if advice != self.advice {
                self.advice = advice
                reporter.advice(
                    WatchEvent.Advice(
                        frame: frame.number, time: frame.time.jsonSeconds, code: advice,
                        reasons: update.fusionReasons))
            }
            if let page = update.capturedPage { write(page, update.timings) }
        } catch { reportDamage("\(error)") }
        fuseBursts()
    }

    /// Returns advice on the page that is about to be captured, or was captured and is still in view.
    private mutating func advice(on update: Scanner.Update) -> WatchAdvice? {
        let helps = fusing.map { $0.argument.fusesAlways || !update.fusionReasons.isEmpty } ?? false
        switch update.guidance {
        case .captured, .samePage:
            if update.needsMoreFrames, helps || glaring != nil { return .keepStill }
            return glaring == nil ? nil : .glareHidesText
        case .capturing:
            glaring = nil
            return helps ? .keepStill : nil
        case .noDocument:
            glaring = nil
            return nil
        // A page captured on request has no frames from before the capture.
        case .holdSteady: return helps && isAutomatic ? .keepStill : nil
        default: return nil
        }
    }

    private var isAutomatic: Bool { scanner.options.capture.mode == .automatic }

    // MARK: Fusing

    private func fuseBursts() {
        guard let fusing else { return }
        while let burst = scanner.takeBurst() {
            // An unwritten page has nothing to replace.
            guard let page = stored.last(where: { $0.time == burst.time }) else { continue }
            fusing.add(burst, lessLostThan: page.lostShare, output.writer(ofFused: page.page))
        }
    }

    private mutating func replaceFused() {
        for result in fusing?.take() ?? [] {
            do {
                let output = try result.get()
                if try self.output.replace(with: output) { report(output) }
            } catch { fail("\(error)") }
        }
    }

    private mutating func report(_ output: FusedOutput) {
        guard let fusion = output.fused.page.fusion else { return }
        let page = output.page
        var milliseconds = page.timings.json
        milliseconds["fuse"] = output.fused.duration.inMilliseconds.rounded(decimals: 3)
        reporter.fused(
            WatchEvent.Fused(
                frame: max(frames - 1, 0), time: lastTime.jsonSeconds, page: page.number, file: page.file,
                captureTime: output.fused.time.jsonSeconds, sequence: output.fused.sequence, frames: fusion.frames,
                reason: output.reason, noise: fusion.noise.rounded(decimals: 2),
                lost: fusion.lostShare.rounded(decimals: 4), width: page.size.width, height: page.size.height,
                dpi: page.dotsPerInch.rounded(decimals: 2), paper: page.paper,
                milliseconds: milliseconds))
        guard let index = stored.firstIndex(where: { $0.time == output.fused.time }) else { return }
        (stored[index].page, stored[index].lostShare) = (page, fusion.lostShare)
        guard index == stored.count - 1 else { return }
        glaring = fusion.lostShare >= Self.hiddenShare ? page.number : nil
        // The scanner uses these frames after the person has tilted the page.
        if glaring != nil, let burst = output.burst { scanner.takeMoreFrames(for: burst) }
    }

    private mutating func write(_ page: ScannedPage, _ timings: StageTimings) {
        do {
            let stored = try output.write(page)
            captures += 1
            self.stored = self.stored.suffix(1) + [Stored(page: stored, time: page.time)]
            glaring = nil
            reporter.capture(
                WatchEvent.Capture(
                    frame: frames - 1, time: lastTime.jsonSeconds, page: stored.number, file: stored.file,
                    captureTime: page.time.jsonSeconds, sequence: page.sequence, quad: page.page.quad?.jsonCorners,
                    lowQuality: page.isLowQuality, width: stored.size.width,
                    height: stored.size.height, dpi: stored.dotsPerInch.rounded(decimals: 2),
                    paper: stored.paper, milliseconds: (timings + stored.timings).json))
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
        reporter.device(WatchEvent.Device(code: event.code, text: waiting.text(event)))
        notifier.status("\(source.name) \(event)")
    }

    private mutating func fail(_ text: String) {
        hasFailed = true
        reporter.failure(WatchEvent.Failure(text: text))
    }
}
