/// The calls of one open camera, as far as capture needs them; ``V4L2Device`` makes them, tests answer them.
///
/// Every call throws the driver's error. Only ``queue(_:)`` is called on two threads, never at once.
protocol VideoDevice: AnyObject, Sendable {
    func identity() throws(DeviceFault) -> DeviceIdentity
    func formats() throws(DeviceFault) -> [DeviceFormat]
    /// Nothing if the driver does not list sizes.
    func sizes(of fourcc: FourCC) -> [DeviceSizes]
    /// Frames a second at a size; nothing if the driver does not list rates.
    func rates(of fourcc: FourCC, width: Int, height: Int) -> [ClosedRange<Double>]

    /// - Returns: What the driver has set, which may be something else.
    func setFormat(_ fourcc: FourCC, width: Int, height: Int) throws(DeviceFault) -> DeviceLayout
    /// - Returns: Frames a second as the driver has set them; nothing if it does not say.
    func setRate(_ framesPerSecond: Double) throws(DeviceFault) -> Double?
    func controls() -> [CameraControl]
    func setControl(_ id: UInt32, to value: Int) throws(DeviceFault)

    /// - Returns: How many buffers there are now.
    func requestBuffers(_ count: Int) throws(DeviceFault) -> Int
    func map(_ index: Int) throws(DeviceFault) -> MappedBuffer
    func queue(_ index: Int) throws(DeviceFault)
    /// The next filled buffer; nothing while there is none.
    func dequeue() throws(DeviceFault) -> FilledBuffer?
    func startStream() throws(DeviceFault)
    func stopStream() throws(DeviceFault)
    /// Whether frames have another size now, as the driver's events say.
    func takeFormatChange() -> Bool
    /// Waits until something happens, the signal is raised, or for so long.
    func wait(for duration: Duration, _ wake: WakeSignal) -> DeviceReadiness
    func close()
}

/// Opens a device by its path.
typealias DeviceOpener = @Sendable (_ path: String) throws(DeviceFault) -> any VideoDevice

/// What a wait for a device ended with.
enum DeviceReadiness {
    case nothing, frame, event, failure
}

/// What a node says of itself.
struct DeviceIdentity: Hashable, Sendable {
    var driver: String
    var card: String
    var bus: String
    /// Whether it delivers frames that can be streamed; metadata and output nodes do not.
    var isCamera: Bool
}

/// A pixel format that a driver lists.
struct DeviceFormat: Hashable, Sendable {
    var fourcc: FourCC
    var name: String
}

/// Sizes that a driver offers: from the least to the largest in steps.
struct DeviceSizes: Hashable, Sendable {
    var width: ClosedRange<Int>
    var widthStep: Int
    var height: ClosedRange<Int>
    var heightStep: Int

    var isSingle: Bool { width.count == 1 && height.count == 1 }

    /// The size nearest to another one, on the grid of steps.
    func nearest(to wanted: (width: Int, height: Int)) -> (width: Int, height: Int) {
        func nearest(_ value: Int, _ range: ClosedRange<Int>, _ step: Int) -> Int {
            let clamped = min(max(value, range.lowerBound), range.upperBound)
            return step > 1 ? range.lowerBound + (clamped - range.lowerBound) / step * step : clamped
        }
        return (nearest(wanted.width, width, widthStep), nearest(wanted.height, height, heightStep))
    }
}

/// The layout that a driver has set.
struct DeviceLayout: Hashable, Sendable {
    var fourcc: FourCC
    var width: Int
    var height: Int
    /// Bytes from row to row and in all, of each plane in memory.
    var planes: [Plane]
    var isFullRange: Bool

    struct Plane: Hashable, Sendable {
        var stride: Int
        var byteCount: Int
    }
}

/// A filled buffer.
struct FilledBuffer: Hashable, Sendable {
    var index: Int
    var sequence: Int
    /// `CLOCK_MONOTONIC`; nothing if the driver uses another clock.
    var time: Duration?
    /// Whether the driver says that the frame is damaged.
    var isFlaggedBad: Bool
    /// Where the frame lies in each plane; the second one is empty for a single plane.
    var luma: Range<Int>
    var chroma: Range<Int>
}

/// Memory of a driver's buffer; unmapped when nobody refers to it any more.
class MappedBuffer: @unchecked Sendable {
    // Sendable: the memory is only read, and whoever reads it holds the buffer.
    let luma: UnsafeRawBufferPointer
    let chroma: UnsafeRawBufferPointer

    init(luma: UnsafeRawBufferPointer, chroma: UnsafeRawBufferPointer) {
        self.luma = luma
        self.chroma = chroma
    }
}
