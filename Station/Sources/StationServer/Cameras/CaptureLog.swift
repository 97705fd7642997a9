import FoundationEssentials
import NIOCore
import RectoCore
package import RectoVision
package import StationRules
import StationStore

/// Records the captures of camera views in the same way as those of programs.
package struct CaptureLog: Sendable {
    let library: Library
    let metrics: StationMetrics

    init(library: Library, metrics: StationMetrics) {
        self.library = library
        self.metrics = metrics
    }

    /// - Parameter outcome: The value of ``CaptureMetric/outcome``.
    package func note(_ capture: CaptureCourse.Ended, _ outcome: String, from source: String) {
        metrics.countCapture(outcome)
        let (lock, storing) = (capture.lock.inWholeMilliseconds, capture.storing.inWholeMilliseconds)
        var metric = CaptureMetric(
            at: .now, source: source, milliseconds: Int(lock) + Int(storing), outcome: outcome)
        metric.sharpness = capture.quality?.sharpness
        metric.contrast = capture.quality?.contrast
        metric.brightness = capture.quality?.brightness
        metric.glare = capture.quality?.glare
        metric.fineDetail = capture.quality?.fineDetail
        metric.lockMilliseconds = Int(lock)
        metric.storeMilliseconds = Int(storing)
        // Failing to record a capture must not prevent storing its page.
        try? library.add(metric)
    }
}

extension CaptureCourse.Quality {
    package init(_ quality: PageQuality) {
        self.init(
            sharpness: Double(quality.sharpness), fineDetail: quality.highFrequencyRatio.map { Double($0) },
            contrast: Double(quality.contrast), brightness: Double(quality.brightness),
            glare: Double(quality.glareShare))
    }
}

extension Duration {
    /// The time on a monotonic clock.
    static var now: Duration { .uptime(.now()) }
}
