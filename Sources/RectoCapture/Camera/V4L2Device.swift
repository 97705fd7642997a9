import CVideo4Linux
import Glibc
import Synchronization

/// A camera accessed through Video4Linux2.
final class V4L2Device: VideoDevice {
    private let descriptor: Int32
    private let isMultiplanar: Bool
    private let found: DeviceIdentity
    private let planeCount = Atomic(1)
    private let isOpen = Atomic(true)

    init(path: String) throws(DeviceFault) {
        let descriptor = video_open(path)
        guard descriptor >= 0 else { throw DeviceFault("open", code: -descriptor) }
        var identity = video_identity()
        let status = video_query(descriptor, &identity)
        guard status == 0 else {
            Glibc.close(descriptor)
            throw DeviceFault("VIDIOC_QUERYCAP", code: -status)
        }
        self.descriptor = descriptor
        isMultiplanar = identity.is_multiplanar
        found = DeviceIdentity(
            driver: string(identity.driver), card: string(identity.card), bus: string(identity.bus),
            isCamera: identity.captures && identity.streams)
        // Camera drivers lack this event; they report changes together with frames.
        _ = video_subscribe_changes(descriptor)
    }

    deinit { close() }

    func close() {
        if isOpen.exchange(false, ordering: .relaxed) { Glibc.close(descriptor) }
    }

    func identity() throws(DeviceFault) -> DeviceIdentity { found }

    func formats() throws(DeviceFault) -> [DeviceFormat] {
        var formats: [DeviceFormat] = []
        var entry = video_format_entry()
        while formats.count < 1024 {
            let status = video_list_format(descriptor, isMultiplanar, UInt32(formats.count), &entry)
            if status == -EINVAL { break }
            try check("VIDIOC_ENUM_FMT", status)
            formats.append(DeviceFormat(fourcc: FourCC(rawValue: entry.fourcc), name: string(entry.description)))
        }
        return formats
    }

    func sizes(of fourcc: FourCC) -> [DeviceSizes] {
        var sizes: [DeviceSizes] = []
        var entry = video_size_entry()
        for index in 0..<1024 {
            guard video_list_size(descriptor, fourcc.rawValue, UInt32(index), &entry) == 0 else { break }
            guard entry.minimum_width <= entry.maximum_width, entry.minimum_height <= entry.maximum_height else {
                continue
            }
            sizes.append(
                DeviceSizes(
                    width: Int(entry.minimum_width)...Int(entry.maximum_width), widthStep: Int(entry.width_step),
                    height: Int(entry.minimum_height)...Int(entry.maximum_height), heightStep: Int(entry.height_step)))
        }
        return sizes
    }

    func rates(of fourcc: FourCC, width: Int, height: Int) -> [ClosedRange<Double>] {
        var rates: [ClosedRange<Double>] = []
        var entry = video_interval_entry()
        for index in 0..<1024 {
            guard
                video_list_interval(
                    descriptor, fourcc.rawValue, UInt32(clamping: width), UInt32(clamping: height), UInt32(index),
                    &entry) == 0
            else { break }
            guard let maximum = rate(entry.minimum_numerator, entry.minimum_denominator),
                let minimum = rate(entry.maximum_numerator, entry.maximum_denominator), minimum <= maximum
            else { continue }
            rates.append(minimum...maximum)
        }
        return rates
    }

    func setFormat(_ fourcc: FourCC, width: Int, height: Int) throws(DeviceFault) -> DeviceLayout {
        var format = video_format()
        format.fourcc = fourcc.rawValue
        format.width = UInt32(clamping: width)
        format.height = UInt32(clamping: height)
        try check("VIDIOC_S_FMT", video_set_format(descriptor, isMultiplanar, &format))
        planeCount.store(Int(format.planes), ordering: .relaxed)
        let planes = [
            DeviceLayout.Plane(stride: Int(format.stride.0), byteCount: Int(format.byte_count.0)),
            DeviceLayout.Plane(stride: Int(format.stride.1), byteCount: Int(format.byte_count.1)),
        ]
        return DeviceLayout(
            fourcc: FourCC(rawValue: format.fourcc), width: Int(format.width), height: Int(format.height),
            planes: Array(planes.prefix(Int(format.planes))), isFullRange: format.is_full_range)
    }

    func setRate(_ framesPerSecond: Double) throws(DeviceFault) -> Double? {
        // The rate as a fraction of thousandths.
        var numerator: UInt32 = 1000
        var denominator = UInt32(max(1, min(framesPerSecond, 1e6) * 1000))
        let status = video_set_interval(descriptor, isMultiplanar, &numerator, &denominator)
        if status == -ENOTTY || status == -EINVAL { return nil }
        try check("VIDIOC_S_PARM", status)
        return rate(numerator, denominator)
    }

