public import CRecto
import CRectoWeb
import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// The object behind `recto_scanner`: the library's scanner, with copies of frames as pixels.
final class ScannerHandle: Handle {
    static let name: StaticString = "scanner"
    var course: ScanCourse<BufferedFrame>
    /// A captured page that was not taken yet.
    var captured: (page: Page, capture: recto_capture)?
    var capture: (function: recto_capture_function, context: UnsafeMutableRawPointer?)?
    private let options: RenderOptions
    private var timings = StageTimings()
    private var refiner = CropRefiner()
    /// Detector for shots without a tracked page; created on first use.
    private var detector: PageDetector?

    init(_ capture: AutoCapture.Parameters, bufferedFrames: Int, _ options: RenderOptions) throws(CallFailure) {
        self.options = options
        course = try checked { () throws(ParameterError) in
            try checkParameter("options->buffered_frames", bufferedFrames, 1...32)
            return try ScanCourse(QuadTracker.Parameters(), capture, bufferedFrames: bufferedFrames) { BufferedFrame() }
        }
    }

    func process(_ view: FrameView, at time: Duration, number: Int64) throws(CallFailure) -> recto_observation {
        let step = course.observe(view, size: view.size, at: time, &timings) { $0.store(view, number) }
        if let shot = step.shot { try capturePage(shot) }
        var answer = recto_observation.empty
        answer.known_page = -1
        answer.width = UInt32(view.size.width)
        answer.height = UInt32(view.size.height)
        if let page = step.page {
            answer.has_page = 1
            answer.corners = page.quad.inC
            answer.confidence = page.confidence
            answer.occluded_sides = UInt32(page.occludedSides.rawValue)
            answer.page_identity = UInt64(page.identity)
            // Noise is not measured here, because it would make the module a hundredth larger.
            let reasons = FusionReasons(of: page.quad, glareShare: step.quality?.glareShare ?? 0)
            answer.fusion_reasons = UInt32(reasons.rawValue)
        }
        if let quality = step.quality {
            answer.sharpness = Double(quality.sharpness)
            answer.brightness = Double(quality.brightness)
            answer.glare_share = Double(quality.glareShare)
        }
        answer.guidance = step.guidance.inC
        if case .holdSteady(let progress) = step.guidance { answer.progress = progress }
        answer.has_capture = step.shot == nil ? 0 : 1
        return answer
    }

    func finish() throws(CallFailure) {
        if let shot = course.finish() { try capturePage(shot) }
    }

    private func capturePage(_ shot: ScanCourse<BufferedFrame>.Shot) throws(CallFailure) {
        guard let pixels = shot.entry.frame.pixels else { return }
        let quad = try corners(shot.entry.page, in: pixels)
        var page = Page(pixels, quad: quad, renderOptions: options)
        page.focalLength = course.focalLengths.focalLength(in: page.originalSize)
        var what = recto_capture.empty
        what.time_nanoseconds = shot.entry.time.inWholeNanoseconds
        what.frame_number = shot.entry.frame.number
        what.is_low_quality = shot.isLowQuality ? 1 : 0
        captured = (page, what)
        if let capture {
            let handle = PageHandle(page)
            withExtendedLifetime(handle) { capture.function(handle.borrowed, &what, capture.context) }
        }
    }

    /// The corners of a page, tracked or not, in the buffered frame.
    private func corners(_ page: TrackedQuad?, in pixels: Picture.Pixels) throws(CallFailure) -> Quad? {
        if let page { return pixels.withFrame { refiner.refine(page.quad, in: $0).quad } }
        var detector =
            if let detector { detector } else { try checked { () throws(ParameterError) in try PageDetector() } }
        defer { self.detector = detector }
        return pixels.withFrame { detector.detect($0) }.flatMap { $0.level == nil ? nil : $0.quad }
    }
}

/// A copy of a frame for a possible capture.
final class BufferedFrame {
    private(set) var pixels: Picture.Pixels?
    private(set) var number: Int64 = 0

