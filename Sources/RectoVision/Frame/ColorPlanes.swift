import RectoCore
import RectoKernels

/// The luma and chroma of a small picture as floats.
final class ColorPlanes {
    private(set) var width = 0
    private(set) var height = 0
    /// Luma, 0…255.
    let luma = Plane<Float>()
    /// Cb and Cr, 0…255 with gray at 128; `nil` for a gray picture.
    var chroma: (blue: Plane<Float>, red: Plane<Float>)? { hasChroma ? (blueness, redness) : nil }

    private var hasChroma = false
    private let blueness = Plane<Float>()
    private let redness = Plane<Float>()
    private let row = Plane<Float>()
    private let halved = Plane<Float>()

    /// Resizes the planes; their contents are then unspecified.
    func reshape(width: Int, height: Int, hasChroma: Bool) {
        self.width = width
        self.height = height
        self.hasChroma = hasChroma
        luma.reshape(width: width, height: height)
        guard hasChroma else { return }
        blueness.reshape(width: width, height: height)
        redness.reshape(width: width, height: height)
    }

    /// Loads other planes at half their size, smoothed by σ = 1.
    func load(halfOf other: ColorPlanes) {
        reshape(width: max(1, other.width / 2), height: max(1, other.height / 2), hasChroma: other.hasChroma)
        row.reshape(width: width + 4, height: 1)
        halved.reshape(width: width, height: height)
        loadHalf(of: other.luma, into: luma)
        if hasChroma {
            loadHalf(of: other.blueness, into: blueness)
            loadHalf(of: other.redness, into: redness)
        }
    }

    private func loadHalf(of source: Plane<Float>, into target: Plane<Float>) {
        // SAFETY: `halved` and the target hold width × height floats of this picture.
        if source.width > 1, source.height > 1 {
            halvePlane(source.view, into: halved.mutableView)
        } else {
            halved.fill(source.base[0])
        }
        smoothPlane(halved.view, into: target.base, row: row.base)
    }
}
