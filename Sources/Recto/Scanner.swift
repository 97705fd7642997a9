public import RectoCapture
import RectoCodecs
public import RectoCore
public import RectoVision

/// The engine on a stream of frames: follows the page, guides the person at the camera, and takes each page once.
///
/// ```swift
/// let scanner = try Scanner()
/// for try await case .frame(let frame) in source {
///     let update = try scanner.process(frame)
///     draw(update.page?.quad, update.guidance)
///     if let page = update.capturedPage { try session.add(page) }
/// }
/// ```
///
/// Foundation has a `Scanner` of its own: beside it this one is `Recto.Scanner`.
///
/// One scanner serves one stream, on one thread at a time. JPEG frames are decoded at a reduced size, and only the one
/// that is taken in full. Of the last moments' frames a few copies are kept, from which a shot takes the sharpest. From
/// frame to frame no memory is allocated; a page that is taken gets its own.
public final class Scanner {
    public struct Options: Hashable, Sendable {
        /// How the page is followed.
        public var tracking = QuadTracker.Parameters()
        /// When a page is taken.
        public var capture = AutoCapture.Parameters()
        /// How pages are to look.
        public var renderOptions = RenderOptions()
        /// How much of a JPEG frame is decoded for detection. Default ``FrameDetail/detection``.
        public var detail = FrameDetail.detection
        /// Copies of frames that are buffered at most, `1...32`. Default 3: on average there are as many frames of which
        /// none that came later is sharper.
        public var bufferedFrames = 3
        /// Frames of a page that lies still that are kept at most to be fused, `3...32`; 0 for none. Default 0. JPEG files take
        /// up to 16 MB, pixels up to 56 MB: of large frames fewer are kept. See ``takeBurst()``.
        public var burstFrames = 0
        /// Most memory in bytes for the kept frames of a page, both as stored and while they are fused; at least 16 MB. Default
        /// 128 MB. A frame that shows a page of one megapixel takes 1.75 MB in addition to its own size. If ``burstFrames`` need
        /// more than this, fewer are kept; if not even three fit, the page stays as it was captured. Fusing itself needs up to 30
        /// bytes for each pixel of the page in addition.
        public var burstMemory = 128_000_000

        public init() {}
    }

    /// What a frame showed, and what came of it.
    public struct Update: Sendable {
        /// Size of the frame as it is stored.
        public var size: PixelSize
        /// The page, in pixels of the frame as it is stored; `nil` if none is in view.
        public var page: TrackedQuad?
        /// How well the frame shows it.
        public var quality: PageQuality?
        public var guidance: CaptureGuidance
        /// Of the page in view, the number that the caller gave it; `nil` if it has none, or is not known.
        public var knownPage: Int?
        /// The page that was taken, with this frame or an earlier one.
        public var capturedPage: ScannedPage?
        /// Whether the page that was captured should lie still a little longer, so that more frames of it can be fused.
        public var needsMoreFrames: Bool
        /// Why more frames of the page in view would make it better than one frame shows it; nothing where one is enough, and
        /// without a page. Coarse sampling and glare are this frame's; noise is known once the page has lain still for two frames,
        /// and holds while the page is followed.
        public var fusionReasons: FusionReasons
        /// What this frame cost.
        public var timings: StageTimings
    }

    public private(set) var options: Options
    private var course: ScanCourse<StoredFrame>
    private let decoder = FrameDecoder()
    private var refiner = CropRefiner()
    private var burst: BurstBuffer?
    private var noise = StillNoise()
    /// For shots in which no page was followed; made when first needed.
    private var detector: PageDetector?
    private var timings = StageTimings()

    /// - Throws: ``ParameterError`` if a parameter is outside its range.
    public init(_ options: Options = Options()) throws(ParameterError) {
        try checkParameter("bufferedFrames", options.bufferedFrames, 1...32)
        if options.burstFrames != 0 { try checkParameter("burstFrames", options.burstFrames, 3...32) }
        try checkParameter("burstMemory", options.burstMemory, 16_000_000...1 << 40)
        self.options = options
        burst =
            options.burstFrames == 0
            ? nil : BurstBuffer(maximumFrames: options.burstFrames, memory: options.burstMemory)
        course = try ScanCourse(options.tracking, options.capture, bufferedFrames: options.bufferedFrames) {
            StoredFrame()
        }
    }

    // MARK: Frames

