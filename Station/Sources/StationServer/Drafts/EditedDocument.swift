import Recto
import RectoVision
import StationStore

/// A saved document as a draft: copies of its pages, which can be changed while the document stays as it is.
enum EditedDocument {
    private static let prefix = "library-page-"

    /// Makes a draft of the pages.
    /// - Parameter folder: Of the draft, which is not there yet.
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

    /// The identifiers of the library's pages by those of the draft that they became. A page that was taken again is still the same.
    static func pages(of session: ScanSession) -> [ScanSession.PageID: Int64] {
        var pages: [ScanSession.PageID: Int64] = [:]
        for key in session.keys where key.hasPrefix(prefix) {
            guard let page = session.page(withKey: key), let id = Int64(key.dropFirst(prefix.count)) else { continue }
            pages[page] = id
        }
        return pages
    }
}
