import RectoCodecs
import RectoCore

extension PictureReader {
    /// Reads a picture smaller by a power of two: the smallest one whose longer side has so many pixels.
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
