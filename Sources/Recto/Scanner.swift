public import RectoCapture
import RectoCodecs
public import RectoCore
public import RectoVision

/// Processes a stream of frames: tracks the page, guides the user, and captures each page once.
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
/// Foundation also has a `Scanner`; use `Recto.Scanner` if you import both.
///
/// A scanner serves one stream, on one thread at a time. JPEG frames are decoded at a reduced size; only the captured
/// one is decoded in full. A few copies of recent frames are kept, and a shot uses the sharpest. No memory is
/// allocated from frame to frame; a captured page gets its own.
public final class Scanner {
    public struct Options: Hashable, Sendable {
        /// How the page is tracked.
        public var tracking = QuadTracker.Parameters()
        /// When a page is captured.
        public var capture = AutoCapture.Parameters()
        /// How pages are rendered.
        public var renderOptions = RenderOptions()
        /// How much of a JPEG frame is decoded for detection. Default ``FrameDetail/detection``.
        public var detail = FrameDetail.detection
        /// The maximum number of buffered frame copies, `1...32`. Default 3: on average three frames have no sharper
        /// successor.
        public var bufferedFrames = 3
        /// The maximum number of frames of a still page to keep for fusion, `3...32`; 0 for none. Default 0. JPEG
        /// files take up to 16 MB and pixels up to 56 MB, so fewer large frames are kept. See ``takeBurst()``.
        public var burstFrames = 0
        /// The memory limit in bytes for fusion: the frames of all pages that are not fused yet, both as stored and during
        /// fusion, and the work on them; at least 16 MB. Default 128 MB. A frame that shows a page of one megapixel takes
        /// 1.75 MB in addition to its own size. The work takes 8 bytes for each pixel of the page, and 6 for each pixel of
        /// the frame, or 15 if the page is enlarged. If ``burstFrames`` frames need more than is left, fewer are kept; if
        /// not even three fit, the page keeps its captured picture.
        public var burstMemory = 128_000_000

        public init() {}
    }

    /// The result of processing a frame.
    public struct Update: Sendable {
        /// The size of the stored frame.
        public var size: PixelSize
        /// The page, in pixels of the stored frame; `nil` if none is in view.
        public var page: TrackedQuad?
        /// How well the frame shows the page.
        public var quality: PageQuality?
        public var guidance: CaptureGuidance
        /// The caller's number for the page in view; `nil` if it has none or is unknown.
        public var knownPage: Int?
        /// The page that was captured, from this frame or an earlier one.
        public var capturedPage: ScannedPage?
        /// Whether the captured page should lie still a little longer, so that more frames can be fused.
        public var needsMoreFrames: Bool
        /// Why more frames would improve the page in view; empty if one frame is enough or no page is in view. Coarse
        /// sampling and glare refer to this frame. Noise is known once the page has been still for two frames, and is
        /// kept while the page is tracked.
        public var fusionReasons: FusionReasons
        /// The time that each stage took for this frame.
        public var timings: StageTimings
    }

    public private(set) var options: Options
    private var course: ScanCourse<StoredFrame>
    private var refiner = CropRefiner()
    private var burst: BurstBuffer?
    private var noise = StillNoise()
    /// For shots without a tracked page; created when first needed.
    private var detector: PageDetector?
    private var timings = StageTimings()

    /// - Throws: ``ParameterError`` if a parameter is out of range.
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
    /// - Throws: `FrameDecoder.Failure` if a JPEG frame is damaged; the frame is ignored.
    public func process(_ frame: CapturedFrame) throws -> Update {
        timings = StageTimings()
        let start = ContinuousClock.now
        let step = try frame.withView(options.detail) { view in
            timings.add(ContinuousClock.now - start, to: .read)
            return observe(view, frame.size, at: frame.time) { $0.store(frame) }
        }
        // A damaged frame says nothing about noise.
        let reasons = fusionReasons(of: step) { body in try? frame.withView(FrameDetail(isColor: false), body) }
        let bytes = try frame.withBytes { $0.count }
        return try update(
            step, reasons, frame.size, at: frame.time, bytes: bytes, isJPEG: frame.encoding == .jpeg
        ) { $0.store(frame) }
    }

    /// Processes the caller's next frame.
    /// - Parameters:
    ///   - time: When it was taken, by a monotonic clock.
    ///   - sequence: The caller's sequence number; see ``ScannedPage/sequence``.
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

    /// Decides on a frame that was observed elsewhere, such as in a browser. Pages are recognized and captured once,
    /// like those in this scanner's frames.
    /// - Returns: The decision. The caller has the picture that a shot refers to.
    public func decide(on observation: CaptureObservation) -> AutoCapture.Decision {
        course.capture.observe(observation)
    }

    /// Whether more frames of a captured page are needed for fusion.
    public var needsMoreFrames: Bool { burst?.isWaiting ?? false }

    /// Whether the next observation should include the page's signature.
    public var needsSignature: Bool { course.capture.needsSignature }

    /// Changes the mode; captured pages remain known.
    public func setMode(_ mode: AutoCapture.Mode) {
        options.capture.mode = mode
        course.capture.setMode(mode)
    }

    /// Captures the best of the next frames, whatever they show.
    public func requestShot() { course.capture.requestShot() }

    /// Allows the page in view to be captured again, as for a retake.
    public func rearm() { course.capture.rearm() }

