public import ArgumentParser
import Recto
public import RectoCapture

/// The options of commands that read a stream.
struct StreamOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A camera, a stream, a folder of pictures, or - for standard input.", valueName: "source"))
    var source: String

    @Option(
        name: .customLong("max-frames"), help: ArgumentHelp("End after this number of frames.", valueName: "number"))
    var maximumFrames: Int?

    @Flag(help: "Read files and folders at their own rate, and skip frames that arrive too fast.")
    var realtime = false

    @Option(help: "Frames per second, 0.001 to 1000: of sources without timestamps, and requested from a camera.")
    var fps = 30.0

    @Option(
        help: ArgumentHelp(
            "Wait at most this long for a camera that is absent, busy or unplugged (default: until it comes).",
            valueName: "seconds"))
    var wait: Double?

    func validate() throws {
        if let wait, !(0...1_000_000 ~= wait) {
            throw ValidationError("--wait is \(wait), required: 0 to 1000000.")
        }
        if !(0.001...1000 ~= fps) { throw ValidationError("--fps is \(fps), required: 0.001 to 1000.") }
        if let maximumFrames, maximumFrames < 1 {
            throw ValidationError("--max-frames is \(maximumFrames), required: 1 or more.")
        }
    }

    /// The frames of the source.
    func frames(_ options: CameraSource.Options = CameraSource.Options()) -> any FrameSource {
        var camera = options
        camera.request.framesPerSecond = fps
        camera.patience = wait.map { .seconds($0) }
        return FrameSources.named(
            source, timing: StreamTiming(framesPerSecond: fps, isRealTime: realtime), camera: camera)
    }
}

extension StreamOptions {
    var waiting: CameraWait { CameraWait(seconds: wait) }
}

/// How long to wait for a camera that delivers nothing.
struct CameraWait {
    /// `nil` to wait indefinitely.
    var seconds: Double?

    /// Returns a description of the device event and, if the camera is waited for, the time limit.
    func text(_ event: DeviceEvent) -> String {
        switch event {
        case .absent, .busy, .refused, .lost:
            "\(event): \(seconds.map { "waiting at most \($0.formattedSeconds)" } ?? "waiting until it comes")"
        default: "\(event)"
        }
    }
}

extension Double {
    /// Such as `10 s` and `0.5 s`.
    fileprivate var formattedSeconds: String { self == rounded() ? "\(Int(self)) s" : "\(self) s" }
}

/// What triggers a capture.
enum WatchMode: String, ExpressibleByArgument, CaseIterable {
    case auto, manual
}

/// The destination of `recto watch`: a folder of pages or one document.
enum WatchOutput {
    case folder(String)
    case document(String)

    /// - Throws: `ValidationError` for what is rather a file, but not a document for many pages.
    init(argument: String) throws {
        // Pages are written one by one and survive the end of the program, so standard output is not possible.
        guard argument != InputFiles.standardInput else {
            throw ValidationError("Pages are not written to standard output.")
        }
        guard OutputFolder.looksLikeFile(argument) else {
            self = .folder(argument)
            return
        }
        guard DocumentWriter.Format(path: argument)?.holdsManyPages == true else {
            throw ValidationError(
                "Name a document that ends in .pdf or .tif, or a folder; end the name of a new folder that looks like a file with /."
            )
        }
        self = .document(argument)
    }

    var path: String {
        switch self {
        case .folder(let path), .document(let path): path
        }
    }
}

/// The formats of page files by their extensions.
enum WatchFormat: String, ExpressibleByArgument, CaseIterable {
    case jpg, png, tif, pdf

    var format: DocumentWriter.Format {
        switch self {
        case .jpg: .jpeg
        case .png: .png
        case .tif: .tiff
        case .pdf: .pdf
        }
    }
}

/// The pixel formats of cameras; none delivers `rgb`.
extension FrameEncoding: ExpressibleByArgument {
    public init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }

    public static var allValueStrings: [String] { allCases.filter { $0 != .rgb }.map(\.rawValue) }
}

/// `1280x720`.
struct FrameSizeArgument: ExpressibleByArgument {
    let width: Int
    let height: Int

    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], 1...65_535 ~= width, 1...65_535 ~= height
        else { return nil }
        (self.width, self.height) = (width, height)
    }
}

/// `focus_absolute=30`.
struct ControlArgument: ExpressibleByArgument {
    let name: String
    let value: Int

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex,
            let value = Int(argument[argument.index(after: sign)...])
        else { return nil }
        (name, self.value) = (String(argument[..<sign]), value)
    }
}
