import RectoCore
import RectoKernels

/// A frame at working scale: luma and chroma as smoothed floats, and their local means.
final class WorkingFrame {
    private(set) var width = 0
    private(set) var height = 0
    /// Luma, 0…255, smoothed by σ = 1.
    let luma = Plane<Float>()
    /// Cb and Cr, 0…255 with gray at 128, smoothed likewise.
    let blueness = Plane<Float>()
    let redness = Plane<Float>()
    /// Mean luma, Cb and Cr of 3 × 3 pixels; the fourth lane is 0.
    let averaged = Plane<SIMD4<Float>>()

    private let small = Plane<UInt8>()
    private let bytes = [Plane<UInt8>(), Plane<UInt8>(), Plane<UInt8>()]
    private let row = Plane<Float>()

    /// Shrinks a picture by area means until its long side is at most `longSide` pixels, and smooths it.
    func load(_ source: SourceView, longSide: Int) {
        let size = source.size
        let scale = min(1, Double(longSide) / Double(size.longSide))
        reshape(
            width: max(1, Int((Double(size.width) * scale).rounded())),
            height: max(1, Int((Double(size.height) * scale).rounded())))
        switch source {
        case .gray(let view): loadGray(view)
        case .rgb(let view): loadRGB(view)
        }
        average()
    }

    /// The half-size level of another frame, smoothed again.
    func load(halfOf other: WorkingFrame) {
        reshape(width: max(1, other.width / 2), height: max(1, other.height / 2))
        let scratch = averagedScratch
        for (source, target) in zip(other.planes, planes) {
            // SAFETY: the scratch and the target hold width × height floats of this frame, half those of the other.
            if other.width > 1, other.height > 1 {
                halvePlane(source.base, width: other.width, height: other.height, into: scratch.base)
            } else {
                scratch.fill(source.base[0])
            }
            smoothPlane(scratch.base, width: width, height: height, into: target.base, row: row.base)
        }
        average()
    }

    private let averagedScratch = Plane<Float>()
    private var planes: [Plane<Float>] { [luma, blueness, redness] }

    private func reshape(width: Int, height: Int) {
        self.width = width
        self.height = height
        for plane in planes { plane.reshape(width: width, height: height) }
        averagedScratch.reshape(width: width, height: height)
        averaged.reshape(width: width, height: height)
        row.reshape(width: width + 4, height: 1)
    }

    private func loadGray(_ view: GrayView) {
        let target = bytes[0]
        target.reshape(width: width, height: height)
        areaDownscale(
            view.base, sourceStride: view.stride, width: view.width, height: view.height, channels: 1,
            into: target.base, targetStride: width, targetWidth: width, targetHeight: height)
        smoothPlane(target.base, sourceStride: width, width: width, height: height, into: luma.base, row: row.base)
        blueness.fill(128)
        redness.fill(128)
    }

    private func loadRGB(_ view: RGBView) {
        small.reshape(width: 3 * width, height: height)
        areaDownscale(
            view.base, sourceStride: view.stride, width: view.width, height: view.height, channels: 3,
            into: small.base, targetStride: 3 * width, targetWidth: width, targetHeight: height)
        for plane in bytes { plane.reshape(width: width, height: height) }
        planesFromRGB(
            small.base, sourceStride: 3 * width, luma: bytes[0].base, cb: bytes[1].base, cr: bytes[2].base,
            planeStride: width, width: width, height: height)
        for (source, target) in zip(bytes, planes) {
            smoothPlane(
                source.base, sourceStride: width, width: width, height: height, into: target.base, row: row.base)
        }
    }

    private func average() {
        for y in 0..<height {
            let rows = (max(y - 1, 0) * width, y * width, min(y + 1, height - 1) * width)
            @inline(__always) func column(_ x: Int) -> SIMD4<Float> {
                @inline(__always) func sum(_ plane: Plane<Float>) -> Float {
                    plane.base[rows.0 + x] + plane.base[rows.1 + x] + plane.base[rows.2 + x]
                }
                return SIMD4(sum(luma), sum(blueness), sum(redness), 0)
            }
            var (left, here) = (column(0), column(0))
            for x in 0..<width {
                let right = column(min(x + 1, width - 1))
                averaged.base[y * width + x] = (left + here + right) * (1 / 9)
                (left, here) = (here, right)
            }
        }
    }
}
