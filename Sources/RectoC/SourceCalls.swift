public import CRecto
import Glibc
import Recto
import RectoCapture
import RectoCodecs
import RectoCore

/// The object behind `recto_source`.
final class SourceHandle: ChangingHandle {
    static let name: StaticString = "source"
    let use = ObjectUse()
    /// Its name in messages.
    let sourceName: String
    private var iterator: FrameIterator
    /// The frame of the last event, at a stable address.
    private let shown = UnsafeMutablePointer<recto_frame>.allocate(capacity: 1)
    private var text: LastingText?
    /// Keeps the bytes of an in-memory stream.
    private let memory: MemoryStream?

    init(_ source: any FrameSource, name: String? = nil, memory: MemoryStream? = nil) {
        sourceName = name ?? source.name
        iterator = source.makeAsyncIterator()
        self.memory = memory
        shown.initialize(to: .empty)
    }

    deinit { shown.deallocate() }

    func descriptor() throws(CaptureError) -> Int32 { try iterator.descriptor() }

    /// Returns the next event, in Swift and as a C struct.
    func next(orFor duration: Duration) throws -> (event: FrameEvent?, inC: recto_event) {
        let event = try iterator.next(orFor: duration)
        var answer = recto_event.empty
        text = nil
        switch event {
        case .frame(let frame):
            answer.kind = RECTO_EVENT_FRAME
            try show(frame)
            answer.frame = UnsafePointer(shown)
            answer.time_nanoseconds = frame.time.inWholeNanoseconds
            (answer.number, answer.sequence) = (Int64(frame.number), Int64(frame.sequence))
            answer.gap = Int64(frame.gap)
        case .device(let event):
            answer.kind = RECTO_EVENT_DEVICE
            answer.device = event.inC
            let text = LastingText("\(event)")
            self.text = text
            answer.text = text.pointer
        case nil: answer.kind = iterator.hasEnded ? RECTO_EVENT_END : RECTO_EVENT_NONE
        }
        return (event, answer)
    }

    /// The frame's bytes keep their address until the next event.
    private func show(_ frame: CapturedFrame) throws {
        shown.pointee = .empty
        shown.pointee.width = UInt32(frame.size.width)
        shown.pointee.height = UInt32(frame.size.height)
        if frame.encoding == .jpeg {
            shown.pointee.format = RECTO_FORMAT_JPEG
            try frame.withBytes {
                shown.pointee.planes.0 = $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
                shown.pointee.plane_bytes.0 = $0.count
            }
            return
        }
        try frame.withView { view in
            switch view {
            case .gray(let view): describe(view, RECTO_FORMAT_GRAY)
            case .rgb(let view): describe(view, RECTO_FORMAT_RGB)
            case .yuyv(let view):
                shown.pointee.format = view.order == .lumaFirst ? RECTO_FORMAT_YUYV : RECTO_FORMAT_UYVY
                setPlane(view.base, view.stride, rows: view.size.height, rowBytes: (view.size.width + 1) / 2 * 4)
                shown.pointee.range = view.range.inC
            case .nv12(let view):
                shown.pointee.format = RECTO_FORMAT_NV12
                let (width, rows) = ((view.size.width + 1) / 2 * 2, (view.size.height + 1) / 2)
                setPlane(view.luma, view.lumaStride, rows: view.size.height, rowBytes: view.size.width)
                shown.pointee.planes.1 = view.chroma
                shown.pointee.row_strides.1 = view.chromaStride
                shown.pointee.plane_bytes.1 = view.chromaStride * (rows - 1) + width
                shown.pointee.range = view.range.inC
            }
        }
    }

    private func describe<Layout: PixelLayout>(_ view: ImageView<Layout>, _ format: recto_format) {
        shown.pointee.format = format
        setPlane(view.base, view.stride, rows: view.height, rowBytes: view.rowBytes)
    }

    private func setPlane(_ base: UnsafePointer<UInt8>, _ stride: Int, rows: Int, rowBytes: Int) {
        shown.pointee.planes.0 = base
        shown.pointee.row_strides.0 = stride
        shown.pointee.plane_bytes.0 = stride * (rows - 1) + rowBytes
    }
}

/// A C string with a stable address.
final class LastingText {
    private let bytes: UnsafeMutableBufferPointer<CChar>
    var pointer: UnsafePointer<CChar>? { UnsafePointer(bytes.baseAddress) }

    init(_ text: String) {
        let utf8 = Array(text.utf8CString)
        bytes = .allocate(capacity: utf8.count)
        _ = bytes.initialize(from: utf8)
    }

    deinit { bytes.deallocate() }
}

/// An in-memory stream that a source reads like a file.
final class MemoryStream {
    private let file: AtomicFile

    init(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        file = try AtomicFile()
        try file.write(bytes)
    }

    var path: String { file.pathInMemory }
}

extension DeviceEvent {
    fileprivate var inC: recto_device_event {
        switch self {
        case .opened: RECTO_DEVICE_OPENED
        case .resumed: RECTO_DEVICE_RESUMED
        case .absent: RECTO_DEVICE_ABSENT
        case .busy: RECTO_DEVICE_BUSY
        case .refused: RECTO_DEVICE_REFUSED
        case .lost: RECTO_DEVICE_LOST
        case .fault: RECTO_DEVICE_FAULT
        case .stalled: RECTO_DEVICE_STALLED
        case .formatChanged: RECTO_DEVICE_FORMAT_CHANGED
        case .released: RECTO_DEVICE_RELEASED
        case .damaged: RECTO_DEVICE_DAMAGED
        }
    }
}

