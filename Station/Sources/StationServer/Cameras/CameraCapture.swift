import Recto
import RectoCapture
import RectoVision
import StationRules

/// Captures one page with one of the station's cameras. It waits until a page lies still and is sharp, as the live
/// scanner does. If that does not happen in time, it captures the best frame of the page in view.
struct CameraCapture: Sendable {
    /// A page with the preceding frames that show it at rest, if there are enough of them.
    struct Shot: Sendable {
        let page: ScannedPage
        let burst: PageBurst?
    }

    let limits: CaptureLimits

    /// - Parameters:
    ///   - camera: A name for `FrameSources`.
    ///   - frames: The maximum number of buffered frames of the resting page, to be merged.
    ///   - report: Receives the timings of each frame.
    func page(
        from camera: String, frames: Int = 0, report: @escaping @Sendable (StageTimings) -> Void
    ) async throws -> Shot {
        let limits = limits
        let capture = Task { try await Self.capture(from: camera, limits, frames, report) }
        let timer = Task {
            try await Task.sleep(for: limits.timeout)
            capture.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await capture.value
        } onCancel: {
            capture.cancel()
        }
    }

    /// Ends with the page, at the end of the source, or when the task is canceled.
    private static func capture(
        from camera: String, _ limits: CaptureLimits, _ frames: Int, _ report: (StageTimings) -> Void
    ) async throws -> Shot {
        var options = Recto.Scanner.Options()
        options.burstFrames = frames
        let scanner = try Recto.Scanner(options)
        let start = ContinuousClock.now
        var failure = ScanFailure.noPage
        var isAsked = false
        do {
            for try await event in StationSources.named(camera) {
                switch event {
                case .device(let event): failure = ScanFailure(event) ?? failure
                case .frame(let frame):
                    failure = .noPage
                    guard let update = try? scanner.process(frame) else { continue }
                    report(update.timings)
                    if let captured = update.capturedPage { return try shot(captured, scanner) }
                    guard update.page != nil, !isAsked, ContinuousClock.now - start > limits.stillness else { continue }
                    scanner.requestShot()
                    isAsked = true
                }
            }
        } catch is CaptureError { throw ScanFailure.cameraAbsent }
        // The stream ended during the capture.
        guard let last = try scanner.finish() else { throw failure }
        return try shot(last, scanner)
    }

    private static func shot(_ captured: ScannedPage, _ scanner: Recto.Scanner) throws(ScanFailure) -> Shot {
        guard captured.page.quad != nil else { throw .noPage }
        // No one waits for further frames.
        scanner.completeBurst()
        return Shot(page: captured, burst: scanner.takeBurst())
    }
}

extension ScanFailure {
    /// `nil` for events that do not prevent a capture.
    fileprivate init?(_ event: DeviceEvent) {
        switch event {
        case .absent: self = .cameraAbsent
        case .busy: self = .cameraBusy
        case .refused: self = .cameraRefused
        case .lost, .fault, .stalled: self = .cameraLost
        case .opened, .resumed: self = .noPage
        case .formatChanged, .released, .damaged: return nil
        }
    }
}

extension Page {
    /// Returns the page rotated upright if the text's direction is certain. Programs receive pages that nobody has
    /// checked.
    func upright() throws -> Page {
        var page = self
        var renderer = PageRenderer()
        page.rotation = try renderer.suggestOrientation(of: self).sureRotation ?? self.rotation
        return page
    }
}
