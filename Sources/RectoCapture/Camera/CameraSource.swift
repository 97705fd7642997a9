import RectoCore

/// Frames of a camera, through Video4Linux2.
///
/// The camera is opened when the first frame is asked for and closed when the run ends, or when nobody has asked for a
/// frame for a while. Whatever happens to it meanwhile is told as a ``DeviceEvent``, and the camera is opened again as
/// soon as it can be: a quarter of a second after it is back.
public struct CameraSource: FrameSource {
    public struct Options: Hashable, Sendable {
        /// Size, rate and encoding.
        public var request = CameraRequest()
        /// Set each time that the camera is opened; controls that it has not are passed over.
        public var settings = CameraSettings()
        /// Buffers asked of the driver, 3…32. Default 4: one lent, one waiting, two for the driver.
        public var bufferCount = 4
        /// How long no whole frame may come until the camera counts as stalled. Default 2 s, which is more than a camera in
        /// the dark needs.
        public var stallTime = Duration.seconds(2)
        /// How long nobody may ask for frames until the camera is released; `nil` for ever. Default 10 s.
        public var idleTime: Duration? = .seconds(10)
        /// How long to wait for a camera that delivers nothing, before that is an error; `nil` for ever, which is the
        /// default.
        public var patience: Duration?
        /// Between two attempts to open a camera. Default 0.25 s.
        public var retryTime = Duration.milliseconds(250)

        public init() {}
    }

    /// Which camera.
    public let camera: CameraName
    public let options: Options
    public var name: String { camera.description }
    private let directory: CameraDirectory
    private let open: DeviceOpener

    public init(_ camera: CameraName, _ options: Options = Options()) {
        self.init(
            camera, options, in: CameraDirectory(), open: { path throws(DeviceFault) in try V4L2Device(path: path) })
    }

    package init(_ camera: CameraName, _ options: Options, in directory: CameraDirectory, open: @escaping DeviceOpener)
    {
        self.camera = camera
        self.options = options
        self.directory = directory
        self.open = open
    }

    public func makeAsyncIterator() -> FrameIterator {
        FrameIterator(.newest) { [self] mailbox throws(CaptureError) in
            var supervisor = CameraSupervisor(camera, options, mailbox, directory, open)
            try supervisor.run()
        }
    }
}
