package import RectoCore

/// The value of a detector's answer to a user.
package struct PageVerdict {
    /// Whether a quad was shown, and whether its confidence suffices for capturing it without confirmation.
    package var isShown: Bool
    package var isCaptured: Bool
    /// Intersection over union with the best matching outline, within the picture; 0 if nothing was shown or there is
    /// no page.
    package var overlap = 0.0
    /// Share of the page, within the picture, outside the quad; 0 if nothing was shown.
    package var lostShare = 0.0

    /// - Parameters:
    ///   - quad: The best quad, clockwise; `nil` if none was found.
    ///   - confidence: Confidence of the quad.
    ///   - size: Size of the picture.
    package init(
        quad: Quad?, confidence: Double, content: WildFolder.Content, in size: PixelSize, show: Double, capture: Double
    ) {
        isShown = quad != nil && confidence >= show
        isCaptured = quad != nil && confidence >= capture
        guard isShown, let quad else { return }
        let picture = Quad(size)
        switch content {
        case .pages(let outlines):
            for outline in outlines {
                let (found, whole) = (picture.intersectionArea(with: quad), picture.intersectionArea(with: outline))
                let common = Self.commonArea(quad, outline, picture)
                let union = found + whole - common
                guard union > 0, common / union >= overlap else { continue }
                overlap = common / union
                lostShare = whole > 0 ? 1 - common / whole : 0
            }
        case .fills: lostShare = 1 - picture.intersectionArea(with: quad) / picture.area
        case .noPage: break
        }
    }

    /// Whether the page was found.
    package var isRight: Bool { isShown && overlap >= 0.9 }
    /// Whether a page that fills the picture was cropped.
    package var isCropped: Bool { isShown && lostShare > Self.largestCrop }
    /// Whether more than the margin of a page is lost.
    package var losesContent: Bool { isShown && lostShare > Self.largestLoss }

    private static let largestCrop = 0.04
    private static let largestLoss = 0.03

    /// The common area of a quad and an outline within the picture.
    ///
    /// The intersection is convex with up to eight corners: it is clipped to the picture in triangles.
    private static func commonArea(_ quad: Quad, _ outline: Quad, _ picture: Quad) -> Double {
        let shared = quad.intersection(with: outline)
        guard shared.count > 2 else { return 0 }
        return (1..<shared.count - 1).reduce(0) { sum, index in
            let triangle = Quad(
                topLeft: shared[0], topRight: shared[index], bottomRight: shared[index + 1],
                bottomLeft: shared[index + 1])
            return sum + picture.intersectionArea(with: triangle)
        }
    }
}

extension Quad {
    /// The corners of the intersection of two convex, clockwise quads.
    fileprivate func intersection(with other: Quad) -> [Point2D] {
        var points = other.corners
        for side in 0..<4 {
            let (origin, direction) = (self[side], self[(side + 1) & 3] - self[side])
            var kept: [Point2D] = []
            for (index, point) in points.enumerated() {
                let previous = points[(index + points.count - 1) % points.count]
                let (here, before) = (direction.cross(point - origin), direction.cross(previous - origin))
                if (here >= 0) != (before >= 0) {
                    kept.append(previous + (point - previous) * (before / (before - here)))
                }
                if here >= 0 { kept.append(point) }
            }
            points = kept
            if points.isEmpty { return [] }
        }
        return points
    }
}
