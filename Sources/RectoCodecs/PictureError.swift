import CCodecShims

/// The reason why a picture cannot be read. Each text follows the name of the file: "page.png is truncated".
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error when opening or reading the file.
    case unreadable(String)
    /// The path is a directory.
    case directory
    /// A device, a socket, or a pipe that no program has opened for writing: reading it might never end.
    case notARegularFile
    /// The file has no bytes.
    case empty
    /// The file has more bytes than the limits allow.
    case fileTooLarge(bytes: Int, limit: Int)
    /// The first bytes do not belong to a supported format.
    case unknownFormat
    /// The number of pixels or the longer side exceeds the limits.
    case pictureTooLarge(width: Int, height: Int, limit: String)
    /// The memory needed exceeds the limits or the machine's memory.
    case notEnoughMemory(width: Int, height: Int)
    /// The file ends before the picture does.
    case truncated(PictureFormat)
    /// The data are invalid; the text is the decoder's.
    case corrupt(PictureFormat, String)
    /// Valid data of an unsupported kind; the text is the decoder's.
    case unsupported(PictureFormat, String)
    /// The library or program for the format is not installed; it is in the given Debian package.
    case notInstalled(PictureFormat, package: String)
    /// An encrypted PDF file whose password is missing or wrong.
    case passwordNeeded
    /// The file does not have the page with this number, counted from 1.
    case noSuchPage(Int, count: Int)
    /// The file has more pages than the limits allow.
    case tooManyPages(limit: Int)
    /// Reading exceeded the time limit.
    case tooSlow(PictureFormat)

    /// The end of a sentence that starts with the name of the file.
    public var description: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .directory: "is a directory"
        case .notARegularFile: "is neither a regular file nor a pipe with a writer"
        case .empty: "is empty"
        case .fileTooLarge(let bytes, let limit): "has \(bytes) bytes, above the limit of \(limit)"
        case .unknownFormat: "is not in a supported picture format"
        case .pictureTooLarge(let width, let height, let limit):
            "is \(width) x \(height) pixels, above the limit of \(limit)"
        case .notEnoughMemory(let width, let height):
            "is \(width) x \(height) pixels, which needs more memory than allowed"
        case .truncated(let format): "is a truncated \(format) picture"
        case .corrupt(let format, let detail): "is a damaged \(format) picture: \(detail)"
        case .unsupported(let format, let detail): "is an unsupported kind of \(format) picture: \(detail)"
        case .notInstalled(let format, let package): "is a \(format) file, which needs the Debian package \(package)"
        case .passwordNeeded: "is a PDF file that needs a password"
        case .noSuchPage(let page, let count): "has \(count == 1 ? "1 page" : "\(count) pages"), and no page \(page)"
        case .tooManyPages(let limit): "has more than \(limit) pages"
        case .tooSlow(let format): "is a \(format) file that takes too long to read"
        }
    }
}

extension PictureError {
    init(
        _ format: PictureFormat, _ status: codec_status, _ message: codec_message, _ width: UInt32, _ height: UInt32
    ) {
        switch status {
        case CODEC_TRUNCATED: self = .truncated(format)
        case CODEC_UNSUPPORTED: self = .unsupported(format, message.string)
        case CODEC_NO_MEMORY: self = .notEnoughMemory(width: Int(width), height: Int(height))
        case CODEC_TIMED_OUT: self = .tooSlow(format)
        case CODEC_NO_LIBRARY: self = .notInstalled(format, package: format.package)
        default: self = .corrupt(format, message.string)
        }
    }
}

extension PictureFormat {
    /// The Debian package that reads the format at run time.
    fileprivate var package: String {
        switch self {
        case .webp: "libwebpdemux2"
        case .heif, .avif: "libheif1"
        case .jpegXL: "libjxl0.7"
        case .pdf: "poppler-utils"
        case .png, .jpeg, .tiff, .gif, .bmp, .pnm: "recto"
        }
    }
}

extension codec_message {
    /// The message up to its terminating zero.
    var string: String {
        withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