    /// Registers a page that the caller already has, so that it is not captured. See `AutoCapture.know(_:as:)`.
    public func know(_ signature: PageSignature, as page: Int) { course.capture.know(signature, as: page) }

    /// Assigns the caller's number to the last captured page. See `AutoCapture.name(_:)`.
    public func name(_ page: Int) { course.capture.name(page) }

    /// Forgets a page that the caller no longer has, so that it may be captured. See `AutoCapture.forget(_:)`.
    public func forget(_ page: Int) { course.capture.forget(page) }

    /// Waits for a page that is to be retaken; `nil` for none. See `AutoCapture.expect(_:)`.
    public func expect(_ page: Int?) { course.capture.expect(page) }

    /// Starts a new view of the same pages; a shot that was being chosen is canceled. See
    /// `AutoCapture.resume(after:)`.
    /// - Parameter page: The last captured page, if it may still be in view.
    public func resume(after page: Int? = nil) {
        burst?.completeBurst()
        course.resume(after: page)
    }

    /// Forgets all pages, as for a new document; what was learned about the camera remains.
    public func reset() {
        burst?.completeBurst()
        course.reset()
    }

    /// Ends the stream.
    /// - Returns: The page that was being captured, if any, from the best frame so far.
    /// - Throws: `FrameDecoder.Failure` if that frame is damaged.
    public func finish() throws -> ScannedPage? {
        defer { burst?.completeBurst() }
        guard let shot = course.finish() else { return nil }
        return try capturePage(shot, shot.entry.page, at: shot.entry.time)
    }

    // MARK: Fusing

    /// Returns the next complete burst of a captured page; `nil` if there is none. Call it after each frame and after
    /// ``finish()`` until it returns `nil`.
    ///
    /// A page has a burst if ``Options/burstFrames`` is not 0 and at least three frames were kept.
    public func takeBurst() -> PageBurst? { burst?.take() }

    /// Collects more frames of a captured page, for a page with glare in the same place in all frames
    /// (`PageFusion.lostShare`). Once the page has been tilted and lies still again, ``takeBurst()`` returns another
    /// burst of some former frames and new ones. Capturing the next page ends this.
    public func takeMoreFrames(for burst: PageBurst) { self.burst?.beginSupplement(to: burst) }

    /// Stops waiting for more frames of a captured page; its burst consists of those collected so far. For callers
    /// that will not send frames for a while.
    public func completeBurst() { burst?.completeBurst() }

    // MARK: Observing

    /// - Parameters:
    ///   - size: The size of the stored frame; the view may be smaller.
    ///   - copy: Copies the frame.
    private func observe(
        _ view: FrameView, _ size: PixelSize, at time: Duration, copy: (StoredFrame) -> Void
    ) -> ScanCourse<StoredFrame>.Step {
        course.observe(view, size: size, scale: scale(of: view, size), at: time, &timings, copy: copy)
    }

    /// - Parameter show: Lends the luma of the stored frame; called for two frames of a still page.
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
                // A page that is captured on request may lie still for long; its frames are kept only after the
                // capture.
                burst?.follow(
                    step.page, step.quality, isStill: step.isWorthKeeping && options.capture.mode == .automatic,
                    at: time, size: size, bytes: bytes, isJPEG: isJPEG, copy: copy)
            }
        }
        let capturedPage = try step.shot.map { try capturePage($0, step.page, at: time) }
        return Update(
            size: size, page: step.page, quality: step.quality, guidance: step.guidance, knownPage: step.knownPage,
            capturedPage: capturedPage, needsMoreFrames: burst?.isWaiting ?? false, fusionReasons: reasons,
            timings: timings)
    }

    /// Returns the factor from lengths in the view to lengths in the frame.
    private func scale(of view: FrameView, _ size: PixelSize) -> Double {
        view.size == size ? 1 : Double(options.detail.divisor(for: size))
    }

    // MARK: Capturing

    private func capturePage(
        _ shot: ScanCourse<StoredFrame>.Shot, _ page: TrackedQuad?, at time: Duration
    ) throws -> ScannedPage {
        let entry = shot.entry
        let captured = try timings.measure(.capture) {
            // A decoder of its own: the pixels of the whole frame are not needed until the next capture.
            try FrameDecoder().withView(of: entry.frame) { view in
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

    /// Returns the page's corners, tracked or not, in the full-size frame.
    private func corners(_ page: TrackedQuad?, in view: FrameView) throws(ParameterError) -> Quad? {
        if let page { return refiner.refine(page.quad, in: view).quad }
        var detector = if let detector { detector } else { try PageDetector() }
        defer { self.detector = detector }
        return detector.detect(view).flatMap { $0.level == nil ? nil : $0.quad }
    }
}

/// A page that ``Scanner`` has captured from a stream of frames.
public struct ScannedPage: Sendable {
    /// The page with the whole frame, and its corners in that frame.
    public let page: Page
    /// The frame as received, if it was a JPEG file; ``ScanSession`` keeps this file.
    public let jpegBytes: [UInt8]?
    /// When the frame was captured.
    public let time: Duration
    /// The frame's sequence number, if the source numbers frames.
    public let sequence: Int
    /// How well the frame shows the page; `nil` if no page was tracked.
    public let quality: PageQuality?
    /// Whether no better frame was available: the page is tilted, dark or has reflections.
    public let isLowQuality: Bool
}
