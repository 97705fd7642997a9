package import RectoCore
package import StationRules

/// How to process a still, sent along with it by the browser.
package struct StillNote: Hashable, Codable, Sendable {
    /// The still's name, under which it is stored only once.
    package let key: String
    /// The page in the preview: eight coordinates, clockwise from the top left, relative to the picture's size. `nil`
    /// if no page was found: then the whole picture is the page.
    package let quad: [Double]?
    /// The aspect ratio of the preview (width / height); `nil` if the still has the same.
    package let aspect: Double?
    package let filter: ScanFilter
    /// The page to replace.
    package let replaces: Int?
    /// For an open book, which page is read first.
    package let book: BookOrder?

    package init(
        key: String, quad: [Double]?, aspect: Double? = nil, filter: ScanFilter, replaces: Int?,
        book: BookOrder? = nil
    ) {
        self.key = key
        self.quad = quad
        self.aspect = aspect
        self.filter = filter
        self.replaces = replaces
        self.book = book
    }

    /// Returns the page in a still in its pixels; `nil` without a page, or if the coordinates are invalid.
    ///
    /// A photo with other proportions than the preview shows more on two sides. Both have the same center.
    package func quad(in still: PixelSize) -> Quad? {
        guard let quad, quad.count == 8, quad.allSatisfy({ -1...2 ~= $0 }) else { return nil }
        let (width, height) = (Double(still.width), Double(still.height))
        var (shownWidth, shownHeight) = (width, height)
        // The size of a preview is rounded to pixels.
        if let aspect, 0.1...10 ~= aspect, abs(aspect * height / width - 1) > 0.01 {
            (shownWidth, shownHeight) = (min(width, height * aspect), min(height, width / aspect))
        }
        let corners = stride(from: 0, to: 8, by: 2).map {
            Point2D(
                x: (width - shownWidth) / 2 + quad[$0] * shownWidth,
                y: (height - shownHeight) / 2 + quad[$0 + 1] * shownHeight)
        }
        guard let quad = try? Quad(corners: corners), quad.isConvexClockwise else { return nil }
        return quad
    }

    /// The station generates names of 16 hexadecimal digits.
    package var isSound: Bool { DraftName(key) != nil }
}
