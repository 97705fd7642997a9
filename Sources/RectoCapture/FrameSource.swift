import Glibc

/// A source of frames: a camera, a file, a folder, standard input, or the program itself.
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
/// A source runs on a separate thread from the first requested frame until its iterator is gone, however the loop ends:
/// normally, by a `break`, an error or the task's cancellation. A camera is then closed. Each iterator is a separate
/// run.
///
/// A frame is lent: it is handed back when the next one is requested or the iterator is gone, so nothing is copied and
/// no release can be forgotten. To keep a frame, copy it, see ``StoredFrame``.
public protocol FrameSource: AsyncSequence, Sendable
where Element == FrameEvent, Failure == CaptureError, AsyncIterator == FrameIterator {
    /// The name in messages: a path, or a camera's name.
    var name: String { get }
}

/// The next item of a source.
public enum FrameEvent {
    case frame(CapturedFrame)
    /// Something happened to the source. Frames continue, or resume automatically.
    case device(DeviceEvent)
}

/// Whether a slow consumer loses frames or slows the source down.
public enum FrameDelivery: Hashable, Sendable {
    /// Each frame waits until it is requested: for files, as fast as they are processed.
    case every
    /// The newest frame replaces one that has not been requested yet. Frames never queue up.
    case newest
}

/// Sources by their command-line names.
public enum FrameSources {
    /// - Parameters:
    ///   - argument: `-` for standard input; the path of a folder, a picture or a stream; a camera's node, its ID, or
    ///     `serial:` and its serial number.
    ///   - timing: The timing of sources without a clock.
    ///   - camera: The settings of cameras.
    /// - Returns: The source. Whether it exists is known only when it is read.
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

    /// The camera named by an argument of ``named(_:timing:camera:)``; `nil` for files, folders and streams.
    public static func camera(_ argument: String) -> CameraName? {
        var status = stat()
        guard stat(argument, &status) == 0 else {
            // A name that does not exist (yet) can only be a camera, or a mistake in a path.
            let isCamera = argument.hasPrefix("/dev/") || !argument.contains("/") && CameraName.isName(argument)
            return isCamera ? CameraName(argument) : nil
        }
        return status.st_mode & S_IFMT == S_IFCHR ? .path(argument) : nil
    }
}

extension CameraName {
    /// Whether the text has the form of a camera's name.
    fileprivate static func isName(_ text: String) -> Bool {
        ["usb-", "device-", "serial:"].contains { text.hasPrefix($0) }
    }
}
