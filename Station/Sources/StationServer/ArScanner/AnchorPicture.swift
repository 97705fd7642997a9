import RectoAnchors
import RectoCodecs
import RectoCore
import StationRules

/// A picture that is to become an anchor, or is one.
struct AnchorPicture: Sendable {
    /// A PNG or JPEG file.
    let bytes: [UInt8]

    /// Pixels of the longer side at least, where the file has them: more show nothing that a camera sees.
    private static let longSide = 1200
    /// A database of one anchor needs a name for it; the scene has the title.
    private static let name = "anchor"

    func size() throws(PictureError) -> PixelSize { try PictureReader(scale: .eighth).read(bytes: bytes).fullSize }

    func quality() throws -> AnchorQuality { AnchorQuality(of: try pixels()) }

    /// What it is recognised by: a database of this one anchor, as bytes.
    func features(_ width: AnchorWidth?) throws -> [UInt8] {
        let database = try AnchorDatabase.build(
            images: [try pixels()], names: [Self.name], physicalWidths: [width?.meters])
        return database.withBytes { Array($0) }
    }

    private func pixels() throws(PictureError) -> GrayImage {
        try PictureReader(layout: .gray).read(bytes: bytes, longSide: Self.longSide).gray
    }
}