extension YUVRange {
    fileprivate var inC: recto_range { self == .limited ? RECTO_RANGE_LIMITED : RECTO_RANGE_FULL }
}

/// The values of `recto_source_options`.
private struct SourceOptions {
    var timing = StreamTiming()
    var camera = CameraSource.Options()

    init(_ options: UnsafePointer<recto_source_options>?) throws(CallFailure) {
        // A caller that uses `poll` requests no frames meanwhile.
        camera.idleTime = nil
        guard let options else { return }
        let given = try read(options, "options")
        guard 1...65_535 ~= given.width, 1...65_535 ~= given.height else {
            throw .invalid("options->width and height are \(given.width) and \(given.height), required: 1 to 65535")
        }
        guard 0.001...1000 ~= given.frames_per_second else {
            throw .invalid("options->frames_per_second is \(given.frames_per_second), required: 0.001 to 1000")
        }
        guard 0...1_000_000 ~= given.patience_seconds else {
            throw .invalid("options->patience_seconds is \(given.patience_seconds), required: 0 to 1000000")
        }
        (camera.request.width, camera.request.height) = (Int(given.width), Int(given.height))
        camera.request.framesPerSecond = given.frames_per_second
        camera.patience = given.patience_seconds > 0 ? .seconds(given.patience_seconds) : nil
        timing = StreamTiming(framesPerSecond: given.frames_per_second, isRealTime: given.is_real_time != 0)
    }
}

@c @implementation
public func recto_source_options_init(_ options: UnsafeMutablePointer<recto_source_options>!) {
    let usual = CameraRequest()
    var answer = recto_source_options.empty
    (answer.width, answer.height) = (UInt32(usual.width), UInt32(usual.height))
    answer.frames_per_second = usual.framesPerSecond
    options?.pointee = answer
}

@c @implementation
public func recto_source_open(
    _ name: UnsafePointer<CChar>!, _ options: UnsafePointer<recto_source_options>!,
    _ source: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "the source") {
        let (name, source, options) = (
            try filePath(name, "name"), try required(source, "source"), try SourceOptions(options)
        )
        let frames = FrameSources.named(name, timing: options.timing, camera: options.camera)
        source.pointee = SourceHandle(frames).retained()
    }
}

@c @implementation
public func recto_source_open_memory(
    _ bytes: UnsafePointer<UInt8>!, _ count: Int, _ options: UnsafePointer<recto_source_options>!,
    _ source: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "the stream") {
        let (bytes, source, options) = (
            try required(bytes, "bytes"), try required(source, "source"), try SourceOptions(options)
        )
        guard count >= 0 else { throw CallFailure.invalid("count is above \(Int.max)") }
        let memory = try MemoryStream(UnsafeRawBufferPointer(start: bytes, count: count))
        let frames = StreamSource(.file(memory.path), timing: options.timing)
        source.pointee = SourceHandle(frames, name: "the stream", memory: memory).retained()
    }
}

/// Runs the body of a call on a source, and reports its failure with the source's name.
private func call(
    _ source: OpaquePointer?, _ body: (SourceHandle, inout CallUses) throws -> Void
) -> recto_status {
    let subject = (try? SourceHandle.at(source))?.sourceName ?? "source"
    return call(on: subject) { uses in try body(try SourceHandle.changing(source, &uses), &uses) }
}

@c @implementation
public func recto_source_next(
    _ source: OpaquePointer!, _ seconds: Double, _ event: UnsafeMutablePointer<recto_event>!
) -> recto_status {
    call(source) { source, _ in
        guard 0...1_000_000 ~= seconds else {
            throw CallFailure.invalid("timeout_seconds is \(seconds), required: 0 to 1000000")
        }
        try fill(event, "event", with: .empty)
        try fill(event, "event", with: try source.next(orFor: .seconds(seconds)).inC)
    }
}

@c @implementation
public func recto_source_get_descriptor(
    _ source: OpaquePointer!, _ descriptor: UnsafeMutablePointer<Int32>!
) -> recto_status {
    call(source) { source, _ in try required(descriptor, "descriptor").pointee = try source.descriptor() }
}

@c @implementation
public func recto_source_free(_ source: OpaquePointer!) { SourceHandle.release(source) }

@c @implementation
public func recto_scanner_run(
    _ scanner: OpaquePointer!, _ source: OpaquePointer!, _ function: recto_run_function!,
    _ context: UnsafeMutableRawPointer!
) -> recto_status {
    call(source) { source, uses in
        let scanner = try ScannerHandle.changing(scanner, &uses)
        var isWanted = true
        while isWanted {
            var (event, shown) = try source.next(orFor: .milliseconds(100))
            var observation: recto_observation?
            if case .frame(let frame) = event {
                do { observation = recto_observation(try scanner.process(frame)) } catch is FrameDecoder.Failure {
                    // The damaged frame is ignored.
                }
            }
            if let function {
                isWanted = lending(scanner.use, source.use) {
                    if var observation {
                        function(&shown, &observation, context) == 0
                    } else {
                        function(&shown, nil, context) == 0
                    }
                }
            }
            if shown.kind == RECTO_EVENT_END { isWanted = false }
        }
        try scanner.finish()
    }
}
