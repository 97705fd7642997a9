package import RectoCore
package import RectoVision

/// A scan from frame to frame: tracks and measures the page, keeps frames that may be captured, and chooses one. The
/// caller decides how frames are stored.
package struct ScanCourse<Frame> {
    /// What a frame showed and the resulting decision.
    package struct Step {
        /// The page, in pixels of the stored frame.
        package var page: TrackedQuad?
        package var quality: PageQuality?
        package var guidance: CaptureGuidance
        package var knownPage: Int?
        package var shot: Shot?
        /// Whether the page lies still, is shown well and has not been captured yet.
        package var isWorthKeeping: Bool
    }

    /// A captured frame.
    package struct Shot {
        package var entry: FrameHistory<Frame>.Entry
        package var isLowQuality: Bool
    }

    package var capture: AutoCapture
    package private(set) var focalLengths = FocalLengthFilter()
    private var observer: FrameObserver
    /// The page that the focal length was last learned from.
    private var identity: Int?
    private var history: FrameHistory<Frame>
    /// Whether a shot is being chosen.
    private var isCapturing = false

    /// - Parameter make: Allocates memory for a frame.
    /// - Throws: ``ParameterError`` if a parameter is out of range.
    package init(
        _ tracking: QuadTracker.Parameters, _ capture: AutoCapture.Parameters, bufferedFrames: Int,
        _ make: @escaping () -> Frame
    ) throws(ParameterError) {
        observer = try FrameObserver(tracking)
        self.capture = try AutoCapture(capture)
        history = FrameHistory(count: bufferedFrames, make)
    }

    /// Starts a new view of the same pages; see `AutoCapture.resume(after:)`.
    package mutating func resume(after page: Int?) {
        capture.resume(after: page)
        forgetFrames()
    }

    /// Forgets all pages; what was learned about the camera remains.
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
    /// - Returns: The frame of the shot that was being chosen, if any.
    package mutating func finish() -> Shot? {
        let shot = capture.finish()
        defer { reset() }
        return shot.flatMap { shot in
            history.best(for: shot.time).map { Shot(entry: $0, isLowQuality: shot.isLowQuality) }
        }
    }

    /// - Parameters:
    ///   - size: The size of the stored frame; the view may be smaller.
    ///   - scale: The factor from lengths in the view to lengths in the stored frame.
    ///   - copy: Copies the frame.
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
        // A requested picture is always taken, whatever the quality of the frames.
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

    /// Learns only from corners that are visible.
    private mutating func learnFocalLength(_ page: TrackedQuad?, in size: PixelSize) {
        guard let page, page.occludedSides.isEmpty, page.confidence >= capture.parameters.sureConfidence else { return }
        if identity != page.identity { focalLengths.beginPage() }
        identity = page.identity
        focalLengths.add(page.quad, in: size)
    }

    private mutating func buffer(
        at time: Duration, _ page: TrackedQuad?, _ quality: PageQuality?, _ copy: (Frame) -> Void
    ) {
        // A shot that is being chosen may use any frame from shortly before the decision.
        if !isCapturing { history.remove(before: time - .seconds(capture.parameters.lookBack)) }
        history.offer(at: time, page, quality, copy: copy)
    }
}

extension TrackedQuad {
    /// Returns the same page in an enlarged picture.
    fileprivate func scaled(by factor: Double) -> TrackedQuad {
        guard factor != 1 else { return self }
        var scaled = self
        scaled.quad = quad.map { $0 * factor }
        scaled.velocity = velocity.map { $0 * factor }
        return scaled
    }
}