    func controls() -> [CameraControl] {
        var controls: [CameraControl] = []
        var entry = video_control()
        while controls.count < 1024, video_list_control(descriptor, entry.id, &entry) == 0 {
            var value: Int32 = 0
            let hasValue = !entry.is_write_only && video_get_control(descriptor, entry.id, &value) == 0
            controls.append(CameraControl(entry, value: hasValue ? Int(value) : nil) { menuItem(entry.id, $0) })
        }
        return controls.filter { $0.kind != nil }
    }

    func setControl(_ id: UInt32, to value: Int) throws(DeviceFault) {
        try check("VIDIOC_S_CTRL", video_set_control(descriptor, id, Int32(clamping: value)))
    }

    func requestBuffers(_ count: Int) throws(DeviceFault) -> Int {
        var granted = UInt32(count)
        try check("VIDIOC_REQBUFS", video_request_buffers(descriptor, isMultiplanar, &granted))
        return Int(granted)
    }

    func map(_ index: Int) throws(DeviceFault) -> MappedBuffer {
        var buffer = video_buffer()
        try check("VIDIOC_QUERYBUF", video_map(descriptor, isMultiplanar, UInt32(index), &buffer))
        return MappedBuffer(buffer)
    }

    func queue(_ index: Int) throws(DeviceFault) {
        let planes = UInt32(planeCount.load(ordering: .relaxed))
        try check("VIDIOC_QBUF", video_queue(descriptor, isMultiplanar, UInt32(index), planes))
    }

    func dequeue() throws(DeviceFault) -> FilledBuffer? {
        var filled = video_dequeued()
        let status = video_dequeue(descriptor, isMultiplanar, &filled)
        if status == -EAGAIN { return nil }
        try check("VIDIOC_DQBUF", status)
        func range(_ offset: UInt32, _ count: UInt32) -> Range<Int> { Int(offset)..<Int(offset) + Int(count) }
        return FilledBuffer(
            index: Int(filled.index), sequence: Int(filled.sequence),
            time: filled.is_monotonic ? .nanoseconds(filled.nanoseconds) : nil, isFlaggedBad: filled.is_flagged_bad,
            luma: range(filled.offset.0, filled.byte_count.0), chroma: range(filled.offset.1, filled.byte_count.1))
    }

    func startStream() throws(DeviceFault) {
        try check("VIDIOC_STREAMON", video_stream(descriptor, isMultiplanar, true))
    }

    func stopStream() throws(DeviceFault) {
        try check("VIDIOC_STREAMOFF", video_stream(descriptor, isMultiplanar, false))
    }

    func takeFormatChange() -> Bool {
        var hasChanged = false
        var isChange = false
        while video_next_event(descriptor, &isChange) == 0 { hasChanged = hasChanged || isChange }
        return hasChanged
    }

    func wait(for duration: Duration, _ wake: WakeSignal) -> DeviceReadiness {
        let found = wake.waitForInput(of: descriptor, events: POLLIN | POLLPRI, orFor: duration)
        if found & POLLPRI != 0 { return .event }
        if found & POLLIN != 0 { return .frame }
        return found & (POLLERR | POLLHUP | POLLNVAL) != 0 ? .failure : .nothing
    }

    private func menuItem(_ id: UInt32, _ index: Int64) -> String? {
        var name = textOf33
        guard
            withUnsafeMutableBytes(
                of: &name, { video_menu_item(descriptor, id, index, $0.bindMemory(to: CChar.self).baseAddress) }) == 0
        else { return nil }
        return string(name)
    }

    private func check(_ operation: String, _ status: Int32) throws(DeviceFault) {
        if status < 0 { throw DeviceFault(operation, code: -status) }
    }
}

extension MappedBuffer {
    fileprivate convenience init(_ buffer: video_buffer) {
        let luma = UnsafeRawBufferPointer(start: buffer.start.0, count: buffer.length.0)
        let chroma = UnsafeRawBufferPointer(
            start: buffer.planes > 1 ? buffer.start.1 : nil, count: buffer.planes > 1 ? buffer.length.1 : 0)
        nonisolated(unsafe) var mapped = buffer
        self.init(luma: luma, chroma: chroma) { video_unmap(&mapped) }
    }
}

/// Converts a fraction to frames per second; `nil` if it is invalid.
private func rate(_ numerator: UInt32, _ denominator: UInt32) -> Double? {
    numerator > 0 && denominator > 0 ? Double(denominator) / Double(numerator) : nil
}

/// Returns the text in a null-terminated C array.
func string<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

private let textOf33 = video_control().name
