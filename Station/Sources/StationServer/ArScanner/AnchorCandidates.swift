import RectoAnchors
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
