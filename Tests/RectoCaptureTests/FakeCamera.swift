import Synchronization
import Testing

import RectoCapture

/// A simulated camera whose driver behaves as a test specifies.
final class FakeCamera: Sendable {
    struct Behaviour {
        var formats = [DeviceFormat(fourcc: .yuyv, name: "YUYV 4:2:2")]
        var sizes = [FakeCamera.size(64, 48)]
        var rates: [ClosedRange<Double>] = [30...30]
        var isCamera = true
        /// The layout that the driver sets instead of the requested one.
        var answer: (@Sendable (FourCC, Int, Int) -> DeviceLayout)?
        var controls: [CameraControl] = []
        var grantedBuffers = 4
        /// Errors of the next calls by name; each is thrown once.
        var errors: [String: [Int32]] = [:]
        /// Errors of all calls by name.
        var lastingErrors: [String: Int32] = [:]
        var isPluggedIn = true
        var delivers = true
        /// The opening, counted from 1, from which on it delivers frames.
        var firstDelivery = 1
        var hasChangedFormat = false
        /// A change to each frame before delivery.
        var spoil: (@Sendable (inout FilledBuffer) -> Void)?
        /// Bytes of each frame; by default as many as the layout needs.
        var bytes: [UInt8]?
        var interval = Duration.milliseconds(1)
        /// Number of frames in a stream before it is unplugged.
        var framesPerStream: Int?
    }

    struct Count {
        var opened = 0
        var closed = 0
        /// Frames in all streams.
        var delivered = 0
        var mapped = 0
        var unmapped = 0
        var isStreaming = false
        var controlsSet: [UInt32: Int] = [:]
        var formatsAsked: [FourCC] = []
        var largestQueue = 0
        /// Number of buffers returned twice, or memory read after unmapping.
        var mistakes = 0
    }

    let behaviour: Mutex<Behaviour>
    let count = Mutex(Count())

    init(_ change: (inout Behaviour) -> Void = { _ in }) {
        var start = Behaviour()
        change(&start)
        behaviour = Mutex(start)
    }

    static func size(_ width: Int, _ height: Int) -> DeviceSizes {
        DeviceSizes(width: width...width, widthStep: 0, height: height...height, heightStep: 0)
    }

    static func layout(
        _ fourcc: FourCC, _ width: Int, _ height: Int, stride: Int? = nil, bytes: Int? = nil
    ) -> DeviceLayout {
        let rowBytes = stride ?? (fourcc == .nv12 || fourcc == .gray ? width : 2 * width)
        let count = bytes ?? (fourcc == .nv12 ? rowBytes * (height + (height + 1) / 2) : rowBytes * height)
        return DeviceLayout(
            fourcc: fourcc, width: width, height: height,
            planes: [DeviceLayout.Plane(stride: fourcc == .motionJPEG ? 0 : rowBytes, byteCount: count)],
            isFullRange: false)
    }

    func change(_ body: (inout Behaviour) -> Void) { behaviour.withLock { body(&$0) } }

    /// A source for this camera that retries at once and tolerates a test that gets no CPU time.
    func source(_ change: (inout CameraSource.Options) -> Void = { _ in }) -> CameraSource {
        var options = CameraSource.Options()
        options.retryTime = .milliseconds(1)
        options.idleTime = nil
        options.request.width = 64
        options.request.height = 48
        change(&options)
        var directory = CameraDirectory()
        directory.system = "/nowhere"
        return CameraSource(.path("/dev/video0"), options, in: directory) { _ throws(DeviceFault) in
            try self.open()
        }
    }

    func open() throws(DeviceFault) -> any VideoDevice {
        try fail("open")
        guard behaviour.withLock({ $0.isPluggedIn }) else { throw DeviceFault("open", code: 2) }
        count.withLock { $0.opened += 1 }
        return FakeDevice(self)
    }

    fileprivate func fail(_ operation: String) throws(DeviceFault) {
        let code = behaviour.withLock { behaviour -> Int32? in
            if let lasting = behaviour.lastingErrors[operation] { return lasting }
            guard var next = behaviour.errors[operation], !next.isEmpty else { return nil }
            let code = next.removeFirst()
            behaviour.errors[operation] = next
            return code
        }
        if let code { throw DeviceFault(operation, code: code) }
    }
}

private final class FakeDevice: VideoDevice {
    private struct State {
        var isOpen = true
        var layout: DeviceLayout?
        var queued: [Int] = []
        var isStreaming = false
        var sequence = 0
        var buffers = 0
        var lastFrame = monotonicTime()
    }
    private let camera: FakeCamera
    private let state = Mutex(State())

    init(_ camera: FakeCamera) { self.camera = camera }
    deinit { close() }

    private var behaviour: FakeCamera.Behaviour { camera.behaviour.withLock { $0 } }

    func identity() throws(DeviceFault) -> DeviceIdentity {
        DeviceIdentity(driver: "fake", card: "Fake Camera", bus: "nowhere", isCamera: behaviour.isCamera)
    }

    func formats() throws(DeviceFault) -> [DeviceFormat] {
        try camera.fail("VIDIOC_ENUM_FMT")
        return behaviour.formats
    }

