import RectoCore
import RectoKernels

/// Reads the colours of a full-size frame along lines, and tells how large the steps between them are.
final class ColourSampler {
    /// Luma and two chroma, or red, green and blue, of the last line.
    private let profiles = (Plane<Float>(), Plane<Float>(), Plane<Float>())

    /// Fills `steps` with the sizes of colour steps along a line: |luma| + 2 |Cb| + 2 |Cr| on the full range, each between
    /// the points `span` before and after.
    /// - Parameters:
    ///   - line: Starts `span` points before the first step.
    ///   - steps: Room for `count`.
    func measure(
        _ frame: FrameView, _ line: SampleLine, span: Int, count: Int, interpolates: Bool,
        into steps: UnsafeMutablePointer<Float>
    ) {
        let points = count + 2 * span
        let size = frame.size
        func sample(_ channel: FrameChannel, into profile: Plane<Float>, interpolates: Bool) {
            profile.reshape(width: points + 7, height: 1)
            // SAFETY: the channel is of the frame; the profile has room for whole vectors.
            sampleLine(
                channel, width: size.width, height: size.height, line: line, count: points, interpolates: interpolates,
                into: profile.base)
        }
        let (a, b, c) = (profiles.0, profiles.1, profiles.2)
        switch frame {
        case .gray(let view):
            sample(FrameChannel(base: view.base, stride: view.stride, step: 1), into: a, interpolates: interpolates)
            addSteps(a, span, count, gain: 1, isFirst: true, into: steps)
            return
        case .rgb(let view):
            for (channel, profile) in [a, b, c].enumerated() {
                sample(
                    FrameChannel(base: view.base + channel, stride: view.stride, step: 3), into: profile,
                    interpolates: interpolates)
            }
            separate(a.base, b.base, c.base, count: points)
            addSteps(a, span, count, gain: 1, isFirst: true, into: steps)
            addSteps(b, span, count, gain: 2, isFirst: false, into: steps)
            addSteps(c, span, count, gain: 2, isFirst: false, into: steps)
        // Chroma is too coarse for interpolation to tell more.
        case .nv12(let view):
            sample(FrameChannel(base: view.luma, stride: view.lumaStride, step: 1), into: a, interpolates: interpolates)
            for (channel, profile) in [b, c].enumerated() {
                sample(
                    FrameChannel(
                        base: view.chroma + channel, stride: view.chromaStride, step: 2, xShift: 1, yShift: 1),
                    into: profile, interpolates: false)
            }
            addSteps(view.range, span, count, into: steps)
        case .yuyv(let view):
            let offsets = view.offsets
            sample(
                FrameChannel(base: view.base + offsets.luma, stride: view.stride, step: 2), into: a,
                interpolates: interpolates)
            for (channel, profile) in [b, c].enumerated() {
                sample(
                    FrameChannel(
                        base: view.base + offsets.blue + 2 * channel, stride: view.stride, step: 4, xShift: 1),
                    into: profile, interpolates: false)
            }
            addSteps(view.range, span, count, into: steps)
        }
    }

    private func addSteps(_ range: YUVRange, _ span: Int, _ count: Int, into steps: UnsafeMutablePointer<Float>) {
        addSteps(profiles.0, span, count, gain: range.lumaGain, isFirst: true, into: steps)
        addSteps(profiles.1, span, count, gain: 2 * range.chromaGain, isFirst: false, into: steps)
        addSteps(profiles.2, span, count, gain: 2 * range.chromaGain, isFirst: false, into: steps)
    }

    /// Adds what a channel steps; a profile is the sum of three samples.
    private func addSteps(
        _ profile: Plane<Float>, _ span: Int, _ count: Int, gain: Float, isFirst: Bool,
        into steps: UnsafeMutablePointer<Float>
    ) {
        let before = UnsafePointer(profile.base)
        let after = before + 2 * span
        let share = gain / 3
        for index in 0..<count {
            let step = abs(after[index] - before[index]) * share
            steps[index] = isFirst ? step : steps[index] + step
        }
    }

    /// Red, green and blue as luma, Cb and Cr.
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
