import RectoAnchors
import RectoCodecs
import RectoCore
import StationRules
import StationStore

/// Pictures chosen as anchors but not yet saved, with their quality.
///
/// Only the newest few are kept in memory. If a picture has been dropped, the person has to choose it again.
actor AnchorCandidates {
    struct Candidate: Sendable {
        let name: BlobName
        let picture: AnchorPicture
        let quality: AnchorQuality
    }

    private static let maximum = 8

    private var kept: [Candidate] = []

    /// Measures a picture and stores it in memory.
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

/// The picture of an anchor.
struct AnchorPicture: Sendable {
    /// A PNG or JPEG file.
    let bytes: [UInt8]

    /// The minimum of the longer side, in pixels, if the file has them. More pixels show detail that no camera sees.
    private static let longSide = 1200
    /// The database needs a name for its anchor. It is never shown.
    private static let name = "anchor"

    func size() throws(PictureError) -> PixelSize { try PictureReader.kept(scale: .eighth).read(bytes: bytes).fullSize }

    func quality() throws -> AnchorQuality { AnchorQuality(of: try pixels()) }

    /// The features for recognition: a database with this anchor only.
    func features(_ width: AnchorWidth?) throws -> [UInt8] {
        let database = try AnchorDatabase.build(
            images: [try pixels()], names: [Self.name], physicalWidths: [width?.meters])
        return database.withBytes { Array($0) }
    }

    private func pixels() throws(PictureError) -> GrayImage {
        try PictureReader.kept(layout: .gray).read(bytes: bytes, longSide: Self.longSide).gray
    }
}
