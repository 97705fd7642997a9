import RectoCore

/// Frames of a camera, through Video4Linux2.
///
/// The camera is opened when the first frame is requested and closed when the run ends, or when no frame has been
/// requested for a while. Events in between are reported as a ``DeviceEvent``, and the camera is reopened as soon as
/// possible: a quarter of a second after it is back.
public struct CameraSource: FrameSource {
    public struct Options: Hashable, Sendable {
        /// Size, rate and encoding.
        public var request = CameraRequest()
        /// Applied each time the camera is opened. Controls that it lacks are ignored.
        public var settings = CameraSettings()
        /// Number of buffers requested from the driver, 3…32. Default 4: one lent, one waiting, two for the driver.
        public var bufferCount = 4
        /// Time without a complete frame after which the camera counts as stalled. Default 2 s, more than a camera in
        /// the dark needs.
        public var stallTime = Duration.seconds(2)
        /// Time without requests after which the camera is released; `nil` for never. Default 10 s.
        public var idleTime: Duration? = .seconds(10)
        /// Timeout for a camera that delivers nothing, after which it is an error; `nil`, the default, for none.
        public var patience: Duration?
        /// Time between attempts to open a camera. Default 0.25 s.
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
