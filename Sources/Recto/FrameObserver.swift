public import RectoCore
public import RectoVision

/// Tracks the page in the frames of a stream and measures how well each frame shows it. `AutoCapture` or
/// ``Scanner/decide(on:)`` acts on the results, possibly on another machine.
///
/// An observer serves one stream, on one thread at a time.
public struct FrameObserver {
    private let ingest = FrameIngest()
    private var tracker: QuadTracker
    private let meter = PageQualityMeter()
    private let extractor = PageSignatureExtractor()

    /// - Throws: ``ParameterError`` if a parameter is out of range.
    public init(_ tracking: QuadTracker.Parameters = QuadTracker.Parameters()) throws(ParameterError) {
        tracker = try QuadTracker(tracking)
    }

    /// Starts a new view.
    public mutating func reset() { tracker.reset() }

    /// - Parameters:
    ///   - time: When the frame was taken, by a monotonic clock.
    ///   - takesSignature: Whether to compute the page's signature; see `AutoCapture.needsSignature`.
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
                time: time, size: view.size, page: page, glimpse: tracker.glimpse,
                quality: page.flatMap { meter.measure($0.quad, in: frame) },
                signature: takesSignature ? page.flatMap { extractor.signature(of: $0.quad, in: frame) } : nil)
        }
    }
}