    func sizes(of fourcc: FourCC) -> [DeviceSizes] { behaviour.sizes }
    func rates(of fourcc: FourCC, width: Int, height: Int) -> [ClosedRange<Double>] { behaviour.rates }

    func setFormat(_ fourcc: FourCC, width: Int, height: Int) throws(DeviceFault) -> DeviceLayout {
        camera.count.withLock { $0.formatsAsked.append(fourcc) }
        try camera.fail("VIDIOC_S_FMT")
        let layout = behaviour.answer?(fourcc, width, height) ?? FakeCamera.layout(fourcc, width, height)
        state.withLock { $0.layout = layout }
        return layout
    }

    func setRate(_ framesPerSecond: Double) throws(DeviceFault) -> Double? {
        try camera.fail("VIDIOC_S_PARM")
        return framesPerSecond
    }

    func controls() -> [CameraControl] { behaviour.controls }
    func setControl(_ id: UInt32, to value: Int) throws(DeviceFault) {
        camera.count.withLock { $0.controlsSet[id] = value }
    }

    func requestBuffers(_ count: Int) throws(DeviceFault) -> Int {
        if count > 0 { try camera.fail("VIDIOC_REQBUFS") }
        let granted = min(count, behaviour.grantedBuffers)
        state.withLock { $0.buffers = granted }
        return granted
    }

    func map(_ index: Int) throws(DeviceFault) -> MappedBuffer {
        try camera.fail("VIDIOC_QUERYBUF")
        let bytes = behaviour.bytes
        let count = state.withLock { $0.layout?.planes.first?.byteCount ?? 0 }
        return MappedBuffer(bytes ?? [UInt8](repeating: UInt8(index), count: count), camera)
    }

    func queue(_ index: Int) throws(DeviceFault) {
        try camera.fail("VIDIOC_QBUF")
        let isMistake = state.withLock { state -> Bool in
            let isMistake = state.queued.contains(index) || !(0..<state.buffers ~= index)
            state.queued.append(index)
            return isMistake
        }
        if isMistake { camera.count.withLock { $0.mistakes += 1 } }
    }

    func dequeue() throws(DeviceFault) -> FilledBuffer? {
        try camera.fail("VIDIOC_DQBUF")
        let behaviour = behaviour
        let delivers = behaviour.delivers && camera.count.withLock { $0.opened } >= behaviour.firstDelivery
        return try state.withLock { state throws(DeviceFault) -> FilledBuffer? in
            let isDone = behaviour.framesPerStream.map { state.sequence >= $0 } ?? false
            guard behaviour.isPluggedIn, !isDone else { throw DeviceFault("VIDIOC_DQBUF", code: 19) }
            guard state.isStreaming, delivers, !state.queued.isEmpty,
                monotonicTime() - state.lastFrame >= behaviour.interval
            else { return nil }
            state.lastFrame = monotonicTime()
            let count = behaviour.bytes?.count ?? state.layout?.planes.first?.byteCount ?? 0
            var filled = FilledBuffer(
                index: state.queued.removeFirst(), sequence: state.sequence, time: monotonicTime(), isFlaggedBad: false,
                luma: 0..<count, chroma: 0..<0)
            state.sequence += 1
            camera.count.withLock { $0.delivered += 1 }
            let index = filled.index
            behaviour.spoil?(&filled)
            // A driver that names a wrong buffer does so once.
            if filled.index != index { camera.change { $0.spoil = nil } }
            return filled
        }
    }

    func startStream() throws(DeviceFault) {
        try camera.fail("VIDIOC_STREAMON")
        state.withLock { $0.isStreaming = true }
        camera.count.withLock { $0.isStreaming = true }
    }

    func stopStream() throws(DeviceFault) {
        state.withLock { $0.isStreaming = false }
        camera.count.withLock { $0.isStreaming = false }
    }

    func takeFormatChange() -> Bool {
        camera.behaviour.withLock { behaviour in
            defer { behaviour.hasChangedFormat = false }
            return behaviour.hasChangedFormat
        }
    }

    func wait(for duration: Duration, _ wake: WakeSignal) -> DeviceReadiness {
        wake.wait(for: min(duration, .milliseconds(1)))
        let behaviour = behaviour
        if behaviour.hasChangedFormat { return .event }
        return behaviour.isPluggedIn ? .frame : .failure
    }

    func close() {
        let isFirst = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if isFirst { camera.count.withLock { $0.closed += 1 } }
    }
}

extension MappedBuffer {
    /// A copy of bytes, counted by the camera.
    fileprivate convenience init(_ bytes: [UInt8], _ camera: FakeCamera) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
        camera.count.withLock { $0.mapped += 1 }
        let luma = UnsafeRawBufferPointer(memory)
        nonisolated(unsafe) let start = luma.baseAddress
        self.init(luma: luma, chroma: UnsafeRawBufferPointer(start: nil, count: 0)) {
            start?.deallocate()
            camera.count.withLock { $0.unmapped += 1 }
        }
    }
}

/// Takes events of a source until a test has seen enough, up to a number that no test needs.
func takeEvents(
    from source: some FrameSource, atMost limit: Int = 10_000, until isEnough: (FrameEvent) throws -> Bool
) async throws {
    var count = 0
    for try await event in source {
        if try isEnough(event) { return }
        count += 1
        try #require(count < limit, "too many events")
    }
}
