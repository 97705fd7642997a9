import Recto
import RectoCapture
import RectoVision
import StationRules

/// Takes one page with a camera of the station's own: waits until a page lies still and is sharp, as the scanner of the
/// browser does, or, where that does not come, takes the best picture of the page that is in view.
struct CameraCapture: Sendable {
    struct Limits: Hashable, Sendable {
        /// How long to wait for a page that lies still, before any is taken that is in view.
        var stillness = Duration.seconds(10)
        /// How long to wait in all.
        var patience = Duration.seconds(20)
    }

    var limits = Limits()

    /// - Parameters:
    ///   - camera: As `FrameSources` calls it.
    ///   - told: Is told what each frame cost.
    func page(
        from camera: String, told: @escaping @Sendable (StageTimings) -> Void
    ) async throws -> ScannedPage {
        let limits = limits
        let capture = Task { try await Self.renderOptions(through: camera, limits, told) }
        let timer = Task {
            try await Task.sleep(for: limits.patience)
            capture.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await capture.value
        } onCancel: {
            capture.cancel()
        }
    }

    /// Ends with the page, with the source, or when the task is cancelled.
    private static func renderOptions(
        through camera: String, _ limits: Limits, _ told: (StageTimings) -> Void
    ) async throws -> ScannedPage {
        let scanner = try Recto.Scanner()
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
                    told(update.timings)
                    if let taken = update.taken { return try page(taken) }
                    guard update.page != nil, !isAsked, ContinuousClock.now - start > limits.stillness else { continue }
                    scanner.requestShot()
                    isAsked = true
                }
            }
        } catch is CaptureError { throw ScanFailure.cameraAbsent }
        // A film that ends while the page is being taken.
        guard let taken = try scanner.finish() else { throw failure }
        return try page(taken)
    }

    private static func page(_ taken: ScannedPage) throws(ScanFailure) -> ScannedPage {
        guard taken.page.quad != nil else { throw .noPage }
        return taken
    }
}

extension ScanFailure {
    /// Nothing for events that keep nobody from scanning.
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
    /// The same with its text upright, where that is sure: nobody looks at what a camera delivers to programs.
    func upright() throws -> Page {
        var page = self
        var renderer = PageRenderer()
        page.rotation = try renderer.suggestOrientation(of: self).sureRotation ?? rotation
        return page
    }
}