    /// Processes the next frame of a source.
    /// - Throws: `FrameDecoder.Failure` if a JPEG frame is damaged; it counts as if it had not come.
    public func process(_ frame: CapturedFrame) throws -> Update {
        timings = StageTimings()
        let start = ContinuousClock.now
        let step = try frame.withView(options.detail) { view in
            timings.add(ContinuousClock.now - start, to: .read)
            return observe(view, frame.size, at: frame.time) { $0.store(frame) }
        }
        // A frame that is damaged tells nothing of noise.
        let reasons = fusionReasons(of: step) { body in try? frame.withView(FrameDetail(isColor: false), body) }
        let bytes = try frame.withBytes { $0.count }
        return try update(
            step, reasons, frame.size, at: frame.time, bytes: bytes, isJPEG: frame.encoding == .jpeg
        ) { $0.store(frame) }
    }

    /// Processes the next frame of the caller's.
    /// - Parameters:
    ///   - time: When it was taken, by a clock that does not stand still.
    ///   - sequence: The frame's place in the caller's count; see ``ScannedPage/sequence``.
    public func process(_ frame: FrameView, at time: Duration, sequence: Int = 0) -> Update {
        timings = StageTimings()
        let step = observe(frame, frame.size, at: time) { $0.store(frame, at: time, sequence: sequence) }
        let reasons = fusionReasons(of: step) { body in body(frame) }
        do {
            return try update(step, reasons, frame.size, at: time, bytes: frame.byteCount, isJPEG: false) {
                $0.store(frame, at: time, sequence: sequence)
            }
        } catch {
            preconditionFailure("frames of pixels need no decoding: \(error)")
        }
    }

    /// Decides on a frame that was looked at elsewhere, such as in a browser. Pages are known, and taken once, as for frames of its own.
    /// - Returns: What comes of it. The caller has the picture that a shot names.
    public func decide(on observation: CaptureObservation) -> AutoCapture.Decision {
        course.capture.observe(observation)
    }

    /// Whether more frames of a captured page are waited for, so that they can be fused.
    public var needsMoreFrames: Bool { burst?.isWaiting ?? false }

    /// Whether the next observation to decide on should say what is on the page.
    public var needsSignature: Bool { course.capture.needsSignature }

    /// Goes on in another mode; pages that were taken stay known.
    public func setMode(_ mode: AutoCapture.Mode) {
        options.capture.mode = mode
        course.capture.setMode(mode)
    }

    /// Takes the picture with the next frames, whatever they show: the best frame around that moment.
    public func requestShot() { course.capture.requestShot() }

    /// Lets the page in view be taken again, as for a retake.
    public func rearm() { course.capture.rearm() }

    /// Takes note of a page that the caller has: it is not taken. See `AutoCapture.know(_:as:)`.
    public func know(_ signature: PageSignature, as page: Int) { course.capture.know(signature, as: page) }

    /// Gives the page that was taken last the caller's number. See `AutoCapture.name(_:)`.
    public func name(_ page: Int) { course.capture.name(page) }

    /// Forgets a page that the caller no longer has: it may be taken. See `AutoCapture.forget(_:)`.
    public func forget(_ page: Int) { course.capture.forget(page) }

    /// Waits for a page that is to be taken again; `nil` to wait for none. See `AutoCapture.expect(_:)`.
    public func expect(_ page: Int?) { course.capture.expect(page) }

    /// Begins a new view of the same pages: a shot that was being chosen is given up. See `AutoCapture.resume(after:)`.
    /// - Parameter page: The page that was taken last, if it may still lie in view.
    public func resume(after page: Int? = nil) {
        burst?.completeBurst()
        course.resume(after: page)
    }

    /// Forgets all pages, as for a new document; what is known of the camera stays.
    public func reset() {
        burst?.completeBurst()
        course.reset()
    }

    /// Ends the stream.
    /// - Returns: The page that was being taken, if one was, from the best frame that there was.
    /// - Throws: `FrameDecoder.Failure` if that frame is damaged.
    public func finish() throws -> ScannedPage? {
        defer { burst?.completeBurst() }
        guard let shot = course.finish() else { return nil }
        return try capturePage(shot, shot.entry.page, at: shot.entry.time)
    }

    // MARK: Fusing

    /// The frames of a page that was captured, once there are enough of them or no more come; `nil` while there are none. To be
    /// asked after each frame, and after ``finish()``, until it is `nil`.
    ///
    /// A page has a burst if ``Options/burstFrames`` were asked for, and three frames of it at least were kept.
    public func takeBurst() -> PageBurst? { burst?.take() }

    /// Takes more frames of a page that was captured: for one of which glare hides a part in all frames (`PageFusion.lostShare`).
    /// Once the page has been tilted and lies still again, ``takeBurst()`` gives another burst, of some of the frames that there
    /// were and of new ones. The next page that is captured ends that.
    public func takeMoreFrames(for burst: PageBurst) { self.burst?.beginSupplement(to: burst) }

