public import RectoCore

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
