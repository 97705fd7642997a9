import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// An uploaded picture and the page in it.
struct ImportedPicture: Sendable {
    /// A PNG or JPEG file.
    let bytes: [UInt8]
    let size: PixelSize
    /// `nil` if no page was found: then the whole picture is the page.
    let quad: Quad?

    /// Detects the page, in the ``CPUWorkQueue``.
    /// - Throws: ``PictureError`` if the picture cannot be read.
    static func reading(_ bytes: [UInt8]) async throws -> ImportedPicture {
        try await CPUWorkQueue.shared.run {
            let picture = try PictureReader().read(bytes: bytes)
            var scanner = PageScanner(detector: try PageDetector())
            return ImportedPicture(bytes: bytes, size: picture.size, quad: try scanner.scan(picture).page.quad)
        }
    }
}

extension PictureReader {
    /// Reads a picture reduced by a power of two, as far as its longer side keeps `longSide` pixels.
    func read(bytes: [UInt8], longSide: Int) throws(PictureError) -> Picture {
        var reader = self
        reader.scale = .full
        let picture = try reader.read(bytes: bytes)
        let scales = Scale.allCases.sorted { $0.rawValue > $1.rawValue }
        guard let scale = scales.first(where: { picture.size.longSide / $0.rawValue >= longSide }), scale != .full
        else { return picture }
        reader.scale = scale
        return try reader.read(bytes: bytes)
    }
}
