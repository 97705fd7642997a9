import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// How the camera sees the pages of a draft, so that none is captured twice.
///
/// A page has several signatures: as it was captured, and as its corners are now, if the person has moved them.
struct PageSignatures: Sendable {
    private struct Entry: Sendable {
        /// The page's picture and corners that have been looked at.
        var picture: Int
        var corners: [Quad?] = []
        var signatures: [PageSignature] = []
    }

    private var entries: [Int: Entry] = [:]

    func signatures(of page: ScanSession.SessionPage) -> [PageSignature] {
        entries[page.id.number].flatMap { $0.picture == page.picture ? $0.signatures : nil } ?? []
    }

    /// Whether the page has been looked at as it is now.
    func isComplete(for page: ScanSession.SessionPage) -> Bool {
        guard let entry = entries[page.id.number], entry.picture == page.picture else { return false }
        return entry.corners.contains(page.quad)
    }

    /// A page has another picture that shows the same: the camera sees it as before.
    mutating func carry(_ page: ScanSession.SessionPage, to other: ScanSession.SessionPage?) {
        guard let other, let entry = entries[page.id.number], entry.picture == page.picture else { return }
        entries[page.id.number] = Entry(
            picture: other.picture, corners: [other.quad], signatures: entry.signatures)
    }

    /// - Parameter isComplete: Whether the page need not be looked at again as it is now.
    mutating func add(_ signatures: [PageSignature], of page: ScanSession.SessionPage, isComplete: Bool) {
        var entry = entries[page.id.number] ?? Entry(picture: page.picture)
        // Another picture after a retake.
        if entry.picture != page.picture { entry = Entry(picture: page.picture) }
        entry.signatures += signatures
        if isComplete { entry.corners.append(page.quad) }
        entries[page.id.number] = entry
    }

    /// The signatures of a page in its picture: by its corners, and by the corners that the detector finds, if they are
    /// others.
    /// - Parameter file: The file of the picture.
    static func signatures(of page: ScanSession.SessionPage, in file: [UInt8]) throws -> [PageSignature] {
        let picture = try PictureReader(layout: .gray).read(bytes: file, longSide: longSide)
        let scale = Double(picture.size.width) / Double(page.originalSize.width)
        var quads = [(page.quad ?? Quad(page.originalSize)).map { $0 * scale }]
        var detector = try PageDetector()
        if let found = detector.detect(picture), found.level != nil,
            found.quad.intersectionOverUnion(with: quads[0]) < sameOutline
        {
            quads.append(found.quad)
        }
        return picture.withFrame { frame in quads.compactMap { PageSignature(of: $0, in: frame) } }
    }

    /// A signature needs no more pixels.
    private static let longSide = 1280
    /// Minimum overlap (intersection over union) of outlines that are the same.
    private static let sameOutline = 0.95
}
