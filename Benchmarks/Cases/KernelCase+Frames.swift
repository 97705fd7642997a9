import RectoCore
import RectoKernels

// SAFETY, of all calls below: sources are pictures of the inputs' size without padding, and targets and scratch memory
// are sized for that; the closures keep both alive.
extension KernelCase {
    /// Scaling of camera frames for page detection, and sampling along a page's sides.
    static var frames: [KernelCase] {
        let (width, height) = working
        return [
            KernelCase("areaYUYVTo320Columns") { input in
                let (w, h) = (input.size.width, input.size.height)
                let plan = AreaPlanYUYV(sourceWidth: w, sourceHeight: h, targetWidth: width, targetHeight: height)
                let targets = (0..<3).map { _ in Buffer<UInt8>(count: width * height) }
                let scratch = Buffer<UInt8>(count: plan.scratchByteCount)
                return {
                    areaDownscaleYUYV(
                        PlaneView(
                            input.yuyv.base, stride: 2 * w, width: plan.luma.sourceWidth, height: plan.luma.sourceHeight
                        ), plan: plan,
                        into: YCbCrPlanes(
                            luma: MutablePlaneView(
                                targets[0].base, stride: width, width: plan.luma.targetWidth,
                                height: plan.luma.targetHeight),
                            blue: MutablePlaneView(
                                targets[1].base, stride: width, width: plan.luma.targetWidth,
                                height: plan.luma.targetHeight),
                            red: MutablePlaneView(
                                targets[2].base, stride: width, width: plan.luma.targetWidth,
                                height: plan.luma.targetHeight)), scratch: scratch.base)
                }
            },
            KernelCase("areaChromaOfNV12To320Columns") { input in
                let (w, h) = (input.size.width, input.size.height)
                let plan = AreaPlan(
                    sourceWidth: w, sourceHeight: h, targetWidth: width, targetHeight: height, samples: .chromaOfNV12)
                let targets = (0..<2).map { _ in Buffer<UInt8>(count: width * height) }
                let scratch = Buffer<UInt8>(count: plan.scratchByteCount(channels: 1))
                return {
                    areaDownscaleNV12(
                        chroma: PlaneView(
                            input.gray.base, stride: w, width: (plan.sourceWidth + 1) / 2,
                            height: (plan.sourceHeight + 1) / 2), plan: plan,
                        blue: MutablePlaneView(
                            targets[0].base, stride: width, width: plan.targetWidth, height: plan.targetHeight),
                        red: MutablePlaneView(
                            targets[1].base, stride: width, width: plan.targetWidth, height: plan.targetHeight),
                        scratch: scratch.base)
                }
            },
            sampling("sampleLine", interpolates: false), sampling("sampleLineBetweenPixels", interpolates: true),
        ]
    }

    /// A page's side with a thousand points, as each refinement samples it along its normals.
    private static func sampling(_ operation: String, interpolates: Bool) -> KernelCase {
        KernelCase(operation, "1000x1") { input in
            let (w, h) = (input.size.width, input.size.height)
            let channels = FrameChannels(base: input.gray.base, stride: w, step: 1)
            let line = SampleLine(x: 200, y: 40, stepX: 0.9, stepY: 0.3, sideX: -1.2, sideY: 1.6)
            let result = Buffer<Float>(count: 1008)
            return {
                // The channels do not keep the picture alive.
                withExtendedLifetime(input) {
                    sampleLine(
                        channels, width: w, height: h, line: line, interpolates: interpolates,
                        into: MutablePlaneView(result.base, stride: 1008, width: 1000, height: channels.count))
                }
            }
        }
    }
}