    /// Ends the wait for more frames of a page that was captured: its burst has those that there are. For callers that show no more
    /// frames for a while.
    public func completeBurst() { burst?.completeBurst() }

    // MARK: Observing

    /// - Parameters:
    ///   - size: Of the frame as it is stored, of which the view may show less.
    ///   - copy: Takes a copy of the frame.
    private func observe(
        _ view: FrameView, _ size: PixelSize, at time: Duration, copy: (StoredFrame) -> Void
    ) -> ScanCourse<StoredFrame>.Step {
        course.observe(view, size: size, scale: scale(of: view, size), at: time, &timings, copy: copy)
    }

    /// - Parameter show: Lends the frame as it is stored, for its luma: called for two frames of a page that lies still.
    private func fusionReasons(
        of step: ScanCourse<StoredFrame>.Step, show: ((FrameView) -> Void) -> Void
    ) -> FusionReasons {
        timings.measure(.assess) {
            let isNoiseWanted = noise.follow(step.page, isStill: step.isWorthKeeping)
            guard let quad = step.page?.quad else { return [] }
            if isNoiseWanted { show { noise.add($0, quad) } }
            return FusionReasons(of: quad, glareShare: step.quality?.glareShare ?? 0, noise: noise.measured)
        }
    }

    private func update(
        _ step: ScanCourse<StoredFrame>.Step, _ reasons: FusionReasons, _ size: PixelSize, at time: Duration,
        bytes: Int, isJPEG: Bool, copy: (StoredFrame) -> Void
    ) throws -> Update {
        if burst != nil {
            timings.measure(.buffer) {
                // A page that is captured on demand may lie there for long: its frames are kept from then on.
                burst?.follow(
                    step.page, step.quality, isStill: step.isWorthKeeping && options.capture.mode == .automatic,
                    at: time, bytes: bytes, isJPEG: isJPEG, copy: copy)
            }
        }
        let capturedPage = try step.shot.map { try capturePage($0, step.page, at: time) }
        return Update(
            size: size, page: step.page, quality: step.quality, guidance: step.guidance, knownPage: step.knownPage,
            capturedPage: capturedPage, needsMoreFrames: burst?.isWaiting ?? false, fusionReasons: reasons,
            timings: timings)
    }

    /// What a length in the view is multiplied by to be one in the frame.
    private func scale(of view: FrameView, _ size: PixelSize) -> Double {
        view.size == size ? 1 : Double(options.detail.divisor(for: size))
    }

    // MARK: Capturing

    private func capturePage(
        _ shot: ScanCourse<StoredFrame>.Shot, _ page: TrackedQuad?, at time: Duration
    ) throws -> ScannedPage {
        let entry = shot.entry
        let captured = try timings.measure(.capture) {
            try decoder.withView(of: entry.frame) { view in
                let page = Page(
                    Picture.Pixels(copying: view), quad: try corners(entry.page, in: view),
                    renderOptions: options.renderOptions,
                    focalLength: course.focalLengths.focalLength(in: view.size))
                return ScannedPage(
                    page: page, jpegBytes: entry.frame.jpegBytes, time: entry.time, sequence: entry.frame.sequence,
                    quality: entry.quality, isLowQuality: shot.isLowQuality)
            }
        }
        burst?.capture(captured, page, at: time)
        return captured
    }

    /// The corners of a page, followed or not, in the frame at its full size.
    private func corners(_ page: TrackedQuad?, in view: FrameView) throws(ParameterError) -> Quad? {
        if let page { return refiner.refine(page.quad, in: view).quad }
        var detector = if let detector { detector } else { try PageDetector() }
        defer { self.detector = detector }
        return detector.detect(view).flatMap { $0.level == nil ? nil : $0.quad }
    }
}

/// A page that ``Scanner`` has captured from a stream of frames.
public struct ScannedPage: Sendable {
    /// With the whole frame, and the corners as they are in that frame.
    public let page: Page
    /// The frame as it came, if that was a JPEG file: what ``ScanSession`` keeps.
    public let jpegBytes: [UInt8]?
    /// When the frame was captured.
    public let time: Duration
    /// The frame's place in its source's count, if the source counts.
    public let sequence: Int
    /// How well the frame shows the page; `nil` where no page was followed.
    public let quality: PageQuality?
    /// Whether it was captured for want of a better one: tilted, dark or with reflections.
    public let isLowQuality: Bool
}
