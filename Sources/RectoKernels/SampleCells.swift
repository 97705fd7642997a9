internal import CVector

/// A row of square cells of a grid, with a projective map to a picture.
public struct CellRow: BitwiseCopyable, Sendable {
    /// Map from the grid to pixels.
    var map: GridMap
    /// Grid coordinates of the cells' centers: cell i is at (start + (i + ½) pitch, y).
    var y: Float
    var start: Float
    var pitch: Float
    /// Distance between a cell's samples, in the grid; within a cell the map is treated as affine.
    var spacing: Float

    public init(map: GridMap, y: Float, start: Float, pitch: Float, spacing: Float = 0) {
        (self.map, self.y, self.start, self.pitch, self.spacing) = (map, y, start, pitch, spacing)
    }
}

/// Number of samples of a cell along each axis.
public enum CellSamples: Sendable {
    /// The pixel that contains the cell's center.
    case one
    /// The pixels that contain 3 × 3 points around the center.
    case threeByThree
}

/// Sums of a channel's samples in the cells of a row, in single precision without fused operations. Points beyond the
/// border have the border's value.
/// - Parameters:
///   - channel: The channel, starting at its first sample; each side is below 2²⁰.
///   - step: Bytes between the samples of neighboring pixels.
///   - sums: Room for `count` rounded up to 8.
public func sampleCells(
    _ channel: PlaneView<UInt8>, step: Int, row: CellRow, samples: CellSamples, count: Int,
    into sums: UnsafeMutablePointer<Float>
) {
    precondition(1..<1 << 20 ~= channel.width && 1..<1 << 20 ~= channel.height, "size out of range")
    channel.check()
    // SAFETY: a row is a map of eight floats and four more.
    withUnsafePointer(to: row) { row in
        row.withMemoryRebound(to: Float.self, capacity: 12) { row in
            recto_sample_cells(channel.c, step, row, samples == .one ? 0 : 1, count, sums)
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `sampleCells`.
    public static func sampleCells(
        _ channel: PlaneView<UInt8>, step: Int, row: CellRow, samples: CellSamples, count: Int
    ) -> [Float] {
        func held(_ place: Float, _ side: Int) -> Int { place > 0 ? Int(min(place, Float(side - 1))) : 0 }
        let (m, v) = (row.map, row.y)
        return (0..<count).map { cell in
            let u = row.start + (Float(cell) + 0.5) * row.pitch
            let w: Float = 1 / (m.g * u + m.h * v + 1)
            let x: Float = (m.a * u + m.b * v + m.c) * w
            let y: Float = (m.d * u + m.e * v + m.f) * w
            let scale = w * row.spacing
            let across = SIMD2<Float>(m.a - m.g * x, m.d - m.g * y) * scale
            let down = SIMD2<Float>(m.b - m.h * x, m.e - m.h * y) * scale
            var sum = 0
            for line: Float in samples == .one ? [0] : [-1, 0, 1] {
                for column: Float in samples == .one ? [0] : [-1, 0, 1] {
                    var point = SIMD2(x, y)
                    if column != 0 { point += across * column }
                    if line != 0 { point += down * line }
                    sum += Int(channel.row(held(point.y, channel.height))[held(point.x, channel.width) * step])
                }
            }
            return Float(sum)
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_sample_cells_body(
    _ source: recto_plane, _ step: Int, _ row: UnsafePointer<Float>!, _ reach: Int32, _ n: Int,
    _ sums: UnsafeMutablePointer<Float>!
) {
    var i = 0
    while i < n {
        // SAFETY: places are clamped to the picture; the sums have room for n rounded up to 8.
        vec_sample_cells(
            source.base, source.stride, step, source.width, source.height, row, reach, i, sums + i)
        i &+= 8
    }
}
