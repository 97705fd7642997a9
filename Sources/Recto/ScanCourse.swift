package import RectoCore
package import RectoVision

/// The course of a scan from frame to frame: the page is followed and measured, frames that may be captured are kept, and one of
/// them is chosen. How frames are stored is the caller's affair.
package struct ScanCourse<Frame> {
    /// What a frame showed, and what came of it.
    package struct Step {
        /// The page, in pixels of the frame as it is stored.
        package var page: TrackedQuad?
        package var quality: PageQuality?
        package var guidance: CaptureGuidance
        package var knownPage: Int?
        package var shot: Shot?
        /// Whether the page lies still and shows well, and has not been taken yet.
        package var isWorthKeeping: Bool
    }

    /// A frame that is captured.
    package struct Shot {
        package var entry: FrameHistory<Frame>.Entry
        package var isLowQuality: Bool
    }

    package var capture: AutoCapture
    package private(set) var focalLengths = FocalLengthFilter()
    private var observer: FrameObserver
    /// The page that the focal length was last learnt from.
    private var identity: Int?
    private var history: FrameHistory<Frame>
    /// Whether a shot is being chosen.
    private var isCapturing = false

    /// - Parameter make: Makes memory for a frame.
    /// - Throws: ``ParameterError`` if a parameter is outside its range.
    package init(
        _ tracking: QuadTracker.Parameters, _ capture: AutoCapture.Parameters, bufferedFrames: Int,
        _ make: @escaping () -> Frame
    ) throws(ParameterError) {
        observer = try FrameObserver(tracking)
        self.capture = try AutoCapture(capture)
        history = FrameHistory(count: bufferedFrames, make)
    }

    /// Begins a new view of the same pages; see `AutoCapture.resume(after:)`.
    package mutating func resume(after page: Int?) {
        capture.resume(after: page)
        forgetFrames()
    }

    /// Forgets all pages; what is known of the camera stays.
    package mutating func reset() {
        capture.reset()
        forgetFrames()
    }

    private mutating func forgetFrames() {
        observer.reset()
        history.removeAll()
        isCapturing = false
    }

    /// Ends the stream.
    /// - Returns: The frame of the shot that was being chosen, if there was one.
    package mutating func finish() -> Shot? {
        let shot = capture.finish()
        defer { reset() }
        return shot.flatMap { shot in
            history.best(for: shot.time).map { Shot(entry: $0, isLowQuality: shot.isLowQuality) }
        }
    }

    /// - Parameters:
    ///   - size: Of the frame as it is stored, of which the view may show less.
    ///   - scale: What a length in the view is multiplied by to be one in the frame as it is stored.
    ///   - copy: Takes a copy of the frame.
    package mutating func observe(
        _ view: FrameView, size: PixelSize, scale: Double = 1, at time: Duration, _ timings: inout StageTimings,
        copy: (Frame) -> Void
    ) -> Step {
        let seen = observer.observe(view, at: time, takesSignature: capture.needsSignature, &timings)
        let decision = timings.measure(.assess) { capture.observe(seen) }
        let (page, quality) = (seen.page?.scaled(by: scale), seen.quality)
        learnFocalLength(page, in: size)
        let isShot = decision.shot?.time == time
        if isShot { history.removeAll() }
        // Whoever asks for a picture gets one, whatever the frames are worth.
        let isWanted = isShot || decision.guidance == .capturing && history.isEmpty
        if decision.isWorthKeeping || isWanted {
            timings.measure(.buffer) { buffer(at: time, page, quality, copy) }
        }
        isCapturing = decision.guidance == .capturing
        let shot = decision.shot.flatMap { shot in
            history.best(for: shot.time).map { Shot(entry: $0, isLowQuality: shot.isLowQuality) }
        }
        if decision.shot != nil { history.removeAll() }
        return Step(
            page: page, quality: quality, guidance: decision.guidance, knownPage: decision.knownPage, shot: shot,
            isWorthKeeping: decision.isWorthKeeping)
    }

    /// Only from corners that are seen.
    private mutating func learnFocalLength(_ page: TrackedQuad?, in size: PixelSize) {
        guard let page, page.occludedSides.isEmpty, page.confidence >= capture.parameters.sureConfidence else { return }
        if identity != page.identity { focalLengths.beginPage() }
        identity = page.identity
        focalLengths.add(page.quad, in: size)
    }

    private mutating func buffer(
        at time: Duration, _ page: TrackedQuad?, _ quality: PageQuality?, _ copy: (Frame) -> Void
    ) {
        // A shot that is being chosen may be of any frame since some time before it was decided on.
        if !isCapturing { history.remove(before: time - .seconds(capture.parameters.lookBack)) }
        history.offer(at: time, page, quality, copy: copy)
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
