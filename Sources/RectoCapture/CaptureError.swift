/// Why a source cannot deliver frames and never will. Each text follows the name of the source.
public enum CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file, folder or, if the source does not wait for it, camera.
    case notFound
    /// The system refuses to read it, for this reason.
    case unreadable(String)
    /// A folder without pictures.
    case noPictures
    /// The bytes are of no kind of stream that is read.
    case unknownFormat
    /// The stream's header is of a kind that is not read.
    case unsupported(String)
    /// A device, or a file, that delivers no frames.
    case notACamera
    /// The camera has none of the formats that were asked for; these are what it has.
    case noUsableFormat(offered: [String])
    /// The camera has not delivered within the time that the source waits.
    case unavailable(String)
    /// The system has no thread or descriptor left.
    case noResources(String)

    /// The end of a sentence that starts with the name of the source.
    public var description: String {
        switch self {
        case .notFound: "does not exist"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .noPictures: "holds no pictures"
        case .unknownFormat: "is not an MJPEG or Y4M stream"
        case .unsupported(let detail): "is a stream of a kind that is not supported: \(detail)"
        case .notACamera: "is not a camera"
        case .noUsableFormat(let offered):
            "has no usable format" + (offered.isEmpty ? "" : ", only \(offered.joined(separator: ", "))")
        case .unavailable(let reason): "delivers no frames: \(reason)"
        case .noResources(let reason): "cannot be started: \(reason)"
        }
    }
}
