internal import CVector

/// A projective map of grid coordinates to pixels.
///
/// (x, y) goes to ((a x + b y + c) / w, (d x + e y + f) / w) with w = g x + h y + 1.
public struct GridMap: BitwiseCopyable, Hashable, Sendable {
    public var a, b, c: Float
    public var d, e, f: Float
    public var g, h: Float

    public init(
        _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float, _ f: Float, _ g: Float = 0, _ h: Float = 0
    ) {
        (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    }
}

/// Levels of a gray picture at points of a grid, interpolated between pixels; single precision without fused operations.
///
/// - Parameters:
///   - width: At least 1, as is the height; both below 2²⁰.
///   - outside: The level of pixels beyond the border.
///   - map: From the grid to the picture, whose pixel centres are at +0.5.
///   - x: Grid coordinates; these, `y` and the result have room for `count` rounded up to 8, and the coordinates there are
///     looked at too.
public func sampleGrid(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, outside: Float, map: GridMap,
    x: UnsafePointer<Float>, y: UnsafePointer<Float>, count: Int, into result: UnsafeMutablePointer<Float>
) {
    checkRows(width, height: height, stride: stride)
    precondition(1..<1 << 20 ~= width && 1..<1 << 20 ~= height, "size out of range")
    // SAFETY: a map is eight floats.
    withUnsafePointer(to: map) { map in
        map.withMemoryRebound(to: Float.self, capacity: 8) { map in
            recto_sample_grid(source, stride, width, height, outside, map, x, y, count, result)
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `sampleGrid`.
    public static func sampleGrid(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, outside: Float, map: GridMap,
        x: UnsafePointer<Float>, y: UnsafePointer<Float>, count: Int, into result: UnsafeMutablePointer<Float>
    ) {
        func pixel(_ column: Int, _ row: Int) -> Float {
            0..<width ~= column && 0..<height ~= row ? Float(source[row * stride + column]) : outside
        }
        func held(_ place: Float, _ side: Int) -> Float { place > 0 ? min(place, Float(side + 1)) : 0 }
        for i in 0..<count {
            let share = 1 / (map.g * x[i] + map.h * y[i] + 1)
            let u = held((map.a * x[i] + map.b * y[i] + map.c) * share + 0.5, width)
            let v = held((map.d * x[i] + map.e * y[i] + map.f) * share + 0.5, height)
            let (column, row) = (Int(u) - 1, Int(v) - 1)
            let (across, down) = (u - Float(column + 1), v - Float(row + 1))
            func between(_ a: Float, _ b: Float, _ share: Float) -> Float { a + (b - a) * share }
            result[i] = between(
                between(pixel(column, row), pixel(column + 1, row), across),
                between(pixel(column, row + 1), pixel(column + 1, row + 1), across), down)
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_sample_grid_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int, _ outside: Float,
    _ map: UnsafePointer<Float>!, _ x: UnsafePointer<Float>!, _ y: UnsafePointer<Float>!, _ n: Int,
    _ t: UnsafeMutablePointer<Float>!
) {
    var i = 0
    while i < n {
        // SAFETY: the arrays have room for n rounded up to 8.
        vec_sample_grid(source, stride, width, height, outside, map, x + i, y + i, t + i)
        i &+= 8
    }
}
