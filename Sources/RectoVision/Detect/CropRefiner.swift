public import RectoCore

/// Moves a nearly correct quad onto the page's sides in a full-size picture: a live quad of ``QuadTracker``, found on a
/// smaller or an earlier frame, becomes the final crop.
///
/// The sides decide, not the corners: lines are fitted to the edges along each side, ignoring folds, tears and objects
/// at its ends, and the corners are where the lines cross. A side with no clear edge nearby stays where it was, and so
/// does a side that clearly more edges agree with at its old place than at the place of the strongest edges.
///
/// Cost on one core: about 0.4 ms at 1920 × 1080 and 0.5 ms at 3840 × 2160, in color.
public struct CropRefiner: Sendable {
    private var refiner = Scratch(Refiner())

    public init() {}

    /// - Parameters:
    ///   - quad: Corners in pixels of the frame (see `Quad.scaled(from:to:)`), convex and clockwise; any other quad
    ///     is returned unchanged, without sagittas.
    ///   - frame: The frame as it was captured.
    public mutating func refine(_ quad: Quad, in frame: FrameView) -> RefinedQuad {
        guard Self.isNear(quad, frame.size) else { return RefinedQuad(quad: quad) }
        return refiner.own().corners.refine(quad, in: frame, keepsBetter: true)
    }

    /// Returns the outline of a page, with those sides as curves that are seen near the sides of a quad.
    /// - Parameters: As for ``refine(_:in:)``; the quad does not change.
    public mutating func outline(of quad: Quad, in frame: FrameView) -> PageOutline {
        guard Self.isNear(quad, frame.size) else { return PageOutline(quad) }
        return refiner.own().corners.outline(of: quad, in: frame)
    }

    /// Whether a quad could be a page: convex, and not farther outside the frame than the frame is long.
    private static func isNear(_ quad: Quad, _ size: PixelSize) -> Bool {
        let reach = Double(size.longSide)
        let isInReach = (0..<4).allSatisfy { -reach...2 * reach ~= quad[$0].x && -reach...2 * reach ~= quad[$0].y }
        return isInReach && quad.isConvexClockwise
    }

    private final class Refiner: @unchecked Sendable {
        // Sendable: `CropRefiner` hands it to one owner at a time.
        let corners = CornerRefiner()
    }
}

/// The quad of a page on a full-size picture, with the shape of its sides.
public struct RefinedQuad: Hashable, Sendable {
    /// Where the page's sides cross, in pixels of the picture; the first corner is that of the original quad.
    public var quad: Quad
    /// How far the sides are bowed.
    public var sagittas: SideSagittas

    public init(quad: Quad, sagittas: SideSagittas = SideSagittas()) {
        self.quad = quad
        self.sagittas = sagittas
    }
}
