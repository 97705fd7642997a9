internal import CVector

/// Channels of a frame: the layout of their samples.
public struct FrameChannels {
    let base: UnsafePointer<UInt8>
    let stride: Int
    /// Bytes between samples of a channel.
    let step: Int
    /// Pixels that a sample covers along each axis, as powers of 2.
    let (xShift, yShift): (Int, Int)
    /// Number of channels.
    public let count: Int
    /// Bytes from a sample to the next channel's. If two channels are two bytes apart, the byte before the first also
    /// belongs to the frame.
    let spacing: Int

    public init(
        base: UnsafePointer<UInt8>, stride: Int, step: Int, xShift: Int = 0, yShift: Int = 0, count: Int = 1,
        spacing: Int = 1
    ) {
        (self.base, self.stride, self.step, self.xShift, self.yShift) = (base, stride, step, xShift, yShift)
        (self.count, self.spacing) = (count, spacing)
    }
}

/// Equally spaced points on a straight line.
public struct SampleLine: BitwiseCopyable, Sendable {
    /// The first point, in pixels; pixel centers are at +0.5.
    var (x, y): (Float, Float)
    /// Step between points.
    var (stepX, stepY): (Float, Float)
    /// Step to the two additional points sampled on both sides of each point.
    var (sideX, sideY): (Float, Float)

    public init(x: Float, y: Float, stepX: Float, stepY: Float, sideX: Float, sideY: Float) {
        (self.x, self.y, self.stepX, self.stepY) = (x, y, stepX, stepY)
        (self.sideX, self.sideY) = (sideX, sideY)
    }
}

/// For each channel and point of a line, the sum of three samples: at the point and on both sides of it. Points beyond
/// the border have the border's value.
/// - Parameters:
///   - channels: Channels of a frame of `width × height` pixels, each side below 2²².
///   - interpolates: Whether to interpolate between pixels; otherwise the pixel that contains a point is used. Each
///     sample must then cover one pixel, and samples that are two bytes apart have one byte after each of them.
///   - result: A row for each channel with one sum per point, and room for that rounded up to 8.
public func sampleLine(
    _ channels: FrameChannels, width: Int, height: Int, line: SampleLine, interpolates: Bool,
    into result: MutablePlaneView<Float>
) {
    precondition(result.height == channels.count, "a row for each channel")
    precondition(width >= 1 && height >= 1, "an empty frame")
    precondition(!interpolates || channels.xShift == 0 && channels.yShift == 0, "samples of several pixels")
    // SAFETY: a line is six floats.
    withUnsafePointer(to: line) { line in
        line.withMemoryRebound(to: Float.self, capacity: 6) { line in
            recto_sample_line(
                channels.base, channels.stride, channels.step, channels.xShift, channels.yShift, channels.count,
                channels.spacing, width, height, line, result.width, interpolates ? 1 : 0, result.base,
                result.stride)
        }
    }
}

