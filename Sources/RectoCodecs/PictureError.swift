import CCodecShims

/// Why a picture cannot be read. Each text follows the name of the file: "page.png is truncated".
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refuses to open or read the file, for this reason.
    case unreadable(String)
    /// The path leads to a directory.
    case directory
    /// A pipe, a device or a socket: reading it might never end.
    case notARegularFile
    /// The file has no bytes.
    case empty
    /// The file has more bytes than the limits allow.
    case fileTooLarge(bytes: Int, limit: Int)
    /// The first bytes are of no format that is read.
    case unknownFormat
    /// More pixels, or a longer side, than the limits allow.
    case pictureTooLarge(width: Int, height: Int, limit: String)
    /// More memory is needed than the limits allow or the machine has.
    case notEnoughMemory(width: Int, height: Int)
    /// The file ends before the picture does.
    case truncated(PictureFormat)
    /// The data breaks the format; the text is the decoder's.
    case corrupt(PictureFormat, String)
    /// Sound data of a rare kind; the text is the decoder's.
    case unsupported(PictureFormat, String)

    /// The end of a sentence that starts with the name of the file.
    public var description: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .directory: "is a directory"
        case .notARegularFile: "is not a regular file"
        case .empty: "is empty"
        case .fileTooLarge(let bytes, let limit): "has \(bytes) bytes, above the limit of \(limit)"
        case .unknownFormat: "is not a PNG or JPEG picture"
        case .pictureTooLarge(let width, let height, let limit):
            "is \(width) x \(height) pixels, above the limit of \(limit)"
        case .notEnoughMemory(let width, let height):
            "is \(width) x \(height) pixels, which takes more memory than is allowed"
        case .truncated(let format): "is a truncated \(format) picture"
        case .corrupt(let format, let detail): "is a damaged \(format) picture: \(detail)"
        case .unsupported(let format, let detail): "is a \(format) picture of a kind that is not supported: \(detail)"
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
        default: self = .corrupt(format, message.string)
        }
    }
}

extension codec_message {
    /// The message up to its terminating zero.
    var string: String {
        withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
