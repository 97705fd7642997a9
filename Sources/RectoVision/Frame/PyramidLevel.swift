import RectoCore
import RectoKernels

/// A frame scaled to a long side: the scale at which pages are searched.
final class PyramidLevel {
    /// Target length of the long side, in pixels.
    let longSide: Int
    /// The picture at this scale, smoothed by σ = 1.
    let planes = ColorPlanes()
    /// The planes at half the size, smoothed again.
    let half = ColorPlanes()
    /// Mean luma, Cb and Cr of 5 × 5 pixels. The fourth lane is 0, and so is the chroma of a gray picture.
    let averaged = Plane<SIMD4<Float>>()

    private let small = Plane<UInt8>()
    private let (lumaBytes, blueBytes, redBytes) = (Plane<UInt8>(), Plane<UInt8>(), Plane<UInt8>())
    private let row = Plane<Float>()
    private let meanScratch = Plane<Float>()
    private let downscaleScratch = Plane<UInt8>()
    private var plan: AreaPlan?
    private var chromaPlan: AreaPlan?
    private var planYUYV: AreaPlanYUYV?

    init(longSide: Int) { self.longSide = longSide }

    var width: Int { planes.width }
    var height: Int { planes.height }

    /// The size of the level for a picture: a long side of at most `longSide`, with the same proportions.
    ///
    /// Pictures too large to be scaled that far by an area mean get a larger level.
    static func size(for picture: PixelSize, longSide: Int) -> (width: Int, height: Int) {
        let ratio = max(1, Double(picture.longSide) / Double(longSide))
        // A tenth to spare: rounding the short side down increases its ratio.
        let scale = 1 / min(ratio, 0.9 * Double(AreaPlan.maximumRatio))
        return (
            max(1, Int((Double(picture.width) * scale).rounded())),
            max(1, Int((Double(picture.height) * scale).rounded()))
        )
    }

    /// Shrinks a picture by area means, smooths it, and derives the local means and the half size.
    func load(_ source: FrameView) {
        let (width, height) = Self.size(for: source.size, longSide: longSide)
        let hasChroma = if case .gray = source { false } else { true }
        planes.reshape(width: width, height: height, hasChroma: hasChroma)
        row.reshape(width: width + 4, height: 1)
        for plane in [lumaBytes, blueBytes, redBytes] { plane.reshape(width: width, height: height) }
        switch source {
        case .gray(let view):
            shrink(view.base, stride: view.stride, size: view.size, channels: 1, into: lumaBytes)
            smooth(.full)
        case .rgb(let view):
            loadRGB(view)
            smooth(.full)
        case .nv12(let view):
            shrink(view.luma, stride: view.lumaStride, size: view.size, channels: 1, into: lumaBytes)
            shrinkChroma(view)
            smooth(view.range)
        case .yuyv(let view):
            shrink(view)
            smooth(view.range)
        }
        average()
        half.load(halfOf: planes)
    }

    private func loadRGB(_ view: RGBView) {
        shrink(view.base, stride: view.stride, size: view.size, channels: 3, into: small)
        planesFromRGB(
            PlaneView(small.base, stride: 3 * width, width: width, height: height),
            into: YCbCrPlanes(luma: lumaBytes.mutableView, blue: blueBytes.mutableView, red: redBytes.mutableView))
    }

    /// Converts the small planes to floats at full range.
    private func smooth(_ range: YUVRange) {
        func smooth(_ source: Plane<UInt8>, _ gain: Float, zero: Float, at level: Float, into target: Plane<Float>) {
            smoothPlane(source.view, gain: gain, offset: level - gain * zero, into: target.base, row: row.base)
        }
        smooth(lumaBytes, range.lumaGain, zero: range.black, at: 0, into: planes.luma)
        if let chroma = planes.chroma {
            smooth(blueBytes, range.chromaGain, zero: 128, at: 128, into: chroma.blue)
            smooth(redBytes, range.chromaGain, zero: 128, at: 128, into: chroma.red)
        }
    }

    /// The picture at working size, by area means.
    private func shrink(
        _ base: UnsafePointer<UInt8>, stride: Int, size: PixelSize, channels: Int, into target: Plane<UInt8>
    ) {
        target.reshape(width: channels * width, height: height)
        let plan = plan(for: size)
        downscaleScratch.reshape(width: plan.scratchByteCount(channels: channels), height: 1)
        // SAFETY: the view holds the size's rows; the target and the scratch are shaped for the plan.
        areaDownscale(
            PlaneView(base, stride: stride, width: plan.sourceWidth, height: plan.sourceHeight), channels: channels,
            plan: plan,
            into: MutablePlaneView(
                target.base, stride: channels * width, width: plan.targetWidth, height: plan.targetHeight),
            scratch: downscaleScratch.base)
    }

    private func shrinkChroma(_ view: NV12View) {
        let plan = chromaPlan(for: view.size)
        downscaleScratch.reshape(width: plan.scratchByteCount(), height: 1)
        // SAFETY: the view holds the size's rows of pairs; the planes and the scratch are shaped for the plan.
        areaDownscaleNV12(
            chroma: view.chromaPlane, plan: plan, blue: blueBytes.mutableView, red: redBytes.mutableView,
            scratch: downscaleScratch.base)
    }

    private func shrink(_ view: YUYVView) {
        let plan = planYUYV(for: view.size)
        downscaleScratch.reshape(width: plan.scratchByteCount, height: 1)
        // SAFETY: the view holds the size's rows of pairs; the planes and the scratch are shaped for the plan.
        areaDownscaleYUYV(
            view.plane, plan: plan, offsets: view.offsets,
            into: YCbCrPlanes(luma: lumaBytes.mutableView, blue: blueBytes.mutableView, red: redBytes.mutableView),
            scratch: downscaleScratch.base)
    }

    private func plan(for size: PixelSize) -> AreaPlan {
        if let plan, isFor(plan, size) { return plan }
        let made = AreaPlan(
            sourceWidth: size.width, sourceHeight: size.height, targetWidth: width, targetHeight: height)
        plan = made
        return made
    }

    private func chromaPlan(for size: PixelSize) -> AreaPlan {
        if let chromaPlan, isFor(chromaPlan, size) { return chromaPlan }
        let made = AreaPlan(
            sourceWidth: size.width, sourceHeight: size.height, targetWidth: width, targetHeight: height,
            samples: .chromaOfNV12)
        chromaPlan = made
        return made
    }

    private func planYUYV(for size: PixelSize) -> AreaPlanYUYV {
        if let planYUYV, isFor(planYUYV.luma, size) { return planYUYV }
        let made = AreaPlanYUYV(
            sourceWidth: size.width, sourceHeight: size.height, targetWidth: width, targetHeight: height)
        planYUYV = made
        return made
    }

    private func isFor(_ plan: AreaPlan, _ size: PixelSize) -> Bool {
        plan.sourceWidth == size.width && plan.sourceHeight == size.height && plan.targetWidth == width
            && plan.targetHeight == height
    }

    private func average() {
        averaged.reshape(width: width, height: height)
        meanScratch.reshape(width: meanColorsScratchCount(width: width), height: 1)
        // SAFETY: the planes hold width × height elements.
        meanColors(
            FloatPlanes(
                planes.luma.base, planes.chroma?.blue.base, planes.chroma?.red.base, width: width, height: height),
            into: averaged.base, scratch: meanScratch.base)
    }
}
