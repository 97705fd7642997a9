public import RectoCore
public import RectoVision

/// Changes of pages and of their order.
extension ScanSession {
    /// Sets a page's corners; `nil` to use the whole picture.
    /// - Throws: ``SessionError/corners``, also if no page can be cropped at these corners.
    public func adjust(_ page: PageID, corners quad: Quad?) throws(SessionError) {
        try Self.check(quad)
        if let quad, let size = try known(page).original.size, (try? PageRectifier().plan(for: quad, in: size)) == nil {
            throw .corners
        }
        try change(page) { $0.quad = quad }
    }

    public func setFilter(_ filter: Filter, of page: PageID) throws(SessionError) {
        try change(page) { $0.renderOptions.filter = filter }
    }

    public func setFlattening(_ flattening: Flattening, of page: PageID) throws(SessionError) {
        try change(page) { $0.renderOptions.flattening = flattening }
    }

    /// Sets whether fingers at the margins of the page are replaced with paper if it is flattened.
    public func setFillsFingers(_ fillsFingers: Bool, of page: PageID) throws(SessionError) {
        try change(page) { $0.renderOptions.fillsFingers = fillsFingers }
    }

    /// Rotates a page further.
    public func rotate(_ page: PageID, by rotation: Rotation) throws(SessionError) {
        try change(page) { $0.renderOptions.rotation = $0.renderOptions.rotation + rotation }
    }

    /// Sets all render options of a page.
    public func setRenderOptions(_ renderOptions: RenderOptions, of page: PageID) throws(SessionError) {
        try Self.check(renderOptions)
        try change(page) { $0.renderOptions = renderOptions }
    }

    /// Deletes a page. Its picture stays in the draft until the draft is discarded, so the page can be restored.
    public func delete(_ page: PageID) throws(SessionError) {
        let place = try place(of: page)
        var order = state.order
        order.remove(at: place)
        try record(.order(order))
    }

    /// Restores a deleted page unchanged.
    /// - Parameter place: The index, counted from 0; the end if there are fewer pages.
    public func restore(_ page: PageID, at place: Int) throws(SessionError) {
        guard let deleted = state.pages[page.number], try openFiles().holds(deleted.original) else {
            throw .unknownPage(page)
        }
        guard !state.order.contains(page.number) else { return }
        guard place >= 0 else { throw .unknownPlace(place, pages: state.order.count) }
        var order = state.order
        order.insert(page.number, at: min(place, order.count))
        try record(.order(order))
    }

    /// Replaces one page with another and deletes it, as one atomic change.
    public func replace(_ page: PageID, with other: PageID) throws(SessionError) {
        let (place, former) = (try place(of: page), try self.place(of: other))
        guard place != former else { return }
        var order = state.order
        order[place] = other.number
        order.remove(at: former)
        try record(.order(order))
    }

    /// Moves a page to another index, counted from 0 among all pages.
    public func move(_ page: PageID, to place: Int) throws(SessionError) {
        var order = state.order
        let number = order.remove(at: try self.place(of: page))
        guard 0...order.count ~= place else { throw .unknownPlace(place, pages: state.order.count) }
        order.insert(number, at: place)
        try record(.order(order))
    }

    private func change(_ id: PageID, _ change: (inout DraftPage) -> Void) throws(SessionError) {
        var page = try known(id)
        change(&page)
        try record(.page(page))
    }
}
