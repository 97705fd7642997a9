public import CRecto
import Recto
import RectoCapture
import RectoCore
import RectoVision

/// The object behind `recto_scanner`.
final class ScannerHandle: ChangingHandle {
    static let name: StaticString = "scanner"
    let use = ObjectUse()
    let scanner: Recto.Scanner
    let memory = FrameMemory()
    private let signatures = PageSignatureExtractor()
    private var capture: (function: recto_capture_function, context: UnsafeMutableRawPointer?)?

    init(_ options: Recto.Scanner.Options) throws(CallFailure) {
        try options.check()
        do { scanner = try Recto.Scanner(options) } catch { throw CallFailure(error, as: error.nameInScannerOptions) }
    }

    func onCapture(_ function: recto_capture_function?, _ context: UnsafeMutableRawPointer?) {
        capture = function.map { ($0, context) }
    }

    func process(_ frame: LentFrame, at time: Duration, number: Int) throws -> Recto.Scanner.Update {
        let update =
            switch frame {
            case .pixels(let view): scanner.process(view, at: time, sequence: number)
            case .jpeg(let bytes):
                try memory.jpeg.withFrame(bytes, at: time, sequence: number) { try scanner.process($0) }
            }
        if let page = update.capturedPage { tell(of: page) }
        return update
    }

    func process(_ frame: CapturedFrame) throws -> Recto.Scanner.Update {
        let update = try scanner.process(frame)
        if let page = update.capturedPage { tell(of: page) }
        return update
    }

    func know(_ page: Page, as number: Int) throws(CallFailure) {
        let quad = page.quad ?? Quad(page.originalSize)
        guard let signature = page.original.withFrame({ signatures.signature(of: quad, in: $0) }) else {
            throw .invalid("the page is too small to be recognized again")
        }
        scanner.know(signature, as: number)
    }

    func finish() throws {
        if let captured = try scanner.finish() { tell(of: captured) }
    }

    private func tell(of captured: ScannedPage) {
        guard let capture else { return }
        var what = recto_capture.empty
        what.time_nanoseconds = captured.time.inWholeNanoseconds
        what.frame_number = Int64(captured.sequence)
        what.is_low_quality = captured.isLowQuality ? 1 : 0
        let page = PageHandle(captured.page, jpegBytes: captured.jpegBytes)
        withExtendedLifetime(page) { capture.function(page.borrowed, &what, capture.context) }
    }
}

extension Recto.Scanner.Options {
    /// - Parameter options: The caller's options; the defaults if NULL.
    fileprivate init(_ options: UnsafePointer<recto_scanner_options>?) throws(CallFailure) {
        self.init()
        guard let options else { return }
        let given = try read(options, "options")
        switch given.mode {
        case RECTO_MODE_AUTOMATIC: capture.mode = .automatic
        case RECTO_MODE_MANUAL: capture.mode = .manual
        default: throw .invalid("options->mode is \(given.mode.rawValue), required: 0 or 1")
        }
        capture.dwell = given.dwell_seconds
        capture.memory = Int(given.remembered_pages)
        bufferedFrames = Int(given.buffered_frames)
        renderOptions = try RenderOptions(given.render_options)
        burstFrames = Int(given.burst_frames)
        if given.burst_bytes != 0 { burstMemory = Int(clamping: given.burst_bytes) }
        if given.parameters != nil { try set(try text(given.parameters, "options->parameters")) }
    }
}

extension recto_observation {
    init(_ update: Recto.Scanner.Update) {
        self = .empty
        known_page = update.knownPage.map { Int64($0) } ?? -1
        width = UInt32(update.size.width)
        height = UInt32(update.size.height)
        if let page = update.page {
            has_page = 1
            corners = page.quad.inC
            confidence = page.confidence
            occluded_sides = UInt32(page.occludedSides.rawValue)
            page_identity = UInt64(page.identity)
        }
        if let quality = update.quality {
            sharpness = Double(quality.sharpness)
            brightness = Double(quality.brightness)
            glare_share = Double(quality.glareShare)
        }
        guidance = update.guidance.inC
        if case .holdSteady(let progress) = update.guidance { self.progress = progress }
        has_capture = update.capturedPage == nil ? 0 : 1
        fusion_reasons = UInt32(update.fusionReasons.rawValue)
    }
}

@c @implementation
public func recto_scanner_options_init(_ options: UnsafeMutablePointer<recto_scanner_options>!) {
    let usual = Recto.Scanner.Options()
    var answer = recto_scanner_options.empty
    answer.dwell_seconds = usual.capture.dwell
    answer.remembered_pages = UInt32(usual.capture.memory)
    answer.buffered_frames = UInt32(usual.bufferedFrames)
    options?.pointee = answer
}

@c @implementation
public func recto_scanner_new(
    _ options: UnsafePointer<recto_scanner_options>!, _ scanner: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let scanner = try required(scanner, "scanner")
        scanner.pointee = try ScannerHandle(try Recto.Scanner.Options(options)).retained()
    }
}

@c @implementation
public func recto_scanner_on_capture(
    _ scanner: OpaquePointer!, _ function: recto_capture_function!, _ context: UnsafeMutableRawPointer!
) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).onCapture(function, context) }
}

@c @implementation
public func recto_scanner_process(
    _ scanner: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ nanoseconds: Int64, _ number: Int64,
    _ observation: UnsafeMutablePointer<recto_observation>!
) -> recto_status {
    call { uses in
        let scanner = try ScannerHandle.changing(scanner, &uses)
        // Fills in an empty observation before the frame is processed.
        if let observation { try fill(observation, "observation", with: .empty) }
        let update = try scanner.process(
            try LentFrame(frame, scanner.memory), at: .nanoseconds(nanoseconds), number: Int(number))
        if let observation { try fill(observation, "observation", with: recto_observation(update)) }
    }
}

@c @implementation
public func recto_scanner_request_shot(_ scanner: OpaquePointer!) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).scanner.requestShot() }
}

@c @implementation
public func recto_scanner_rearm(_ scanner: OpaquePointer!) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).scanner.rearm() }
}

@c @implementation
public func recto_scanner_reset(_ scanner: OpaquePointer!) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).scanner.reset() }
}

/// Checks the caller's number for a page.
private func number(_ number: Int64) throws(CallFailure) -> Int {
    guard number >= 0 else { throw .invalid("number is \(number), required: 0 or more") }
    return Int(number)
}

@c @implementation
public func recto_scanner_know(_ scanner: OpaquePointer!, _ page: OpaquePointer!, _ given: Int64) -> recto_status {
    call { uses in
        let (scanner, page) = (try ScannerHandle.changing(scanner, &uses), try PageHandle.reading(page, &uses))
        try scanner.know(page.page, as: try number(given))
    }
}

@c @implementation
public func recto_scanner_name(_ scanner: OpaquePointer!, _ given: Int64) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).scanner.name(try number(given)) }
}

@c @implementation
public func recto_scanner_forget(_ scanner: OpaquePointer!, _ given: Int64) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).scanner.forget(try number(given)) }
}

@c @implementation
public func recto_scanner_finish(_ scanner: OpaquePointer!) -> recto_status {
    call { uses in try ScannerHandle.changing(scanner, &uses).finish() }
}

@c @implementation
public func recto_scanner_free(_ scanner: OpaquePointer!) { ScannerHandle.release(scanner) }
