import RectoAnchors
import RectoCodecs
import RectoCore
import StationRules
import StationStore

/// Pictures that somebody looks at before they become anchors, with how well they would do.
///
/// They are kept in memory, the newest few: whoever comes back too late chooses the picture again.
actor AnchorCandidates {
    struct Candidate: Sendable {
        let name: BlobName
        let picture: AnchorPicture
        let quality: AnchorQuality
    }

    private static let maximum = 8

    private var kept: [Candidate] = []

    /// Measures a picture and keeps it.
    /// - Throws: ``PictureError`` if it cannot be read.
    func keep(_ bytes: [UInt8]) async throws -> Candidate {
        let name = BlobName(of: bytes)
        if let known = self[name] { return known }
        let picture = AnchorPicture(bytes: bytes)
        let quality = try await CPUWorkQueue.shared.run { try picture.quality() }
        let candidate = Candidate(name: name, picture: picture, quality: quality)
        kept.removeAll { $0.name == name }
        kept.append(candidate)
        if kept.count > Self.maximum { kept.removeFirst() }
        return candidate
    }

    subscript(name: BlobName) -> Candidate? { kept.first { $0.name == name } }
}

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
