public import RectoCore

/// Brings a quad that is nearly right onto the page's sides in a full-size picture: a live quad of ``QuadTracker``,
/// found on a smaller or an earlier frame, becomes the final crop.
///
/// The sides decide, not the corners: lines are fitted to the edges along each side, past whatever folds, tears or
/// covers its ends, and the corners are where they cross. A side that shows no clear edge near by stays where it was,
/// and so does one with which clearly more edges agree there than where the strongest were found.
///
/// Cost on one core: about 0.4 ms at 1920 × 1080 and 0.5 ms at 3840 × 2160, in color.
public struct CropRefiner: Sendable {
    private var refiner = Scratch(Refiner())

    public init() {}

    /// - Parameters:
    ///   - quad: Corners in pixels of the frame (see `Quad.scaled(from:to:)`), convex and clockwise; any other quad
    ///     comes back as it is, without sagittas.
    ///   - frame: As it was captured.
    public mutating func refine(_ quad: Quad, in frame: FrameView) -> RefinedQuad {
        guard Self.isNear(quad, frame.size) else { return RefinedQuad(quad: quad) }
        return refiner.own().corners.refine(quad, in: frame, keepsBetter: true)
    }

    /// A page's outline with the sides that are seen near a quad's, as curves.
    /// - Parameters: As of ``refine(_:in:)``; the quad stays as it is.
    public mutating func outline(of quad: Quad, in frame: FrameView) -> PageOutline {
        guard Self.isNear(quad, frame.size) else { return PageOutline(quad) }
        return refiner.own().corners.outline(of: quad, in: frame)
    }

    /// Whether a quad is one that could be a page's: convex, and not farther outside the frame than that is long.
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

/// A page's quad on a full-size picture, with what its sides look like.
public struct RefinedQuad: Hashable, Sendable {
    /// Where the page's sides cross, in pixels of the picture; its first corner is that of the quad that was refined.
    public var quad: Quad
    /// How far the sides are bowed.
    public var sagittas: SideSagittas

    public init(quad: Quad, sagittas: SideSagittas = SideSagittas()) {
        self.quad = quad
        self.sagittas = sagittas
    }
}
