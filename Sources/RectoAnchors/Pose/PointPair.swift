/// A place on an anchor and where it was seen in a frame, in pixels of either.
package struct PointPair: BitwiseCopyable, Sendable {
    /// On the anchor.
    package var x, y: Double
    /// In the frame.
    package var u, v: Double
    /// How much it is worth beside the others; at least 0.
    package var weight: Double

    package init(x: Double, y: Double, u: Double, v: Double, weight: Double = 1) {
        (self.x, self.y, self.u, self.v, self.weight) = (x, y, u, v, weight)
    }
}
