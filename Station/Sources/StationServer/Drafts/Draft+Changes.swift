import FoundationEssentials
package import Recto
import RectoCore
package import RectoVision
import StationRules
import StationStore

extension Draft {
    /// - Parameter isForAll: Whether the other pages get the filter, too.
    package func setFilter(_ filter: Filter, of number: Int, isForAll: Bool = false) throws {
        try edit { session in
            for page in try chosen(number, isForAll, session) { try session.setFilter(filter, of: page) }
        }
    }

    /// - Parameter isForAll: Whether the setting applies to the other pages, too.
    package func setFlattening(_ flattening: Flattening, of number: Int, isForAll: Bool = false) throws {
        try edit { session in
            for page in try chosen(number, isForAll, session) { try session.setFlattening(flattening, of: page) }
        }
    }

    /// - Parameter isForAll: Whether the other pages are rotated, too.
    package func rotate(_ number: Int, isForAll: Bool = false) throws {
        try edit { session in
            for page in try chosen(number, isForAll, session) { try session.rotate(page, by: .clockwise90) }
        }
    }

    private func chosen(_ number: Int, _ isForAll: Bool, _ session: ScanSession) throws -> [ScanSession.PageID] {
        let page = try known(number)
        return isForAll ? session.pages.map(\.id) : [page]
    }

    package func move(_ number: Int, to place: Int) throws { try edit { try $0.move(try known(number), to: place) } }

    /// Deletes a page.
    /// - Parameter other: The page of the same spread that is to stay, if one of the two was chosen.
    /// - Returns: As ``delete(_:)``; `nil` if the page stays because the other page no longer exists, and neither
    ///   would be left.
    package func delete(_ number: Int, keeping other: Int?) throws -> Int? {
        if let other, page(other) == nil { return nil }
        return try delete(number)
    }

    /// Deletes a page.
    /// - Returns: The position for restoring it.
    @discardableResult
    package func delete(_ number: Int) throws -> Int {
        try edit { session in
            let page = try known(number)
            let place = session.pages.firstIndex { $0.id == page } ?? 0
            try session.delete(page)
            machine.deleted(number)
            return place
        }
    }

    /// Restores a deleted page.
    package func restore(_ number: Int, at place: Int) throws {
        try edit { session in
            guard let page = (session.deletedPages + session.pages).first(where: { $0.id.number == number }) else {
                throw DraftError.unknownPage(number, of: name)
            }
            try session.restore(page.id, at: place)
        }
    }

    /// Restores the picture that a page had before it was retaken.
    package func restorePicture(of number: Int) throws { try edit { try $0.restorePicture(of: try known(number)) } }

    /// Replaces a page with another one, and deletes the replaced page.
    package func replace(_ number: Int, with other: Int) throws {
        try edit { try $0.replace(try known(number), with: try known(other)) }
    }

    /// Joins the sides of a card into one page at the position of the front.
    package func joinSides(_ front: Int, _ back: Int) async throws {
        let sides = try [front, back].map { try content(of: $0) }
        let sheet = try await CPUWorkQueue.shared.run { try CardSheet(sides).jpegBytes() }
        try edit { session in
            var options = RenderOptions()
            options.filter = .original
            try session.replace([try known(front), try known(back)], withPicture: sheet, renderOptions: options)
        }
    }

    /// The desired final state of a page that a browser scanned offline.
    struct WantedPage: Sendable {
        /// The key of its picture.
        let key: String
        /// `nil` to keep the detected corners.
        let corners: Quad?
        let filter: Filter
        /// `nil` to keep the detected rotation.
        let rotation: Rotation?
    }

    /// Applies a browser's offline changes to pages, and puts them into its order. Pages from elsewhere follow.
    /// - Parameter removed: The keys of pages that were deleted there.
    /// - Throws: ``DraftError/unknownKey(_:)`` if a page has not been sent.
    func arrange(_ wanted: [WantedPage], removing removed: [String]) throws {
        try edit { session in
            for page in removed.compactMap({ session.page(withKey: $0) })
            where session.pages.contains(where: { $0.id == page }) { try session.delete(page) }
            for (place, page) in wanted.enumerated() {
                guard let known = session.pages.first(where: { $0.id == session.page(withKey: page.key) }) else {
                    throw DraftError.unknownKey(page.key)
                }
                var options = known.renderOptions
                (options.filter, options.rotation) = (page.filter, page.rotation ?? options.rotation)
                if options != known.renderOptions { try session.setRenderOptions(options, of: known.id) }
                if let corners = page.corners, corners != known.quad { try session.adjust(known.id, corners: corners) }
                if session.pages[place].id != known.id { try session.move(known.id, to: place) }
            }
        }
    }

    /// Returns the original file of a page's picture.
    package func original(of number: Int) throws -> [UInt8] { try readable().picture(of: try known(number)) }

    /// Returns the file of the page's first picture.
    package func reference(of number: Int) throws -> [UInt8] { try readable().reference(of: try known(number)) }

    /// Returns a page to render.
    package func content(of number: Int) throws -> Page { try readable().page(try known(number)) }
}
