import RectoCodecs

/// An encoded picture.
struct PictureFile: Sendable {
    let bytes: [UInt8]
    let format: PictureFormat

    /// - Parameter bytes: Of a PNG or JPEG file.
    init(original bytes: [UInt8]) {
        self.init(bytes: bytes, format: bytes.starts(with: [0x89, 0x50]) ? .png : .jpeg)
    }

    init(bytes: [UInt8], format: PictureFormat) {
        self.bytes = bytes
        self.format = format
    }

    var mediaType: String {
        switch format {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }
}
