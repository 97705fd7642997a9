import RectoCore
import RectoKernels

/// Reads the colors of a full-size frame along lines and measures the steps between them.
final class ColorSampler {
    /// Luma and two chroma channels, or red, green and blue, of the last line: one row each.
    private let profiles = Plane<Float>()

    /// Writes the sizes of color steps along a line into `steps`: |luma| + 2 |Cb| + 2 |Cr| at full range, each between
    /// the points `span` before and after.
    /// - Parameters:
    ///   - line: Starts `span` points before the first step.
    ///   - steps: Room for `count`.
    func measure(
        _ frame: FrameView, _ line: SampleLine, span: Int, count: Int, interpolates: Bool,
        into steps: UnsafeMutablePointer<Float>
    ) {
        let points = count + 2 * span
        profiles.reshape(width: points + 7, height: 3)
        func sample(_ channels: FrameChannels, firstRow: Int = 0, interpolates: Bool) {
            // SAFETY: the channels belong to the frame; the rows have room for whole vectors.
            sampleLine(
                channels, width: frame.size.width, height: frame.size.height, line: line, interpolates: interpolates,
                into: MutablePlaneView(profile(firstRow), stride: profiles.width, width: points, height: channels.count)
            )
        }
        switch frame {
        case .gray(let view):
            sample(FrameChannels(base: view.base, stride: view.stride, step: 1), interpolates: interpolates)
            addSteps(0, span, count, gain: 1, isFirst: true, into: steps)
        case .rgb(let view):
            sample(FrameChannels(base: view.base, stride: view.stride, step: 3, count: 3), interpolates: interpolates)
            separate(profile(0), profile(1), profile(2), count: points)
            addSteps(0, span, count, gain: 1, isFirst: true, into: steps)
            addSteps(1, span, count, gain: 2, isFirst: false, into: steps)
            addSteps(2, span, count, gain: 2, isFirst: false, into: steps)
        // Chroma is too coarse for interpolation to add detail.
        case .nv12(let view):
            sample(FrameChannels(base: view.luma, stride: view.lumaStride, step: 1), interpolates: interpolates)
            sample(
                FrameChannels(
                    base: view.chroma, stride: view.chromaStride, step: 2, xShift: 1, yShift: 1, count: 2),
                firstRow: 1, interpolates: false)
            addSteps(view.range, span, count, into: steps)
        case .yuyv(let view):
            let offsets = view.offsets
            sample(
                FrameChannels(base: view.base + offsets.luma, stride: view.stride, step: 2), interpolates: interpolates)
            sample(
                FrameChannels(
                    base: view.base + offsets.blue, stride: view.stride, step: 4, xShift: 1, count: 2, spacing: 2),
                firstRow: 1, interpolates: false)
            addSteps(view.range, span, count, into: steps)
        }
    }

    private func profile(_ row: Int) -> UnsafeMutablePointer<Float> { profiles.base + row * profiles.width }

    private func addSteps(_ range: YUVRange, _ span: Int, _ count: Int, into steps: UnsafeMutablePointer<Float>) {
        addSteps(0, span, count, gain: range.lumaGain, isFirst: true, into: steps)
        addSteps(1, span, count, gain: 2 * range.chromaGain, isFirst: false, into: steps)
        addSteps(2, span, count, gain: 2 * range.chromaGain, isFirst: false, into: steps)
    }

    /// Adds the steps of one channel; each value of a profile is the sum of three samples.
    private func addSteps(
        _ channel: Int, _ span: Int, _ count: Int, gain: Float, isFirst: Bool,
        into steps: UnsafeMutablePointer<Float>
    ) {
        let before = UnsafePointer(profile(channel))
        let after = before + 2 * span
        let share = gain / 3
        for index in 0..<count {
            let step = abs(after[index] - before[index]) * share
            steps[index] = isFirst ? step : steps[index] + step
        }
    }

    /// Converts red, green and blue to luma, Cb and Cr.
    private func separate(
        _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>, _ blue: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        for index in 0..<count {
            let luma: Float = 0.299 * red[index] + 0.587 * green[index] + 0.114 * blue[index]
            green[index] = (blue[index] - luma) * 0.564
            blue[index] = (red[index] - luma) * 0.713
            red[index] = luma
        }
    }
}
