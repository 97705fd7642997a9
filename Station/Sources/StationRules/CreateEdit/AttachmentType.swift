/// How browsers can show a file.
public enum AttachmentType: String, Hashable, Sendable {
    case image
    case audio
    case video
    /// The file is downloaded.
    case other

    /// The picture, audio and video types that all browsers support and that cannot contain scripts.
    private static let shown: [AttachmentType: Set<String>] = [
        .image: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        .audio: ["audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/x-wav", "audio/webm", "audio/flac"],
        .video: ["video/mp4", "video/webm", "video/ogg"],
    ]

    /// - Parameter mediaType: A media type such as "image/png".
    public init(_ mediaType: String) {
        self = Self.shown.first { $0.value.contains(mediaType) }?.key ?? .other
    }
}
