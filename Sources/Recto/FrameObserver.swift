public import RectoCore
public import RectoVision

/// Looks at the frames of a stream: follows the page, and measures how each frame shows it. What comes of that is for `AutoCapture` to
/// decide, or for ``Scanner/decide(on:)``, in the same place or another.
///
/// One observer serves one stream, on one thread at a time.
public struct FrameObserver {
    private let ingest = FrameIngest()
    private var tracker: QuadTracker
    private let meter = PageQualityMeter()
    private let extractor = PageSignatureExtractor()

    /// - Throws: ``ParameterError`` if a parameter is outside its range.
    public init(_ tracking: QuadTracker.Parameters = QuadTracker.Parameters()) throws(ParameterError) {
        tracker = try QuadTracker(tracking)
    }

    /// Begins a new view.
    public mutating func reset() { tracker.reset() }

    /// - Parameters:
    ///   - time: When the frame was taken, by a clock that does not stand still.
    ///   - takesSignature: Whether to look at what is on the page; see `AutoCapture.needsSignature`.
    /// - Returns: What the frame shows, in its pixels.
    public mutating func observe(_ view: FrameView, at time: Duration, takesSignature: Bool) -> CaptureObservation {
        var timings = StageTimings()
        return observe(view, at: time, takesSignature: takesSignature, &timings)
    }

    package mutating func observe(
        _ view: FrameView, at time: Duration, takesSignature: Bool, _ timings: inout StageTimings
    ) -> CaptureObservation {
        let frame = ingest.ingest(view)
        let page = timings.measure(.track) { tracker.track(frame, at: time) }
        return timings.measure(.assess) {
            CaptureObservation(
                time: time, size: view.size, page: page,
                quality: page.flatMap { meter.measure($0.quad, in: frame) },
                signature: takesSignature ? page.flatMap { extractor.signature(of: $0.quad, in: frame) } : nil)
        }
    }
}
