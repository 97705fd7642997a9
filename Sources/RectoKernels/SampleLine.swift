internal import CVector

/// One channel of a frame: where its samples lie.
public struct FrameChannel {
    let base: UnsafePointer<UInt8>
    let stride: Int
    /// Bytes from one sample to the next.
    let step: Int
    /// Pixels that a sample covers along each axis, as powers of 2.
    let (xShift, yShift): (Int, Int)

    public init(base: UnsafePointer<UInt8>, stride: Int, step: Int, xShift: Int = 0, yShift: Int = 0) {
        (self.base, self.stride, self.step, self.xShift, self.yShift) = (base, stride, step, xShift, yShift)
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

/// Sums of three samples of a channel at each point of a line: there and on both sides of it. Points beyond the border
/// have the border's value.
/// - Parameters:
///   - channel: Of a frame of `width × height` pixels, each side below 2²².
///   - interpolates: Between pixels, or else takes the pixel that a point lies in.
///   - result: Room for `count` rounded up to 8.
public func sampleLine(
    _ channel: FrameChannel, width: Int, height: Int, line: SampleLine, count: Int, interpolates: Bool,
    into result: UnsafeMutablePointer<Float>
) {
    precondition(width >= 1 && height >= 1, "an empty frame")
    // SAFETY: a line is six floats.
    withUnsafePointer(to: line) { line in
        line.withMemoryRebound(to: Float.self, capacity: 6) { line in
            recto_sample_line(
                channel.base, channel.stride, channel.step, channel.xShift, channel.yShift, width, height, line, count,
                interpolates ? 1 : 0, result)
        }
    }
}

@c @implementation
func recto_sample_line_body(
    _ base: UnsafePointer<UInt8>!, _ stride: Int, _ step: Int, _ xShift: Int, _ yShift: Int, _ width: Int,
    _ height: Int, _ line: UnsafePointer<Float>!, _ count: Int, _ interpolates: Int,
    _ result: UnsafeMutablePointer<Float>!
) {
    typealias V = SIMD8<Float>
    typealias I = SIMD8<Int32>
    let source = base.unsafelyUnwrapped
    let zero = V(repeating: 0)
    let (right, bottom) = (V(repeating: Float(width &- 1)), V(repeating: Float(height &- 1)))
    let (last, lowest) = (I(repeating: Int32(width &- 1)), I(repeating: Int32(height &- 1)))
    // SAFETY: columns and rows are clamped to the frame.
    @inline(__always) func sample(_ row: Int32, _ column: Int32) -> Int32 {
        Int32(source[(Int(row) &>> yShift) &* stride &+ (Int(column) &>> xShift) &* step])
    }
    @inline(__always) func samples(_ row: I, _ column: I) -> V {
        var v = I(repeating: 0)
        v[0] = sample(row[0], column[0])
        v[1] = sample(row[1], column[1])
        v[2] = sample(row[2], column[2])
        v[3] = sample(row[3], column[3])
        v[4] = sample(row[4], column[4])
        v[5] = sample(row[5], column[5])
        v[6] = sample(row[6], column[6])
        v[7] = sample(row[7], column[7])
        return vec_float(v)
    }
    @inline(__always) func nearest(_ x: V, _ y: V) -> V {
        samples(vec_int(vec_less(vec_greater(y, zero), bottom)), vec_int(vec_less(vec_greater(x, zero), right)))
    }
    @inline(__always) func bilinear(_ x: V, _ y: V) -> V {
        let half = V(repeating: 0.5)
        let left: V = vec_less(vec_greater(x - half, zero), right)
        let top: V = vec_less(vec_greater(y - half, zero), bottom)
        let column: I = vec_int(left)
        let row: I = vec_int(top)
        let next: I = vec_min_i32(column &+ I(repeating: 1), last)
        let below: I = vec_min_i32(row &+ I(repeating: 1), lowest)
        let across: V = left - vec_float(column)
        let down: V = top - vec_float(row)
        let (a, b) = (samples(row, column), samples(row, next))
        let (c, d) = (samples(below, column), samples(below, next))
        return vec_lerp(vec_lerp(a, b, across), vec_lerp(c, d, across), down)
    }
    var first = 0
    while first < count {
        let places = V(0, 1, 2, 3, 4, 5, 6, 7) + V(repeating: Float(first))
        let x: V = vec_scale_add(places, line[2], line[0])
        let y: V = vec_scale_add(places, line[3], line[1])
        let (sideX, sideY) = (V(repeating: line[4]), V(repeating: line[5]))
        let sum: V
        if interpolates != 0 {
            sum = (bilinear(x - sideX, y - sideY) + bilinear(x + sideX, y + sideY)) + bilinear(x, y)
        } else {
            sum = (nearest(x - sideX, y - sideY) + nearest(x + sideX, y + sideY)) + nearest(x, y)
        }
        store(sum, result + first)
        first &+= 8
    }
}

extension Reference {
    /// The plain twin of the kernel `sampleLine`.
    public static func sampleLine(
        _ channel: FrameChannel, width: Int, height: Int, line: SampleLine, count: Int, interpolates: Bool
    ) -> [Float] {
        func sample(_ column: Int, _ row: Int) -> Float {
            Float(channel.base[(row >> channel.yShift) * channel.stride + (column >> channel.xShift) * channel.step])
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
