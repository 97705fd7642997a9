import Glibc

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
        var status = stat()
        let isThere = stat(argument, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFDIR where isThere: return PictureSource([argument], timing: timing)
        case S_IFCHR where isThere: return CameraSource(.path(argument), camera)
        case _ where isThere:
            return PictureSource.isPicture(named: argument)
                ? PictureSource([argument], timing: timing) : StreamSource(.file(argument), timing: timing)
        default:
            // What is not there (yet) can only be a camera, or a mistake in a path.
            let isCamera = argument.hasPrefix("/dev/") || !argument.contains("/") && CameraName.isName(argument)
            return isCamera
                ? CameraSource(CameraName(argument), camera) : StreamSource(.file(argument), timing: timing)
        }
    }
}

extension CameraName {
    /// Whether it looks like one of the names that cameras get here.
    fileprivate static func isName(_ text: String) -> Bool {
        ["usb-", "device-", "serial:"].contains { text.hasPrefix($0) }
    }
}
