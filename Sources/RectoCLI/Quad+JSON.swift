import RectoCore
import RectoVision

extension Quad {
    /// The corners as [x, y], to a hundredth of a pixel.
    var jsonCorners: [[Double]] { corners.map { [$0.x.rounded(decimals: 2), $0.y.rounded(decimals: 2)] } }
}

extension SideSagittas {
    /// Of the sides top, right, bottom, left, null where one was not seen; nothing if none is bowed.
    var json: [Double?]? { areBowed ? sides.map { $0?.rounded(decimals: 4) } : nil }
}
