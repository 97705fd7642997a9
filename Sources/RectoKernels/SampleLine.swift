internal import CVector

/// Channels of a frame: where their samples lie.
public struct FrameChannels {
    let base: UnsafePointer<UInt8>
    let stride: Int
    /// Bytes from one sample to the next of its channel.
    let step: Int
    /// Pixels that a sample covers along each axis, as powers of 2.
    let (xShift, yShift): (Int, Int)
    /// Number of channels, and bytes from a sample to the next channel's.
    let (count, spacing): (Int, Int)

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
    /// The first point, in pixels; pixel centres are at +0.5.
    var (x, y): (Float, Float)
    /// From one point to the next.
    var (stepX, stepY): (Float, Float)
    /// To the point beside each, on both sides, that is sampled as well.
    var (sideX, sideY): (Float, Float)

    public init(x: Float, y: Float, stepX: Float, stepY: Float, sideX: Float, sideY: Float) {
        (self.x, self.y, self.stepX, self.stepY) = (x, y, stepX, stepY)
        (self.sideX, self.sideY) = (sideX, sideY)
    }
}

/// Sums of three samples of each channel at each point of a line: there and on both sides of it. Points beyond the border
/// have the border's value.
/// - Parameters:
///   - channels: Of a frame of `width × height` pixels, each side below 2²².
///   - interpolates: Between pixels, or else takes the pixel that a point lies in.
///   - result: A row for each channel, with room for `count` rounded up to 8.
///   - resultStride: Elements from one row to the next.
public func sampleLine(
    _ channels: FrameChannels, width: Int, height: Int, line: SampleLine, count: Int, interpolates: Bool,
    into result: UnsafeMutablePointer<Float>, resultStride: Int
) {
    precondition(width >= 1 && height >= 1, "an empty frame")
    // SAFETY: a line is six floats.
    withUnsafePointer(to: line) { line in
        line.withMemoryRebound(to: Float.self, capacity: 6) { line in
            recto_sample_line(
                channels.base, channels.stride, channels.step, channels.xShift, channels.yShift, channels.count,
                channels.spacing, width, height, line, count, interpolates ? 1 : 0, result, resultStride)
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
    typealias Places = SIMD8<Int64>
    let source = base.unsafelyUnwrapped
    let zero = V(repeating: 0)
    let half = V(repeating: 0.5)
    let (right, bottom) = (V(repeating: Float(width &- 1)), V(repeating: Float(height &- 1)))
    let (last, lowest) = (I(repeating: Int32(width &- 1)), I(repeating: Int32(height &- 1)))
    let (sideX, sideY) = (V(repeating: line[4]), V(repeating: line[5]))
    @inline(__always) func places(_ row: I, _ column: I) -> Places {
        vec_places(row, Int32(truncatingIfNeeded: yShift), stride, column, Int32(truncatingIfNeeded: xShift), step)
    }
    // SAFETY: columns and rows are clamped to the frame.
    @inline(__always) func addNearest(_ x: V, _ y: V, at first: Int, isFirst: Bool) {
        let row: I = vec_int(vec_less(vec_greater(y, zero), bottom))
        let column: I = vec_int(vec_less(vec_greater(x, zero), right))
        let places: Places = places(row, column)
        for channel in 0..<channels {
            let sample: V = vec_gather_bytes(source + channel &* spacing, places)
            let out = result + (channel &* resultStride &+ first)
            store(isFirst ? sample : load(out) + sample, out)
        }
    }
    @inline(__always) func addBilinear(_ x: V, _ y: V, at first: Int, isFirst: Bool) {
        let left: V = vec_less(vec_greater(x - half, zero), right)
        let top: V = vec_less(vec_greater(y - half, zero), bottom)
        let column: I = vec_int(left)
        let row: I = vec_int(top)
        let next: I = vec_min_i32(column &+ I(repeating: 1), last)
        let below: I = vec_min_i32(row &+ I(repeating: 1), lowest)
        let across: V = left - vec_float(column)
        let down: V = top - vec_float(row)
        let (a, b): (Places, Places) = (places(row, column), places(row, next))
        let (c, d): (Places, Places) = (places(below, column), places(below, next))
        for channel in 0..<channels {
            let samples = source + channel &* spacing
            let upper: V = vec_lerp(vec_gather_bytes(samples, a), vec_gather_bytes(samples, b), across)
            let lower: V = vec_lerp(vec_gather_bytes(samples, c), vec_gather_bytes(samples, d), across)
            let sample: V = vec_lerp(upper, lower, down)
            let out = result + (channel &* resultStride &+ first)
            store(isFirst ? sample : load(out) + sample, out)
        }
    }
    var first = 0
    while first < count {
        let places = V(0, 1, 2, 3, 4, 5, 6, 7) + V(repeating: Float(first))
        let x: V = vec_scale_add(places, line[2], line[0])
        let y: V = vec_scale_add(places, line[3], line[1])
        if interpolates != 0 {
            addBilinear(x - sideX, y - sideY, at: first, isFirst: true)
            addBilinear(x + sideX, y + sideY, at: first, isFirst: false)
            addBilinear(x, y, at: first, isFirst: false)
        } else {
            addNearest(x - sideX, y - sideY, at: first, isFirst: true)
            addNearest(x + sideX, y + sideY, at: first, isFirst: false)
            addNearest(x, y, at: first, isFirst: false)
        }
        first &+= 8
    }
}

extension Reference {
    /// The plain twin of the kernel `sampleLine`: the row of one of the channels.
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
            let (column, row) = (Int(left), Int(top))
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
