/// What browsers can show of a file.
public enum AttachmentType: String, Hashable, Sendable {
    case image
    case audio
    case video
    /// It is saved.
    case other

    /// Of a picture, sound or film that all browsers show and that holds no scripts.
    private static let shown: [AttachmentType: Set<String>] = [
        .image: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        .audio: ["audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/x-wav", "audio/webm", "audio/flac"],
        .video: ["video/mp4", "video/webm", "video/ogg"],
    ]

    /// - Parameter mediaType: As "image/png".
    public init(_ mediaType: String) {
        self = Self.shown.first { $0.value.contains(mediaType) }?.key ?? .other
    }
}
