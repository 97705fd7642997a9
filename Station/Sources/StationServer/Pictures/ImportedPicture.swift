import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// A picture that somebody sends, and the page that is found in it.
struct ImportedPicture: Sendable {
    /// A PNG or JPEG file.
    let bytes: [UInt8]
    let size: PixelSize
    /// Nothing where no page is seen: then the picture is the page.
    let quad: Quad?

    /// Looks for the page, in the ``CPUWorkQueue``.
    /// - Throws: ``PictureError`` if the picture cannot be read.
    static func reading(_ bytes: [UInt8]) async throws -> ImportedPicture {
        try await CPUWorkQueue.shared.run {
            let picture = try PictureReader().read(bytes: bytes)
            var scanner = PageScanner(detector: try PageDetector())
            return ImportedPicture(bytes: bytes, size: picture.size, quad: try scanner.scan(picture).page.quad)
        }
    }
}
