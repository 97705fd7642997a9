public import RectoCore

/// A camera and all that its driver lists.
public struct CameraDescription: Hashable, Sendable {
    /// A pixel format.
    public struct Format: Hashable, Sendable {
        public let fourcc: FourCC
        /// The driver's words for it.
        public let name: String
        public let sizes: [Size]
    }

    /// A size, or a range of them.
    public struct Size: Hashable, Sendable {
        public let width: ClosedRange<Int>
        public let height: ClosedRange<Int>
        /// Frames a second, single or in ranges, at the largest size.
        public let rates: [ClosedRange<Double>]
    }

    public let info: CameraInfo
    public let formats: [Format]
    public let controls: [CameraControl]
    /// What a source with the default request would ask for first.
    public let proposal: String?

    /// Everything that this machine has, in the order of the nodes; those that another program uses too.
    public static func all() -> (cameras: [CameraDescription], refused: [(path: String, fault: DeviceFault)]) {
        all(in: CameraDirectory()) { path throws(DeviceFault) in try V4L2Device(path: path) }
    }

    package static func all(
        in directory: CameraDirectory, open: DeviceOpener
    ) -> (cameras: [CameraDescription], refused: [(path: String, fault: DeviceFault)]) {
        var cameras: [CameraDescription] = []
        var refused: [(path: String, fault: DeviceFault)] = []
        for node in directory.nodes() {
            do throws(DeviceFault) {
                let device = try open(node.path)
                defer { device.close() }
                let identity = try device.identity()
                if identity.isCamera { cameras.append(try CameraDescription(node, identity, device)) }
            } catch {
                refused.append((node.path, error))
            }
        }
        return (cameras, refused)
    }

    init(
        _ node: CameraDirectory.Node, _ identity: DeviceIdentity, _ device: any VideoDevice
    ) throws(DeviceFault) {
        info = CameraInfo(
            path: node.path, name: identity.card, id: node.id, serial: node.serial, driver: identity.driver)
        let listed = try device.formats()
        formats = listed.map { format in
            let sizes = device.sizes(of: format.fourcc).map { size in
                let rates = device.rates(
                    of: format.fourcc, width: size.width.upperBound, height: size.height.upperBound)
                return Size(width: size.width, height: size.height, rates: rates)
            }
            return Format(fourcc: format.fourcc, name: format.name, sizes: sizes)
        }
        controls = device.controls()
        proposal = CameraNegotiation(request: CameraRequest()).candidates(of: device, listed).first.map { candidate in
            let rate = candidate.framesPerSecond.map { " at \(($0 * 100).rounded() / 100) frames/s" } ?? ""
            return "\(candidate.fourcc) \(candidate.width) x \(candidate.height)\(rate)"
        }
    }
}

extension CameraControl {
    /// Sets a control of a camera by its name, also while a source streams from it.
    ///
    /// - Returns: Whether the camera has such a control.
    public static func set(_ name: String, to value: Int, of camera: CameraName) throws(DeviceFault) -> Bool {
        let paths = camera.paths(in: CameraDirectory(), lastID: nil)
        guard let path = paths.first else { throw DeviceFault("open", code: 2) }
        let device = try V4L2Device(path: path)
        defer { device.close() }
        guard let control = device.controls().first(where: { $0.name == name }) else { return false }
        try device.setControl(control.id, to: value)
        return true
    }
}

/// A camera of this machine.
public struct CameraInfo: Hashable, Sendable {
    /// The node, such as `/dev/video0`: another one after each time that the camera is plugged in.
    public let path: String
    /// The camera's own name.
    public let name: String
    /// A name that stays: made of the vendor, product and serial numbers of a USB camera, or of where it is plugged in
    /// if it has no serial number; of the bus and the device else.
    public let id: String
    /// The serial number of a USB camera that has one.
    public let serial: String?
    /// The driver's name.
    public let driver: String

    init(path: String, name: String, id: String, serial: String? = nil, driver: String = "") {
        self.path = path
        self.name = name
        self.id = id
        self.serial = serial
        self.driver = driver
    }
}

/// What a camera streams.
public struct CameraFormat: Hashable, Sendable, CustomStringConvertible {
    public let fourcc: FourCC
    public let encoding: FrameEncoding
    public let size: PixelSize
    /// Frames a second that the driver has set; `nil` if it does not say.
    public let framesPerSecond: Double?
    public let range: YUVRange

    public var description: String {
        let rate = framesPerSecond.map { " at \(($0 * 100).rounded() / 100) frames/s" } ?? ""
        return "\(fourcc) \(size)\(rate)"
    }
}

/// What is wanted of a camera; it gets as near as it can.
public struct CameraRequest: Hashable, Sendable {
    /// Default 1920 × 1080; each side 1…65535.
    public var width = 1920
    public var height = 1080
    /// Frames a second. Default 30.
    public var framesPerSecond = 30.0
    /// Only this, whatever the camera lists; by default all that are read, those that need no decoding rather than JPEG,
    /// and those with color rather than gray, unless they are slower or smaller.
    public var encoding: FrameEncoding?

    public init() {}
}
