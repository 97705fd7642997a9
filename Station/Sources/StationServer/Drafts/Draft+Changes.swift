import FoundationEssentials
package import Recto
import RectoCore
package import RectoVision
import StationRules
import StationStore

extension Draft {
    /// - Parameter isForAll: Whether the other pages get it, too.
    package func setFilter(_ filter: Filter, of number: Int, isForAll: Bool = false) throws {
        try edit { session in
            for page in try chosen(number, isForAll, session) { try session.setFilter(filter, of: page) }
        }
    }

    /// - Parameter isForAll: Whether it holds for the other pages, too.
    package func setFlattening(_ flattening: Flattening, of number: Int, isForAll: Bool = false) throws {
        try edit { session in
            for page in try chosen(number, isForAll, session) { try session.setFlattening(flattening, of: page) }
        }
    }

    /// - Parameter isForAll: Whether the other pages are turned, too.
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

    /// Leaves out a page.
    /// - Parameter other: The page of the same spread that is to stay, where one of the two was chosen.
    /// - Returns: As ``delete(_:)``; `nil` where it stays as the other page is gone, so that neither would be left.
    package func delete(_ number: Int, keeping other: Int?) throws -> Int? {
        if let other, page(other) == nil { return nil }
        return try delete(number)
    }

    /// Leaves a page out.
    /// - Returns: Its place, to put it back.
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

    /// Puts a deleted page back.
    package func restore(_ number: Int, at place: Int) throws {
        try edit { session in
            guard let page = (session.deletedPages + session.pages).first(where: { $0.id.number == number }) else {
                throw DraftError.unknownPage(number, of: name)
            }
            try session.restore(page.id, at: place)
        }
    }

    /// Goes back to the picture that a page had before it was taken again.
    package func restorePicture(of number: Int) throws { try edit { try $0.restorePicture(of: try known(number)) } }

    /// Puts a page in the place of another one, which is deleted.
    package func replace(_ number: Int, with other: Int) throws {
        try edit { try $0.replace(try known(number), with: try known(other)) }
    }

    /// Makes one page of the sides of a card, in the place of the front. It takes the place of both.
    package func joinSides(_ front: Int, _ back: Int) async throws {
        let sides = try [front, back].map { try content(of: $0) }
        let sheet = try await CPUWorkQueue.shared.run { try CardSheet(sides).jpegBytes() }
        try edit { session in
            var options = RenderOptions()
            options.filter = .original
            try session.replace([try known(front), try known(back)], withPicture: sheet, renderOptions: options)
        }
    }

    /// A page of a document that a browser scanned without the station, as it is to be in the end.
    struct WantedPage: Sendable {
        /// Of its picture.
        let key: String
        /// `nil` to leave them as they were found.
        let corners: Quad?
        let filter: Filter
        /// `nil` to leave it as it was found upright.
        let rotation: Rotation?
    }

    /// Makes pages what a browser has made of them meanwhile, and puts them into its order. Those that came from elsewhere follow.
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

    /// The original file of a page's picture.
    package func original(of number: Int) throws -> [UInt8] { try readable().picture(of: try known(number)) }

    /// The file of the picture that a page came with.
    package func reference(of number: Int) throws -> [UInt8] { try readable().reference(of: try known(number)) }

    /// A page to render.
    package func content(of number: Int) throws -> Page { try readable().page(try known(number)) }
}