@c @implementation
func recto_sample_line_body(
    _ base: UnsafePointer<UInt8>!, _ stride: Int, _ step: Int, _ xShift: Int, _ yShift: Int, _ channels: Int,
    _ spacing: Int, _ width: Int, _ height: Int, _ line: UnsafePointer<Float>!, _ count: Int, _ interpolates: Int,
    _ result: UnsafeMutablePointer<Float>!, _ resultStride: Int
) {
    typealias V = SIMD8<Float>
    typealias I = SIMD8<Int32>
    typealias Places = recto_places
    typealias Pairs = SIMD16<Float>
    let source = base.unsafelyUnwrapped
    let zero = V(repeating: 0)
    let half = V(repeating: 0.5)
    let (right, bottom) = (V(repeating: Float(width &- 1)), V(repeating: Float(height &- 1)))
    let (sideX, sideY) = (V(repeating: line[4]), V(repeating: line[5]))
    @inline(__always) func places(_ row: I, _ column: I) -> Places {
        vec_places(row, Int32(truncatingIfNeeded: yShift), stride, column, Int32(truncatingIfNeeded: xShift), step)
    }
    // SAFETY: columns and rows are clamped to the frame.
    @inline(__always) func nearest(_ x: V, _ y: V) -> Places {
        places(
            vec_int_small(vec_less(vec_greater(y, zero), bottom)), vec_int_small(vec_less(vec_greater(x, zero), right)))
    }
    // At most the second to last column and row, so that the neighbors are inside the frame, if it has any.
    let lastButOne = I(repeating: Int32(max(width &- 2, 0)))
    let lowestButOne = I(repeating: Int32(max(height &- 2, 0)))
    let (across, down) = (width > 1 ? step : 0, height > 1 ? stride : 0)
    @inline(__always) func bilinear(_ x: V, _ y: V) -> (places: Places, across: V, down: V) {
        let left: V = vec_less(vec_greater(x - half, zero), right)
        let top: V = vec_less(vec_greater(y - half, zero), bottom)
        let column: I = vec_min_i32(vec_int_small(left), lastButOne)
        let row: I = vec_min_i32(vec_int_small(top), lowestButOne)
        return (places(row, column), left - vec_float_small(column), top - vec_float_small(row))
    }
    @inline(__always) func sample(_ from: UnsafePointer<UInt8>, _ spot: (places: Places, across: V, down: V)) -> V {
        let above: Pairs = vec_gather_byte_pairs(from, spot.places, across, 0)
        let below: Pairs = vec_gather_byte_pairs(from + down, spot.places, across, 0)
        let upper: V = vec_lerp(above.lowHalf, above.highHalf, spot.across)
        let lower: V = vec_lerp(below.lowHalf, below.highHalf, spot.across)
        return vec_lerp(upper, lower, spot.down)
    }
    var first = 0
    while first < count {
        let numbers = V(0, 1, 2, 3, 4, 5, 6, 7) + V(repeating: Float(first))
        let x: V = vec_scale_add(numbers, line[2], line[0])
        let y: V = vec_scale_add(numbers, line[3], line[1])
        let out = result + first
        if interpolates != 0 {
            let (a, b, c) = (bilinear(x - sideX, y - sideY), bilinear(x + sideX, y + sideY), bilinear(x, y))
            for channel in 0..<channels {
                let from = source + channel &* spacing
                let sides: V = sample(from, a) + sample(from, b)
                store(sides + sample(from, c), out + channel &* resultStride)
            }
        } else {
            let (a, b, c) = (nearest(x - sideX, y - sideY), nearest(x + sideX, y + sideY), nearest(x, y))
            if channels == 2 {
                let one: Pairs = vec_gather_byte_pairs(source, a, spacing, 1)
                let two: Pairs = vec_gather_byte_pairs(source, b, spacing, 1)
                let three: Pairs = vec_gather_byte_pairs(source, c, spacing, 1)
                let sum: Pairs = (one + two) + three
                store(sum.lowHalf, out)
                store(sum.highHalf, out + resultStride)
            } else {
                for channel in 0..<channels {
                    let from = source + channel &* spacing
                    let sides: V = vec_gather_bytes(from, a) + vec_gather_bytes(from, b)
                    store(sides + vec_gather_bytes(from, c), out + channel &* resultStride)
                }
            }
        }
        first &+= 8
    }
}

extension Reference {
    /// The plain reference of the kernel `sampleLine`, for the row of one channel.
    public static func sampleLine(
        _ channels: FrameChannels, channel: Int, width: Int, height: Int, line: SampleLine, count: Int,
        interpolates: Bool
    ) -> [Float] {
        let base = channels.base + channel * channels.spacing
        func sample(_ column: Int, _ row: Int) -> Float {
            Float(base[(row >> channels.yShift) * channels.stride + (column >> channels.xShift) * channels.step])
        }
        func clamp(_ value: Float, _ size: Int) -> Float { min(max(value, 0), Float(size - 1)) }
        func value(_ x: Float, _ y: Float) -> Float {
            guard interpolates else { return sample(Int(clamp(x, width)), Int(clamp(y, height))) }
            let (left, top) = (clamp(x - 0.5, width), clamp(y - 0.5, height))
            // In the last column or row the neighbor's share is 1.
            let (column, row) = (min(Int(left), max(width - 2, 0)), min(Int(top), max(height - 2, 0)))
            let (next, below) = (min(column + 1, width - 1), min(row + 1, height - 1))
            let (across, down) = (left - Float(column), top - Float(row))
            let (a, b) = (sample(column, row), sample(next, row))
            let (c, d) = (sample(column, below), sample(next, below))
            let upper: Float = a + (b - a) * across
            let lower: Float = c + (d - c) * across
            return upper + (lower - upper) * down
        }
        return (0..<count).map { place in
            let x: Float = line.x + Float(place) * line.stepX
            let y: Float = line.y + Float(place) * line.stepY
            let sides = value(x - line.sideX, y - line.sideY) + value(x + line.sideX, y + line.sideY)
            return sides + value(x, y)
        }
    }
}
