import FoundationEssentials
import RectoVision
import StationRules
import StationStore

/// A document, as programs see it.
struct APIDocument: Encodable {
    struct Page: Encodable {
        /// From 1.
        let number: Int
        /// Of the picture that it was taken from, in pixels.
        let width: Int
        let height: Int
        let filter: ScanFilter
        /// Quarter turns, clockwise.
        let quarterTurns: Int
        let picture: String
        let thumbnail: String
        let png: String
    }

    let id: Int64
    let title: String
    let captured: Date
    let changed: Date
    let pageCount: Int
    let pdf: String
    let tiff: String
    /// Nothing in lists.
    let pages: [Page]?

    init(_ record: DocumentRecord, _ pages: [PageRecord]? = nil) {
        id = record.id
        title = record.title
        captured = record.captured
        changed = record.changed
        pageCount = record.pages
        let path = Self.path(record.id)
        (pdf, tiff) = ("\(path)/pdf", "\(path)/tiff")
        self.pages = pages?.enumerated().map { index, page in
            let place = "\(path)/pages/\(index + 1)"
            return Page(
                number: index + 1, width: page.width, height: page.height, filter: ScanFilter(page.filter),
                quarterTurns: page.rotation.quarterTurns, picture: "\(place)/picture",
                thumbnail: "\(place)/picture?size=thumbnail", png: "\(place)/png")
        }
    }

    static func path(_ id: Int64) -> String { "/api/documents/\(id)" }
}