    func store(_ view: FrameView, _ number: Int64) {
        pixels = Picture.Pixels(copying: view)
        self.number = number
    }
}

@c @implementation
public func recto_scanner_options_init(_ options: UnsafeMutablePointer<recto_scanner_options>!) {
    let usual = AutoCapture.Parameters()
    var answer = recto_scanner_options.empty
    answer.dwell_seconds = usual.dwell
    answer.remembered_pages = UInt32(usual.memory)
    answer.buffered_frames = 3
    options?.pointee = answer
}

@c @implementation
public func recto_scanner_new(
    _ options: UnsafePointer<recto_scanner_options>!, _ scanner: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call { () throws(CallFailure) in
        let scanner = try required(scanner, "scanner")
        var (capture, bufferedFrames, renderOptions) = (AutoCapture.Parameters(), 3, RenderOptions())
        if let options {
            let given = try read(UnsafePointer(options), "options")
            switch given.mode {
            case RECTO_MODE_AUTOMATIC: capture.mode = .automatic
            case RECTO_MODE_MANUAL: capture.mode = .manual
            default: throw .invalid("options->mode is \(given.mode.rawValue), required: 0 or 1")
            }
            capture.dwell = given.dwell_seconds
            capture.memory = Int(given.remembered_pages)
            bufferedFrames = Int(given.buffered_frames)
            renderOptions = try RenderOptions(given.render_options)
        }
        scanner.pointee = try ScannerHandle(capture, bufferedFrames: bufferedFrames, renderOptions).retained()
    }
}

@c @implementation
public func recto_scanner_on_capture(
    _ scanner: OpaquePointer!, _ function: recto_capture_function!, _ context: UnsafeMutableRawPointer!
) -> recto_status {
    call { () throws(CallFailure) in
        try ScannerHandle.at(scanner).capture = function.map { ($0, context) }
    }
}

@c @implementation
public func recto_scanner_process(
    _ scanner: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ nanoseconds: Int64, _ number: Int64,
    _ observation: UnsafeMutablePointer<recto_observation>!
) -> recto_status {
    call { () throws(CallFailure) in
        let (scanner, view) = (try ScannerHandle.at(scanner), try LentFrame(frame).view)
        // Set before the frame is processed.
        if let observation { try fill(observation, "observation", with: .empty) }
        let answer = try scanner.process(view, at: .nanoseconds(nanoseconds), number: number)
        if let observation { try fill(observation, "observation", with: answer) }
    }
}

@c @implementation
public func recto_web_scanner_take(
    _ scanner: OpaquePointer!, _ page: UnsafeMutablePointer<OpaquePointer?>!,
    _ capture: UnsafeMutablePointer<recto_capture>!
) -> recto_status {
    call { () throws(CallFailure) in
        let (scanner, page) = (try ScannerHandle.at(scanner), try required(page, "page"))
        guard let captured = scanner.captured else {
            page.pointee = nil
            return
        }
        if let capture { try fill(capture, "capture", with: captured.capture) }
        page.pointee = PageHandle(captured.page).retained()
        scanner.captured = nil
    }
}

@c @implementation
public func recto_scanner_request_shot(_ scanner: OpaquePointer!) -> recto_status {
    call { () throws(CallFailure) in try ScannerHandle.at(scanner).course.capture.requestShot() }
}

@c @implementation
public func recto_scanner_rearm(_ scanner: OpaquePointer!) -> recto_status {
    call { () throws(CallFailure) in try ScannerHandle.at(scanner).course.capture.rearm() }
}

@c @implementation
public func recto_scanner_reset(_ scanner: OpaquePointer!) -> recto_status {
    call { () throws(CallFailure) in try ScannerHandle.at(scanner).course.reset() }
}

@c @implementation
public func recto_scanner_finish(_ scanner: OpaquePointer!) -> recto_status {
    call { () throws(CallFailure) in try ScannerHandle.at(scanner).finish() }
}

@c @implementation
public func recto_scanner_free(_ scanner: OpaquePointer!) { ScannerHandle.release(scanner) }
