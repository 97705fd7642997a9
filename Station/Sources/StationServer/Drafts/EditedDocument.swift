import Recto
import RectoVision
import StationStore

/// A saved document as a draft: copies of its pages, which can be changed without changing the document.
enum EditedDocument {
    private static let prefix = "library-page-"

    /// Copies the pages into a new draft.
    /// - Parameter folder: The folder of the draft, which must not exist.
    /// - Returns: The digest of its pages.
    static func copy(_ list: PageList, of library: Library, to folder: String) throws -> String {
        let session = try ScanSession(folder: folder)
        for item in list.items {
            let options = item.page.renderOptions
            let (picture, key) = (try library.original(item.page.original), item.id.map { "\(prefix)\($0)" })
            guard let single = item.page.single, let fusion = item.page.fusion else {
                try session.add(picture: picture, quad: item.page.quad, renderOptions: options, key: key)
                continue
            }
            try session.add(
                fused: ScanSession.FusedPicture(
                    bytes: picture, quad: item.page.quad, reference: try library.original(single),
                    referenceQuad: fusion.quad, fusedQuad: fusion.madeQuad, fusion: fusion.made),
                renderOptions: options, key: key)
        }
        return Draft.digest(of: session.pages)
    }

    /// Returns the identifiers of the library's pages by the draft's pages. A retaken page keeps its identifier.
    static func pages(of session: ScanSession) -> [ScanSession.PageID: Int64] {
        var pages: [ScanSession.PageID: Int64] = [:]
        for key in session.keys where key.hasPrefix(prefix) {
            guard let page = session.page(withKey: key), let id = Int64(key.dropFirst(prefix.count)) else { continue }
            pages[page] = id
        }
        return pages
    }
}
