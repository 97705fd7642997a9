public import RectoCore

/// A camera and everything that its driver lists.
public struct CameraDescription: Hashable, Sendable {
    /// A pixel format.
    public struct Format: Hashable, Sendable {
        public let fourcc: FourCC
        /// The driver's description of it.
        public let name: String
        public let sizes: [Size]
    }

    /// A size, or a range of them.
    public struct Size: Hashable, Sendable {
        public let width: ClosedRange<Int>
        public let height: ClosedRange<Int>
        /// Frame rates in frames per second, single or in ranges, at the largest size.
        public let rates: [ClosedRange<Double>]
    }

    public let info: CameraInfo
    public let formats: [Format]
    public let controls: [CameraControl]
    /// The format that a source with the default request would ask for first.
    public let proposal: String?

    /// Returns all cameras of this machine in the order of their nodes, including those in use by another program.
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
    /// Sets a control of a camera by its name, even while a source streams from it.
    ///
    /// - Returns: Whether the camera has the control.
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
    /// The node, such as `/dev/video0`. It may change each time the camera is plugged in.
    public let path: String
    /// The camera's own name.
    public let name: String
    /// A persistent name: vendor, product and serial number of a USB camera, or its port if it has no serial number;
    /// bus and device for other cameras.
    public let id: String
    /// The serial number, if it is a USB camera with one.
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

/// The format that a camera streams.
public struct CameraFormat: Hashable, Sendable, CustomStringConvertible {
    public let fourcc: FourCC
    public let encoding: FrameEncoding
    public let size: PixelSize
    /// The rate set by the driver in frames per second; `nil` if it does not report one.
    public let framesPerSecond: Double?
    public let range: YUVRange

    public var description: String {
        let rate = framesPerSecond.map { " at \(($0 * 100).rounded() / 100) frames/s" } ?? ""
        return "\(fourcc) \(size)\(rate)"
    }
}

/// The desired format of a camera, which gets as close to it as it can.
public struct CameraRequest: Hashable, Sendable {
    /// The size. Default 1920 × 1080; each side 1…65535.
    public var width = 1920
    public var height = 1080
    /// The rate in frames per second. Default 30.
    public var framesPerSecond = 30.0
    /// The only acceptable encoding. By default all supported ones are, with a preference for uncompressed over JPEG
    /// and for color over gray, unless they are slower or smaller.
    public var encoding: FrameEncoding?

    public init() {}
}
