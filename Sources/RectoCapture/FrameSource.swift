import Glibc

/// Where frames come from: a camera, a file, a folder, standard input, or the program itself.
///
/// ```swift
/// for try await event in source {
///     switch event {
///     case .frame(let frame): try frame.withView(.detection) { process($0) }
///     case .device(let event): print(event)
///     }
/// }
/// ```
///
/// A source runs on a thread of its own from the first frame asked for until its iterator is gone, however the loop is
/// left: by its end, a `break`, an error or the task's cancellation. A camera is then closed. Each iterator is a run of
/// its own.
///
/// A frame is lent: it is handed back when the next one is asked for or the iterator goes, so nothing is copied and
/// nothing can be forgotten. What must last is copied, see ``StoredFrame``.
public protocol FrameSource: AsyncSequence, Sendable
where Element == FrameEvent, Failure == CaptureError, AsyncIterator == FrameIterator {
    /// What it is called in messages: a path, a camera's name.
    var name: String { get }
}

/// What a source has to say next.
public enum FrameEvent {
    case frame(CapturedFrame)
    /// Something happened to the source; frames go on, or come back, by themselves.
    case device(DeviceEvent)
}

/// Whether a slow consumer loses frames or slows the source down.
public enum FrameDelivery: Hashable, Sendable {
    /// Each frame waits until it is asked for: for files, as fast as they are processed.
    case every
    /// The newest frame takes the place of one that nobody has asked for yet; no frame ever waits in line.
    case newest
}

/// Sources by what a command line calls them.
public enum FrameSources {
    /// - Parameters:
    ///   - argument: `-` for standard input; a folder, a picture or a stream by its path; a camera by its node, its id or
    ///     `serial:` and its serial number.
    ///   - timing: For what has no clock.
    ///   - camera: For cameras.
    /// - Returns: The source; whether it is there shows when it is read.
    public static func named(
        _ argument: String, timing: StreamTiming = StreamTiming(), camera: CameraSource.Options = CameraSource.Options()
    ) -> any FrameSource {
        if argument == "-" { return StreamSource(.standardInput, timing: timing) }
        if let name = self.camera(argument) { return CameraSource(name, camera) }
        var status = stat()
        let isThere = stat(argument, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFDIR where isThere: return PictureSource([argument], timing: timing)
        case _ where isThere && PictureSource.isPicture(named: argument):
            return PictureSource([argument], timing: timing)
        default: return StreamSource(.file(argument), timing: timing)
        }
    }

    /// The camera that an argument of ``named(_:timing:camera:)`` is; `nil` for files, folders and streams.
    public static func camera(_ argument: String) -> CameraName? {
        var status = stat()
        guard stat(argument, &status) == 0 else {
            // What is not there (yet) can only be a camera, or a mistake in a path.
            let isCamera = argument.hasPrefix("/dev/") || !argument.contains("/") && CameraName.isName(argument)
            return isCamera ? CameraName(argument) : nil
        }
        return status.st_mode & S_IFMT == S_IFCHR ? .path(argument) : nil
    }
}

extension CameraName {
    /// Whether it has the form of the names that cameras get here.
    fileprivate static func isName(_ text: String) -> Bool {
        ["usb-", "device-", "serial:"].contains { text.hasPrefix($0) }
    }
}
