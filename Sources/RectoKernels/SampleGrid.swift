internal import CVector

/// A projective map from grid coordinates to pixels.
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

/// Points of a grid, and their map to a picture.
public struct GridPoints {
    let x: UnsafePointer<Float>
    let y: UnsafePointer<Float>
    let count: Int
    let map: GridMap

    /// - Parameters:
    ///   - x: Grid coordinates; they and `y` have room for `count` rounded up to 8, and the padding is read too.
    ///   - map: Map from the grid to the picture, whose pixel centers are at +0.5.
    public init(x: UnsafePointer<Float>, y: UnsafePointer<Float>, count: Int, map: GridMap) {
        (self.x, self.y, self.count, self.map) = (x, y, count, map)
    }
}

/// Levels of a gray picture at grid points, interpolated between pixels, in single precision without fused operations.
///
/// - Parameters:
///   - source: Width and height are at least 1 and below 2²⁰.
///   - outside: Level of pixels beyond the border.
///   - result: Room for one level per point, rounded up to 8.
public func sampleGrid(
    _ source: PlaneView<UInt8>, outside: Float, at points: GridPoints, into result: UnsafeMutablePointer<Float>
) {
    source.check()
    precondition(1..<1 << 20 ~= source.width && 1..<1 << 20 ~= source.height, "size out of range")
    // SAFETY: a map is eight floats.
    withUnsafePointer(to: points.map) { map in
        map.withMemoryRebound(to: Float.self, capacity: 8) { map in
            recto_sample_grid(source.c, outside, map, points.x, points.y, points.count, result)
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `sampleGrid`.
    public static func sampleGrid(
        _ source: PlaneView<UInt8>, outside: Float, at points: GridPoints, into result: UnsafeMutablePointer<Float>
    ) {
        let (width, height) = (source.width, source.height)
        let (x, y, map) = (points.x, points.y, points.map)
        func pixel(_ column: Int, _ row: Int) -> Float {
            0..<width ~= column && 0..<height ~= row ? Float(source.row(row)[column]) : outside
        }
        func held(_ place: Float, _ side: Int) -> Float { place > 0 ? min(place, Float(side + 1)) : 0 }
        for i in 0..<points.count {
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
    _ source: recto_plane, _ outside: Float, _ map: UnsafePointer<Float>!, _ x: UnsafePointer<Float>!,
    _ y: UnsafePointer<Float>!, _ n: Int, _ t: UnsafeMutablePointer<Float>!
) {
    var i = 0
    while i < n {
        // SAFETY: the arrays have room for n rounded up to 8.
        vec_sample_grid(
            source.base, source.stride, source.width, source.height, outside, map, x + i, y + i, t + i)
        i &+= 8
    }
}
