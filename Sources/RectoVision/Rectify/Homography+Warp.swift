import RectoCore
import RectoKernels

extension Homography {
    /// As the warp kernels take it.
    var coefficients: WarpCoefficients { (a, b, c, d, e, f, g, h, i) }
}
