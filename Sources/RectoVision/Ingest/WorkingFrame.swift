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
    private let halved = Plane<Float>()
    private let meanScratch = Plane<Float>()
    private let downscaleScratch = Plane<UInt8>()
    private var plan: AreaPlan?

    /// The size of the frame that a picture is shrunk to: a long side of at most `longSide`, the same proportions.
    ///
    /// A picture too long for that, which an area mean cannot shrink so far, gets a larger frame.
    static func workingSize(of size: PixelSize, longSide: Int) -> (width: Int, height: Int) {
        let ratio = max(1, Double(size.longSide) / Double(longSide))
        // A tenth to spare: rounding a short side down makes its own ratio larger.
        let scale = 1 / min(ratio, 0.9 * Double(AreaPlan.maximumRatio))
        return (
            max(1, Int((Double(size.width) * scale).rounded())), max(1, Int((Double(size.height) * scale).rounded()))
        )
    }

    /// Shrinks a picture to `width × height` by area means, and smooths it.
    /// - Precondition: No side shrinks by more than ``AreaPlan/maximumRatio``.
    func load(_ source: SourceView, width: Int, height: Int) {
        reshape(width: width, height: height)
        switch source {
        case .gray(let view): loadGray(view)
        case .rgb(let view): loadRGB(view)
        }
        average()
    }

    /// The half-size level of another frame, smoothed again.
    func load(halfOf other: WorkingFrame) {
        reshape(width: max(1, other.width / 2), height: max(1, other.height / 2))
        for (source, target) in zip(other.planes, planes) {
            // SAFETY: `halved` and the target hold width × height floats of this frame, half those of the other.
            if other.width > 1, other.height > 1 {
                halvePlane(source.base, width: other.width, height: other.height, into: halved.base)
            } else {
                halved.fill(source.base[0])
            }
            smoothPlane(halved.base, width: width, height: height, into: target.base, row: row.base)
        }
        average()
    }

    private var planes: [Plane<Float>] { [luma, blueness, redness] }

    private func reshape(width: Int, height: Int) {
        self.width = width
        self.height = height
        for plane in planes { plane.reshape(width: width, height: height) }
        halved.reshape(width: width, height: height)
        averaged.reshape(width: width, height: height)
        row.reshape(width: width + 4, height: 1)
    }

    private func loadGray(_ view: GrayView) {
        let target = bytes[0]
        shrink(view.base, stride: view.stride, size: view.size, channels: 1, into: target)
        smoothPlane(target.base, stride: width, width: width, height: height, into: luma.base, row: row.base)
        blueness.fill(128)
        redness.fill(128)
    }

    private func loadRGB(_ view: RGBView) {
        shrink(view.base, stride: view.stride, size: view.size, channels: 3, into: small)
        for plane in bytes { plane.reshape(width: width, height: height) }
        planesFromRGB(
            small.base, stride: 3 * width, width: width, height: height, luma: bytes[0].base, blue: bytes[1].base,
            red: bytes[2].base, targetStride: width)
        for (source, target) in zip(bytes, planes) {
            smoothPlane(source.base, stride: width, width: width, height: height, into: target.base, row: row.base)
        }
    }

    /// The picture at working size, by area means.
    private func shrink(
        _ base: UnsafePointer<UInt8>, stride: Int, size: PixelSize, channels: Int, into target: Plane<UInt8>
    ) {
        target.reshape(width: channels * width, height: height)
        let plan = areaPlan(for: size)
        downscaleScratch.reshape(width: plan.scratchByteCount(channels: channels), height: 1)
        // SAFETY: the view holds the size's rows; the target and the scratch are shaped for the plan.
        areaDownscale(
            base, stride: stride, channels: channels, plan: plan, into: target.base, targetStride: channels * width,
            scratch: downscaleScratch.base)
    }

    private func areaPlan(for size: PixelSize) -> AreaPlan {
        if let plan, plan.sourceWidth == size.width, plan.sourceHeight == size.height, plan.targetWidth == width,
            plan.targetHeight == height
        {
            return plan
        }
        let made = AreaPlan(
            sourceWidth: size.width, sourceHeight: size.height, targetWidth: width, targetHeight: height)
        plan = made
        return made
    }

    private func average() {
        meanScratch.reshape(width: width + 2, height: 3)
        // SAFETY: the planes hold width × height elements, the scratch three rows with two more.
        meanColours(
            luma.base, blueness.base, redness.base, width: width, height: height, into: averaged.base,
            scratch: meanScratch.base)
    }
}
