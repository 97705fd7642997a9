internal import CVector

/// A row of square cells of a grid that a projective map takes to a picture.
public struct CellRow: BitwiseCopyable, Sendable {
    /// From the grid to pixels.
    var map: GridMap
    /// The cells' centres in the grid: cell i is at (start + (i + ½) pitch, y).
    var y: Float
    var start: Float
    var pitch: Float
    /// Distance of a cell's samples, in the grid; the map is taken for affine within a cell.
    var spacing: Float

    public init(map: GridMap, y: Float, start: Float, pitch: Float, spacing: Float = 0) {
        (self.map, self.y, self.start, self.pitch, self.spacing) = (map, y, start, pitch, spacing)
    }
}

/// How many samples each way are taken of a cell.
public enum CellSamples: Sendable {
    /// The pixel that the cell's centre lies in.
    case one
    /// The pixels that 3 × 3 points around it lie in.
    case threeByThree
}

/// Sums of a channel's samples in the cells of a row; single precision without fused operations. Points beyond the border
/// have the border's value.
/// - Parameters:
///   - channel: One, with a sample a pixel, of a picture of `width × height` pixels, each side below 2²⁰.
///   - sums: Room for `count` rounded up to 8.
public func sampleCells(
    _ channel: FrameChannels, width: Int, height: Int, row: CellRow, samples: CellSamples, count: Int,
    into sums: UnsafeMutablePointer<Float>
) {
    precondition(1..<1 << 20 ~= width && 1..<1 << 20 ~= height, "size out of range")
    precondition(channel.count == 1 && channel.xShift == 0 && channel.yShift == 0, "a sample a pixel")
    checkRows(width, height: height, stride: channel.stride)
    // SAFETY: a row is a map of eight floats and four more.
    withUnsafePointer(to: row) { row in
        row.withMemoryRebound(to: Float.self, capacity: 12) { row in
            recto_sample_cells(
                channel.base, channel.stride, channel.step, width, height, row, samples == .one ? 0 : 1, count, sums)
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `sampleCells`.
    public static func sampleCells(
        _ channel: FrameChannels, width: Int, height: Int, row: CellRow, samples: CellSamples, count: Int
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
                    sum += Int(
                        channel.base[held(point.y, height) * channel.stride + held(point.x, width) * channel.step])
                }
            }
            return Float(sum)
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_sample_cells_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ step: Int, _ width: Int, _ height: Int,
    _ row: UnsafePointer<Float>!, _ reach: Int32, _ n: Int, _ sums: UnsafeMutablePointer<Float>!
) {
    var i = 0
    while i < n {
        // SAFETY: places are clamped to the picture; the sums have room for n rounded up to 8.
        vec_sample_cells(source, stride, step, width, height, row, reach, i, sums + i)
        i &+= 8
    }
}
