import RectoCore
import RectoKernels

/// Running sums along each line and on both sides of it.
///
/// The mean over any piece of any line takes only two loads and a subtraction, so that thousands of quads cost little.
final class LineProfiles {
    struct Parameters: Hashable, Sendable {
        /// Alignment (cos²) of gradient and normal at or above which an edge begins to count, and the width of the ramp
        /// to a full edge.
        var alignmentStart: Float = 0.75
        var alignmentRange: Float = 0.2
        /// Edge strength that counts as a full edge.
        var fullStrength: Float = 0.5
        /// Distance from the line at which the colors of its sides are sampled, in pixels; each is a mean of 5 × 5
        /// pixels.
        var sideDistance: Float = 4
        /// The value at which color steps are capped, in gray levels (sum over channels).
        var largestStep: Float = 40
    }

    /// Sums over the samples before one, from one end of the line.
    struct Sums {
        /// Edge support, samples in the frame, color step, unused.
        var line = SIMD4<Float>(repeating: 0)
        /// Luma, two chroma channels and sum of squares on the side of smaller offsets.
        var before = SIMD4<Float>(repeating: 0)
        /// The same on the side of larger offsets.
        var after = SIMD4<Float>(repeating: 0)

        var support: Float { line[0] }
        var visible: Float { line[1] }
        var step: Float { line[2] }

        /// Edge support per visible sample; a piece outside the frame is assumed to have some.
        func coverage(minimumVisible: Float) -> Float {
            visible > minimumVisible ? support / visible : Self.coverageOutside
        }

        private static let coverageOutside: Float = 0.35

        static func - (a: Sums, b: Sums) -> Sums {
            Sums(line: a.line - b.line, before: a.before - b.before, after: a.after - b.after)
        }
    }

    /// The indices of the first stored running sum of a line, which is 0, and of the last.
    private struct Span {
        var low: Int
        var high: Int
    }

    /// Samples lie at −reach…reach pixels from the foot of the frame's center.
    private(set) var reach = 0
    private let sums = Plane<Sums>()
    /// The span of each line.
    private let spans = Plane<Span>()

    /// Number of directions, one per degree.
    private static let directions = 180
    /// Cosines and sines of twice the directions.
    private let (doubleCosines, doubleSines) = (Plane<Float>(), Plane<Float>())
    private let gates = Plane<Float>()
    /// The pixels along a line and beside it.
    private let places = Plane<Int32>()

    init() {
        for plane in [doubleCosines, doubleSines] { plane.reshape(width: Self.directions, height: 1) }
        for direction in 0..<Self.directions {
            let angle = Double(direction) * .pi / 90
            doubleCosines.base[direction] = Float(cos(angle))
            doubleSines.base[direction] = Float(sin(angle))
        }
    }

    /// Number of running sums of a line: one more than there are samples.
    private var count: Int { 2 * reach + 2 }

    /// The running sums of one line; beyond the frame they stay as they are at its border.
    struct LineSums {
        fileprivate let base: UnsafePointer<Sums>
        fileprivate let low: Int
        fileprivate let high: Int

        /// The sums over the samples before a given one, counted from the line's end at −reach.
        @inline(__always)
        subscript(sample: Int) -> Sums { base[min(max(sample, low), high)] }

        /// The sums in the form that ``cutSides`` reads.
        func support(_ reach: Int) -> LineSupport {
            // SAFETY: sums are three vectors of four floats.
            LineSupport(
                sums: UnsafeRawPointer(base).assumingMemoryBound(to: Float.self), low: low, high: high, reach: reach)
        }
    }

    /// A borrowed view of the sums, which is cheap to pass on and valid until the next measurement.
    struct View {
        let reach: Int
        private let base: UnsafePointer<Sums>
        private let spans: UnsafePointer<Span>
        private let stride: Int

        init(_ profiles: LineProfiles) {
            reach = profiles.reach
            base = UnsafePointer(profiles.sums.base)
            spans = UnsafePointer(profiles.spans.base)
            stride = profiles.sums.width
        }

        @inline(__always)
        func sums(ofLine line: Int) -> LineSums {
            LineSums(base: base + line &* stride, low: spans[line].low, high: spans[line].high)
        }

        /// The samples of a line between two of its points, except for a little at both ends, where corners are
        /// rounded.
        @inline(__always)
        func samples(of line: Line, from start: Point2D, to end: Point2D) -> Samples {
            // Position along the line: the direction is the normal turned by 90°.
            let startPosition: Double = start.y * line.normalX - start.x * line.normalY
            let endPosition: Double = end.y * line.normalX - end.x * line.normalY
            return samples(
                from: Float(min(startPosition, endPosition)), to: Float(max(startPosition, endPosition)))
        }

        /// The samples between two positions along a line: see ``samples(of:from:to:)``.
        @inline(__always)
        func samples(from low: Float, to high: Float) -> Samples {
            let inset = min(3, (high - low) * 0.05)
            let last = 2 &* reach &+ 1
            let first = min(max(nearestInteger(low + inset) &+ reach, 0), last &- 1)
            let end = max(min(max(nearestInteger(high - inset) &+ reach, 1), last), first &+ 1)
            return Samples(first: first, end: end, length: high - low)
        }
    }

