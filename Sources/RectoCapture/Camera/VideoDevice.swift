/// The calls of one open camera, as far as capture needs them; ``V4L2Device`` makes them, tests answer them.
///
/// Every call throws the driver's error. Only ``queue(_:)`` is called on two threads, never at once.
package protocol VideoDevice: AnyObject, Sendable {
    func identity() throws(DeviceFault) -> DeviceIdentity
    func formats() throws(DeviceFault) -> [DeviceFormat]
    /// `nil` if the driver does not list sizes.
    func sizes(of fourcc: FourCC) -> [DeviceSizes]
    /// Frames a second at a size; `nil` if the driver does not list rates.
    func rates(of fourcc: FourCC, width: Int, height: Int) -> [ClosedRange<Double>]

    /// - Returns: The layout that the driver has set, which may differ.
    func setFormat(_ fourcc: FourCC, width: Int, height: Int) throws(DeviceFault) -> DeviceLayout
    /// - Returns: The rate that the driver has set, in frames per second; `nil` if it does not say.
    func setRate(_ framesPerSecond: Double) throws(DeviceFault) -> Double?
    func controls() -> [CameraControl]
    func setControl(_ id: UInt32, to value: Int) throws(DeviceFault)

    /// - Returns: The number of buffers allocated.
    func requestBuffers(_ count: Int) throws(DeviceFault) -> Int
    func map(_ index: Int) throws(DeviceFault) -> MappedBuffer
    func queue(_ index: Int) throws(DeviceFault)
    /// The next filled buffer; `nil` while there is none.
    func dequeue() throws(DeviceFault) -> FilledBuffer?
    func startStream() throws(DeviceFault)
    func stopStream() throws(DeviceFault)
    /// Whether the frame size has changed, according to the driver's events.
    func takeFormatChange() -> Bool
    /// Waits until something happens, the signal is raised, or the time is over.
    func wait(for duration: Duration, _ wake: WakeSignal) -> DeviceReadiness
    func close()
}

/// Opens a device by its path.
package typealias DeviceOpener = @Sendable (_ path: String) throws(DeviceFault) -> any VideoDevice

/// The result of waiting for a device.
package enum DeviceReadiness {
    case nothing, frame, event, failure
}

/// The properties that a node reports.
package struct DeviceIdentity: Hashable, Sendable {
    package var driver: String
    package var card: String
    package var bus: String
    /// Whether it delivers frames that can be streamed; metadata and output nodes do not.
    package var isCamera: Bool

    package init(driver: String, card: String, bus: String, isCamera: Bool) {
        self.driver = driver
        self.card = card
        self.bus = bus
        self.isCamera = isCamera
    }
}

/// A pixel format that a driver lists.
package struct DeviceFormat: Hashable, Sendable {
    package var fourcc: FourCC
    package var name: String

    package init(fourcc: FourCC, name: String) {
        self.fourcc = fourcc
        self.name = name
    }
}

/// Sizes that a driver offers: from the smallest to the largest in steps.
package struct DeviceSizes: Hashable, Sendable {
    package var width: ClosedRange<Int>
    package var widthStep: Int
    package var height: ClosedRange<Int>
    package var heightStep: Int

    package init(width: ClosedRange<Int>, widthStep: Int, height: ClosedRange<Int>, heightStep: Int) {
        self.width = width
        self.widthStep = widthStep
        self.height = height
        self.heightStep = heightStep
    }

    /// Returns the size closest to another one on the grid of steps.
    package func nearest(to wanted: (width: Int, height: Int)) -> (width: Int, height: Int) {
        func nearest(_ value: Int, _ range: ClosedRange<Int>, _ step: Int) -> Int {
            let clamped = min(max(value, range.lowerBound), range.upperBound)
            return step > 1 ? range.lowerBound + (clamped - range.lowerBound) / step * step : clamped
        }
        return (nearest(wanted.width, width, widthStep), nearest(wanted.height, height, heightStep))
    }
}

/// The layout that a driver has set.
package struct DeviceLayout: Hashable, Sendable {
    package var fourcc: FourCC
    package var width: Int
    package var height: Int
    /// Bytes per row and in total, for each plane in memory.
    package var planes: [Plane]
    package var isFullRange: Bool

    package init(fourcc: FourCC, width: Int, height: Int, planes: [Plane], isFullRange: Bool) {
        self.fourcc = fourcc
        self.width = width
        self.height = height
        self.planes = planes
        self.isFullRange = isFullRange
    }

    package struct Plane: Hashable, Sendable {
        package var stride: Int
        package var byteCount: Int

        package init(stride: Int, byteCount: Int) {
            self.stride = stride
            self.byteCount = byteCount
        }
    }
}

/// A filled buffer.
package struct FilledBuffer: Hashable, Sendable {
    package var index: Int
    package var sequence: Int
    /// `CLOCK_MONOTONIC`; `nil` if the driver uses another clock.
    package var time: Duration?
    /// Whether the driver reports the frame as damaged.
    package var isFlaggedBad: Bool
    /// Where the frame lies in each plane; the second one is empty for a single plane.
    package var luma: Range<Int>
    package var chroma: Range<Int>

    package init(index: Int, sequence: Int, time: Duration?, isFlaggedBad: Bool, luma: Range<Int>, chroma: Range<Int>) {
        self.index = index
        self.sequence = sequence
        self.time = time
        self.isFlaggedBad = isFlaggedBad
        self.luma = luma
        self.chroma = chroma
    }
}

/// Memory of a driver's buffer, unmapped when no longer referenced.
package final class MappedBuffer: Sendable {
    // The memory is only read, and only by the buffer's holder.
    nonisolated(unsafe) package let luma: UnsafeRawBufferPointer
    nonisolated(unsafe) package let chroma: UnsafeRawBufferPointer
    private let unmap: @Sendable () -> Void

    package init(
        luma: UnsafeRawBufferPointer, chroma: UnsafeRawBufferPointer, unmap: @escaping @Sendable () -> Void
    ) {
        self.luma = luma
        self.chroma = chroma
        self.unmap = unmap
    }

    deinit { unmap() }
}
