import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// The signatures of a draft's pages, which prevent capturing a page twice.
///
/// A page may have several signatures: as it was captured, and with its current corners if the person has moved them.
struct PageSignatures: Sendable {
    private struct Entry: Sendable {
        /// The page's analyzed picture and corners.
        var picture: Int
        var corners: [Quad?] = []
        var signatures: [PageSignature] = []
    }

    private var entries: [Int: Entry] = [:]

    func signatures(of page: ScanSession.SessionPage) -> [PageSignature] {
        entries[page.id.number].flatMap { $0.picture == page.picture ? $0.signatures : nil } ?? []
    }

    /// Whether the page's current state has been analyzed.
    func isComplete(for page: ScanSession.SessionPage) -> Bool {
        guard let entry = entries[page.id.number], entry.picture == page.picture else { return false }
        return entry.corners.contains(page.quad)
    }

    /// Keeps the signatures for another picture of a page that shows the same content.
    mutating func carry(_ page: ScanSession.SessionPage, to other: ScanSession.SessionPage?) {
        guard let other, let entry = entries[page.id.number], entry.picture == page.picture else { return }
        entries[page.id.number] = Entry(
            picture: other.picture, corners: [other.quad], signatures: entry.signatures)
    }

    /// - Parameter isComplete: Whether the page's current state needs no further analysis.
    mutating func add(_ signatures: [PageSignature], of page: ScanSession.SessionPage, isComplete: Bool) {
        var entry = entries[page.id.number] ?? Entry(picture: page.picture)
        // Retaking the page has replaced the picture.
        if entry.picture != page.picture { entry = Entry(picture: page.picture) }
        entry.signatures += signatures
        if isComplete { entry.corners.append(page.quad) }
        entries[page.id.number] = entry
    }

    /// Returns the signatures of a page in its picture: for its corners, and for the detected corners if they differ.
    /// - Parameter file: The file of the picture.
    static func signatures(of page: ScanSession.SessionPage, in file: [UInt8]) throws -> [PageSignature] {
        let picture = try PictureReader().read(bytes: file, longSide: longSide)
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

    /// The size of the analyzed picture. A signature needs no more pixels.
    private static let longSide = 1280
    /// The minimum overlap (intersection over union) of equal outlines.
    private static let sameOutline = 0.95
}
