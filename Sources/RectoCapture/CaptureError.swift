/// A reason why a source can never deliver frames. Each text follows the name of the source.
public enum CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder does not exist, nor does the camera if the source does not wait for it.
    case notFound
    /// The system refuses to read the source, for this reason.
    case unreadable(String)
    /// A folder without pictures.
    case noPictures
    /// The bytes are not a supported kind of stream.
    case unknownFormat
    /// The bytes are a video that has to be decoded first, such as H.264.
    case encodedVideo
    /// The stream's header is of an unsupported kind.
    case unsupported(String)
    /// A device, or a file, that delivers no frames.
    case notACamera
    /// The camera has none of the requested formats, but only these.
    case noUsableFormat(offered: [String])
    /// The camera has not delivered frames within the source's timeout.
    case unavailable(String)
    /// The system has run out of threads or descriptors.
    case noResources(String)

    /// Names of encoded video in V4L2.
    private static let encodings = ["H264", "HEVC", "VP80", "VP90", "MPG4"]

    /// A pipeline whose output can be read.
    private static func decoding(_ input: String) -> String {
        "use the output of \"ffmpeg \(input) -f yuv4mpegpipe -pix_fmt yuv420p -\" as the source -"
    }

    /// The end of a sentence that starts with the name of the source.
    public var description: String {
        switch self {
        case .notFound: "does not exist"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .noPictures: "holds no pictures"
        case .unknownFormat: "is not an MJPEG or Y4M stream"
        case .encodedVideo: "is encoded video, which Recto does not decode: \(Self.decoding("-i FILE"))"
        case .unsupported(let detail): "is an unsupported kind of stream: \(detail)"
        case .notACamera: "is not a camera"
        case .noUsableFormat(let offered):
            "has no usable format" + (offered.isEmpty ? "" : ", only \(offered.joined(separator: ", "))")
                + (offered.contains(where: Self.encodings.contains) ? ": \(Self.decoding("-f v4l2 -i DEVICE"))" : "")
        case .unavailable(let reason): "delivers no frames: \(reason)"
        case .noResources(let reason): "cannot be started: \(reason)"
        }
    }
}
