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
///     if let page = update.taken { try session.add(page) }
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
        /// Copies of frames that are kept at most, `1...32`. Default 3: on average there are as many frames of which
        /// none that came later is sharper.
        public var keptFrames = 3

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
        public var taken: ScannedPage?
        /// What this frame cost.
        public var timings: StageTimings
    }

    public private(set) var options: Options
    private let ingest = FrameIngest()
    private var tracker: QuadTracker
    private var capture: AutoCapture
    private let meter = PageQualityMeter()
    private let extractor = PageSignatureExtractor()
    private var focalLengths = FocalLengthFilter()
    /// The page that the focal length was last learnt from.
    private var identity: Int?
    private var kept: FrameHistory
    private let decoder = FrameDecoder()
    private var refiner = CropRefiner()
    /// For shots in which no page was followed; made when first needed.
    private var detector: PageDetector?
    /// Whether a shot is being chosen.
    private var isCapturing = false
    private var timings = StageTimings()

    /// - Throws: ``ParameterError`` if a parameter is outside its range.
    public init(_ options: Options = Options()) throws(ParameterError) {
        try checkParameter("keptFrames", options.keptFrames, 1...32)
        self.options = options
        tracker = try QuadTracker(options.tracking)
        capture = try AutoCapture(options.capture)
        kept = FrameHistory(count: options.keptFrames)
    }

    // MARK: Frames

    /// Processes the next frame of a source.
    /// - Throws: `FrameDecoder.Failure` if a JPEG frame is damaged; it counts as if it had not come.
    public func process(_ frame: CapturedFrame) throws -> Update {
        timings = StageTimings()
        let start = ContinuousClock.now
        return try frame.withView(options.detail) { view in
            timings.add(ContinuousClock.now - start, to: .read)
            return try observe(view, frame.size, at: frame.time) { $0.store(frame) }
        }
    }

    /// Processes the next frame of the caller's.
    /// - Parameters:
    ///   - time: When it was taken, by a clock that does not stand still.
    ///   - sequence: The frame's place in the caller's count; see ``ScannedPage/sequence``.
    public func process(_ frame: FrameView, at time: Duration, sequence: Int = 0) -> Update {
        timings = StageTimings()
        do { return try observe(frame, frame.size, at: time) { $0.store(frame, at: time, sequence: sequence) } } catch {
            preconditionFailure("frames of pixels need no decoding: \(error)")
        }
    }

    /// Goes on in another mode; pages that were taken stay known.
    public func setMode(_ mode: AutoCapture.Mode) {
        options.capture.mode = mode
        capture.setMode(mode)
    }

    /// Takes the picture with the next frames, whatever they show: the best frame around that moment.
    public func requestShot() { capture.requestShot() }

    /// Lets the page in view be taken again, as for a retake.
    public func rearm() { capture.rearm() }

    /// Takes note of a page that the caller has: it is not taken. See `AutoCapture.know(_:as:)`.
    public func know(_ signature: PageSignature, as page: Int) { capture.know(signature, as: page) }

    /// Gives the page that was taken last the caller's number. See `AutoCapture.name(_:)`.
    public func name(_ page: Int) { capture.name(page) }

    /// Forgets a page that the caller no longer has: it may be taken. See `AutoCapture.forget(_:)`.
    public func forget(_ page: Int) { capture.forget(page) }

    /// Waits for a page that is to be taken again; `nil` to wait for none. See `AutoCapture.expect(_:)`.
    public func expect(_ page: Int?) { capture.expect(page) }

    /// Begins a new view of the same pages: a shot that was being chosen is given up. See `AutoCapture.resume(after:)`.
    /// - Parameter page: The page that was taken last, if it may still lie in view.
    public func resume(after page: Int? = nil) {
        capture.resume(after: page)
        tracker.reset()
        kept.removeAll()
        isCapturing = false
    }

    /// Forgets all pages, as for a new document; what is known of the camera stays.
    public func reset() {
        capture.reset()
        tracker.reset()
        kept.removeAll()
        isCapturing = false
    }

    /// Ends the stream.
    /// - Returns: The page that was being taken, if one was, from the best frame that there was.
    /// - Throws: `FrameDecoder.Failure` if that frame is damaged.
    public func finish() throws -> ScannedPage? {
        let shot = capture.finish()
        defer { reset() }
        return try shot.flatMap {
            try kept.best(for: $0.time).map { try take($0, isLowQuality: shot?.isLowQuality ?? false) }
        }
    }

    // MARK: Observing

    /// - Parameters:
    ///   - size: Of the frame as it is stored, of which the view may show less.
    ///   - copy: Takes a copy of the frame.
    private func observe(
        _ view: FrameView, _ size: PixelSize, at time: Duration, copy: (StoredFrame) -> Void
    ) throws -> Update {
        let frame = ingest.ingest(view)
        let seen = timings.measure(.track) { tracker.track(frame, at: time) }
        let (quality, decision) = timings.measure(.assess) { assess(seen, in: frame, at: time) }
        let page = seen?.scaled(by: scale(of: view, size))
        learnFocalLength(page, in: size)
        let isShot = decision.shot?.time == time
        if isShot { kept.removeAll() }
        // Whoever asks for a picture gets one, whatever the frames are worth.
        let isWanted = isShot || decision.guidance == .capturing && kept.isEmpty
        if decision.isWorthKeeping || isWanted {
            timings.measure(.buffer) { keep(at: time, page, quality, copy) }
        }
        isCapturing = decision.guidance == .capturing
        let taken = try decision.shot.flatMap { shot in
            defer { kept.removeAll() }
            return try kept.best(for: shot.time).map { try take($0, isLowQuality: shot.isLowQuality) }
        }
        return Update(
            size: size, page: page, quality: quality, guidance: decision.guidance, knownPage: decision.knownPage,
            taken: taken, timings: timings)
    }

    /// What a length in the view is multiplied by to be one in the frame.
    private func scale(of view: FrameView, _ size: PixelSize) -> Double {
        view.size == size ? 1 : Double(options.detail.divisor(for: size))
    }

    private func assess(
        _ page: TrackedQuad?, in frame: IngestedFrame, at time: Duration
    ) -> (PageQuality?, AutoCapture.Decision) {
        let quality = page.flatMap { meter.measure($0.quad, in: frame) }
        let signature = capture.needsSignature ? page.flatMap { extractor.signature(of: $0.quad, in: frame) } : nil
        let decision = capture.observe(
            CaptureObservation(time: time, size: frame.view.size, page: page, quality: quality, signature: signature))
        return (quality, decision)
    }

    /// Only from corners that are seen.
    private func learnFocalLength(_ page: TrackedQuad?, in size: PixelSize) {
        guard let page, page.occludedSides.isEmpty, page.confidence >= options.capture.sureConfidence else { return }
        if identity != page.identity { focalLengths.beginPage() }
        identity = page.identity
        focalLengths.add(page.quad, in: size)
    }

    private func keep(
        at time: Duration, _ page: TrackedQuad?, _ quality: PageQuality?, _ copy: (StoredFrame) -> Void
    ) {
        // A shot that is being chosen may be of any frame since some time before it was decided on.
        if !isCapturing { kept.remove(before: time - .seconds(options.capture.lookBack)) }
        kept.offer(at: time, page, quality, copy: copy)
    }

    // MARK: Taking

    private func take(_ kept: FrameHistory.Kept, isLowQuality: Bool) throws -> ScannedPage {
        try timings.measure(.capture) {
            try decoder.withView(of: kept.frame) { view in
                let renderOptions = options.renderOptions
                let page = Page(
                    Picture.Pixels(copying: view), quad: try corners(kept.page, in: view),
                    rotation: renderOptions.rotation,
                    filter: renderOptions.filter, paper: renderOptions.paper, dotsPerInch: renderOptions.dotsPerInch,
                    focalLength: focalLengths.focalLength(in: view.size))
                return ScannedPage(
                    page: page, jpegBytes: kept.frame.jpegBytes, time: kept.time, sequence: kept.frame.sequence,
                    quality: kept.quality, isLowQuality: isLowQuality)
            }
        }
    }

    /// The corners of a page, followed or not, in the frame at its full size.
    private func corners(_ page: TrackedQuad?, in view: FrameView) throws(ParameterError) -> Quad? {
        if let page { return refiner.refine(page.quad, in: view).quad }
        var detector = if let detector { detector } else { try PageDetector() }
        defer { self.detector = detector }
        return detector.detect(view).flatMap { $0.level == nil ? nil : $0.quad }
    }
}

extension TrackedQuad {
    /// The same in a picture so many times as large.
    fileprivate func scaled(by factor: Double) -> TrackedQuad {
        guard factor != 1 else { return self }
        var scaled = self
        scaled.quad = quad.map { $0 * factor }
        scaled.velocity = velocity.map { $0 * factor }
        return scaled
    }
}
