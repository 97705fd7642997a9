import Glibc
import Recto
import RectoCore
import RectoVision

extension Quad {
    /// The corners as [x, y], to a hundredth of a pixel.
    var jsonCorners: [[Double]] { corners.map { [$0.x.rounded(decimals: 2), $0.y.rounded(decimals: 2)] } }
}

extension SideSagittas {
    /// The sagittas of the top, right, bottom and left side, null for those not seen; `nil` if none is bowed.
    var json: [Double?]? { areBowed ? sides.map { $0?.rounded(decimals: 4) } : nil }
}

extension Double {
    /// Rounded for output.
    func rounded(decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        return (self * scale).rounded() / scale
    }
}

extension Duration {
    /// Seconds, to a microsecond.
    var jsonSeconds: Double { (inMilliseconds / 1000).rounded(decimals: 6) }
}

extension StageTimings {
    /// The stages that ran, in milliseconds.
    var json: [String: Double] {
        var times: [String: Double] = [:]
        for stage in Stage.allCases { times[stage.rawValue] = self[stage]?.inMilliseconds.rounded(decimals: 3) }
        return times
    }
}
