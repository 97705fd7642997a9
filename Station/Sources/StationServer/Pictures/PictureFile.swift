import RectoCodecs

/// An encoded picture.
struct PictureFile: Sendable {
    let bytes: [UInt8]
    let format: PictureFormat

    var mediaType: String {
        switch format {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }
}
