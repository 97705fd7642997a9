import FoundationEssentials
import Recto
import RectoCapture
import RectoCore
import RectoVision
import StationRules
import StationStore

/// The station's cameras. Each captures one page at a time.
actor StationCameras {
    /// Names for `FrameSources`.
    nonisolated let names: [String]
    private let library: Library
    private let metrics: StationMetrics
    private let capture: CameraCapture
    private var inUse: Set<Int> = []

    init(_ names: [String], limits: CaptureLimits, library: Library, metrics: StationMetrics) {
        self.names = names
        capture = CameraCapture(limits: limits)
        self.library = library
        self.metrics = metrics
    }

    /// The display names.
    nonisolated var labels: [String] { CameraChoice(cameras: names, chosen: nil).labels }

    func isInUse(_ camera: Int) -> Bool { inUse.contains(camera) }

    /// - Throws: ``ScanFailure``.
    func page(from camera: Int) async throws -> ScannedPage { try await shot(from: camera).page }

    /// - Parameter frames: The maximum number of buffered frames of the resting page, to be merged.
    /// - Throws: ``ScanFailure``.
    func shot(from camera: Int, frames: Int = 0) async throws -> CameraCapture.Shot {
        guard inUse.insert(camera).inserted else { throw ScanFailure.cameraBusy }
        defer { inUse.remove(camera) }
        let start = ContinuousClock.now
        do {
            let shot = try await capture.page(from: names[camera], frames: frames) { [metrics] in metrics.add($0) }
            try note(CaptureMetric.captured, camera, ContinuousClock.now - start, shot.page.quality)
            return shot
        } catch let failure as ScanFailure {
            try note(failure.code, camera, ContinuousClock.now - start, nil)
            throw failure
        }
    }

    private func note(_ outcome: String, _ camera: Int, _ duration: Duration, _ quality: PageQuality?) throws {
        metrics.countCapture(outcome)
        var metric = CaptureMetric(
            at: .now, source: labels[camera], milliseconds: Int(duration.inWholeMilliseconds), outcome: outcome)
        metric.sharpness = quality.map { Double($0.sharpness) }
        metric.contrast = quality.map { Double($0.contrast) }
        metric.brightness = quality.map { Double($0.brightness) }
        metric.glare = quality.map { Double($0.glareShare) }
        metric.fineDetail = quality?.highFrequencyRatio.map { Double($0) }
        try library.add(metric)
    }
}

/// The station's own cameras by name.
enum StationSources {
    /// - Parameter name: A name for `FrameSources`, or ``CameraChoice/demonstration``.
    static func named(_ name: String) -> any FrameSource {
        name == CameraChoice.demonstration ? DemonstrationCamera.source() : FrameSources.named(name)
    }
}