    /// A piece of a line: running sums from `first` to `end`, never empty.
    struct Samples {
        var first: Int
        var end: Int
        /// Distance between the two points, in pixels.
        var length: Float
    }

    /// - Parameters:
    ///   - field: The gradient field of the level.
    ///   - colors: The averaged colors of the level.
    func measure(_ lines: [Line], field: GradientField, colors: Plane<SIMD4<Float>>, _ parameters: Parameters) {
        let (width, height) = (field.width, field.height)
        reach = Int(Double(width * width + height * height).squareRoot() / 2) + 1
        sums.reshape(width: count, height: max(lines.count, 1))
        spans.reshape(width: max(lines.count, 1), height: 1)
        for (index, line) in lines.enumerated() {
            let span = samplesInFrame(of: line, width: width, height: height)
            spans.base[index] = span
            measure(line, span, field, colors, parameters, into: sums.base + index * count)
        }
    }

    /// The samples whose nearest pixel is in the frame, as the range of running sums around them.
    private func samplesInFrame(of line: Line, width: Int, height: Int) -> Span {
        var (low, high) = (Double(-reach), Double(reach))
        // Position along the line where it enters and leaves the strip 0...size of one coordinate.
        func clip(_ foot: Double, _ step: Double, _ size: Double) {
            if abs(step) < 1e-9 {
                if !(0...size ~= foot) { high = -.infinity }
                return
            }
            let (a, b) = (-foot / step, (size - foot) / step)
            low = max(low, min(a, b))
            high = min(high, max(a, b))
        }
        clip(line.normalX * line.offset + Double(width) / 2, -line.normalY, Double(width - 1))
        clip(line.normalY * line.offset + Double(height) / 2, line.normalX, Double(height - 1))
        guard high >= low else { return Span(low: reach, high: reach) }
        let first = Int(low.rounded(.up)) + reach
        return Span(low: first, high: max(first, Int(high.rounded(.down)) + reach + 1))
    }

    private func measure(
        _ line: Line, _ span: Span, _ field: GradientField, _ colors: Plane<SIMD4<Float>>, _ parameters: Parameters,
        into out: UnsafeMutablePointer<Sums>
    ) {
        let (c, s, r) = (Float(line.normalX), Float(line.normalY), Float(line.offset))
        fillGates(line, parameters)
        let gates = gates.base
        let (edges, colors) = (field.edges.base, colors.base)
        let number = span.high - span.low
        places.reshape(width: number + 7, height: 5)
        let room = places.width
        // SAFETY: there are five rows with room for whole vectors, and the places are in the frame.
        linePlaces(
            PlacedLine(
                cosine: c, sine: s, offset: r, width: field.width, height: field.height,
                distance: parameters.sideDistance), first: span.low - reach, width: field.width, height: field.height,
            into: MutablePlaneView(places.base, stride: room, width: number, height: 5))
        let places = UnsafePointer(places.base)
        @inline(__always) func support(_ place: Int) -> Float {
            let edge = edges[Int(places[place])]
            return edge.strength * gates[Int(edge.direction)]
        }
        let fullSupport = 1 / parameters.fullStrength
        var running = Sums()
        var (before, after) = (running.before, running.after)
        var step: Float = 0
        out[span.low] = running
        for sample in span.low..<span.high {
            let place = sample &- span.low
            let nearby = max(support(room &+ place), support(2 &* room &+ place))
            let best = max(nearby, support(3 &* room &+ place))
            // Means of 5 × 5 pixels change little from one sample to the next, so every other one serves for both.
            if place & 1 == 0 {
                before = colors[Int(places[place])]
                after = colors[Int(places[4 &* room &+ place])]
                let difference = after - before
                let size: Float = abs(difference[0]) + abs(difference[1]) + abs(difference[2])
                step = min(size, parameters.largestStep)
                before[3] = (before * before).sum()
                after[3] = (after * after).sum()
            }
            running.line += SIMD4(min(best * fullSupport, 1), 1, step, 0)
            running.before += before
            running.after += after
            out[sample + 1] = running
        }
    }

    /// Sets ``gates`` to the weights of edges of each direction for a line: see ``Parameters/alignmentStart``.
    private func fillGates(_ line: Line, _ parameters: Parameters) {
        let (c, s) = (Float(line.normalX), Float(line.normalY))
        let (doubleCosine, doubleSine): (Float, Float) = (c * c - s * s, 2 * c * s)
        gates.reshape(width: Self.directions, height: 1)
        for direction in 0..<Self.directions {
            let alignment: Float =
                0.5 + 0.5 * (doubleCosines.base[direction] * doubleCosine + doubleSines.base[direction] * doubleSine)
            gates.base[direction] = min(max((alignment - parameters.alignmentStart) / parameters.alignmentRange, 0), 1)
        }
    }
}
