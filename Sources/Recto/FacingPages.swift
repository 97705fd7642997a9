package import RectoCore

/// Two pages of similar size side by side: the pages of an open book that were detected separately, or two sheets.
package struct FacingPages: Hashable, Sendable {
    package let left: Quad
    package let right: Quad

    /// The maximum difference in height, as a share; the maximum vertical distance of the centers, in heights; and
    /// the maximum overlap, in widths.
    private static let (heights, middles, overlap) = (0.2, 0.2, 0.02)
    /// The maximum gap between sides that meet, in widths of a page.
    private static let gap = 0.04

    /// - Parameter quads: Upright pages; `nil` unless they are two that face each other.
    package init?(_ quads: [Quad]) {
        guard quads.count == 2 else { return nil }
        let pages = quads.sorted { $0.centroid.x < $1.centroid.x }
        let (widths, heights) = (pages.map(\.meanWidth), pages.map(\.meanHeight))
        let (width, height) = ((widths[0] + widths[1]) / 2, (heights[0] + heights[1]) / 2)
        guard abs(widths[0] - widths[1]) <= Self.heights * width, abs(heights[0] - heights[1]) <= Self.heights * height,
            abs(pages[0].centroid.y - pages[1].centroid.y) <= Self.middles * height,
            max(pages[0].topRight.x, pages[0].bottomRight.x) - min(pages[1].topLeft.x, pages[1].bottomLeft.x)
                <= Self.overlap * width
        else { return nil }
        (left, right) = (pages[0], pages[1])
    }

    /// The outline of both pages if they share a side, as in a book; otherwise `nil`.
    package var joined: Quad? {
        let reach = Self.gap * (left.meanWidth + right.meanWidth) / 2
        guard left.topRight.distance(to: right.topLeft) <= reach,
            left.bottomRight.distance(to: right.bottomLeft) <= reach
        else { return nil }
        let both = Quad(
            topLeft: left.topLeft, topRight: right.topRight, bottomRight: right.bottomRight, bottomLeft: left.bottomLeft
        )
        return both.isConvexClockwise ? both : nil
    }
}
