import RectoCore

extension Quad {
    /// The corners as [x, y], to a hundredth of a pixel.
    var jsonCorners: [[Double]] { corners.map { [$0.x.rounded(decimals: 2), $0.y.rounded(decimals: 2)] } }
}
