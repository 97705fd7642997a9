internal import CVector

/// How a frame's light maps to that of the others, and its weight: one number for each cell of a row of cells.
public struct CellLight {
    public var gain, offset, weight: UnsafePointer<Float>

    public init(gain: UnsafePointer<Float>, offset: UnsafePointer<Float>, weight: UnsafePointer<Float>) {
        (self.gain, self.offset, self.weight) = (gain, offset, weight)
    }
}

/// The difference between a cell of a frame and the mean of several frames: sums over its pixels.
///
/// Sums with slopes leave out a cell's first and last row, whose neighbors may belong to other cells.
@frozen
public struct CellAgreement: BitwiseCopyable, Hashable, Sendable {
    /// Sums of the differences and of their squares.
    public var sum, squares: Float
    /// Sums of the difference times the mean's slope, along a row and down a column.
    public var across, down: Float
    /// Sums of the squares and the product of the slopes.
    public var xx, xy, yy: Float

    @inlinable
    public init(sum: Float, squares: Float, across: Float, down: Float, xx: Float, xy: Float, yy: Float) {
        (self.sum, self.squares, self.across, self.down) = (sum, squares, across, down)
        (self.xx, self.xy, self.yy) = (xx, xy, yy)
    }
}

/// Side of a cell, in pixels.
public let agreementCell = 8

/// Adds `weight` × (`gain` × pixel + `offset`) to sums.
/// - Parameters:
///   - source: A row of cells: its width is a multiple of ``agreementCell``, its height at most that.
///   - sums: Same size as the source.
public func addCells(_ source: PlaneView<UInt8>, light: CellLight, into sums: MutablePlaneView<Float>) {
    precondition(source.width % agreementCell == 0 && source.height <= agreementCell, "a row of cells")
    source.check()
    sums.check(width: source.width, height: source.height)
    recto_add_cells(source.c, recto_cell_light(gain: light.gain, offset: light.offset, weight: light.weight), sums.c)
}

/// Compares the cells of a frame, corrected by `light`, with a mean.
/// - Parameters:
///   - source: As for ``addCells(_:light:into:)``.
///   - mean: Same size as the source; each row has one more element before and after it.
///   - agreements: One for each cell.
public func compareCells(
    _ source: PlaneView<UInt8>, light: CellLight, with mean: PlaneView<Float>,
    into agreements: UnsafeMutablePointer<CellAgreement>
) {
    precondition(source.width % agreementCell == 0 && source.height <= agreementCell, "a row of cells")
    precondition(mean.width == source.width && mean.height == source.height, "a mean of another size")
    source.check()
    // SAFETY: an agreement is seven floats.
    let sums = UnsafeMutableRawPointer(agreements).assumingMemoryBound(to: Float.self)
    recto_compare_cells(
        source.c, recto_cell_light(gain: light.gain, offset: light.offset, weight: light.weight), mean.c, sums)
}

extension Reference {
    /// The plain reference of the kernel `addCells`.
    public static func addCells(_ source: PlaneView<UInt8>, light: CellLight, into sums: MutablePlaneView<Float>) {
        for y in 0..<source.height {
            for x in 0..<source.width {
                let cell = x / agreementCell
                let evened: Float = Float(source.row(y)[x]) * light.gain[cell] + light.offset[cell]
                sums.row(y)[x] += evened * light.weight[cell]
            }
        }
    }

    /// The plain reference of the kernel `compareCells`. The columns of a cell are summed first, then their sums.
    public static func compareCells(
        _ source: PlaneView<UInt8>, light: CellLight, with mean: PlaneView<Float>,
        into agreements: UnsafeMutablePointer<CellAgreement>
    ) {
        for cell in 0..<source.width / agreementCell {
            func total(_ rows: Range<Int>, _ value: (_ x: Int, _ y: Int) -> Float) -> Float {
                let columns = (0..<agreementCell).map { i in
                    rows.reduce(Float(0)) { $0 + value(cell * agreementCell + i, $1) }
                }
                let four = (0..<4).map { columns[$0] + columns[$0 + 4] }
                let first: Float = four[0] + four[2]
                let second: Float = four[1] + four[3]
                return first + second
            }
            func difference(_ x: Int, _ y: Int) -> Float {
                let evened: Float = Float(source.row(y)[x]) * light.gain[cell] + light.offset[cell]
                return evened - mean.row(y)[x]
            }
            func across(_ x: Int, _ y: Int) -> Float { (mean.row(y)[x + 1] - mean.row(y)[x - 1]) * 0.5 }
            func down(_ x: Int, _ y: Int) -> Float { (mean.row(y + 1)[x] - mean.row(y - 1)[x]) * 0.5 }
            let first = min(1, source.height)
            let (all, inner) = (0..<source.height, first..<max(source.height - 1, first))
            agreements[cell] = CellAgreement(
                sum: total(all, difference),
                squares: total(all) { difference($0, $1) * difference($0, $1) },
                across: total(inner) { difference($0, $1) * across($0, $1) },
                down: total(inner) { difference($0, $1) * down($0, $1) },
                xx: total(inner) { across($0, $1) * across($0, $1) },
                xy: total(inner) { across($0, $1) * down($0, $1) },
                yy: total(inner) { down($0, $1) * down($0, $1) })
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_add_cells_body(_ source: recto_plane, _ light: recto_cell_light, _ sums: recto_float_target) {
    var y = 0
    // SAFETY: whole cells of 8 columns, each with a number of the light.
    while y < source.height {
        let (from, to) = (source.row(y), sums.base + y &* sums.stride)
        var (x, cell) = (0, 0)
        while x < source.width {
            let level: SIMD8<Float> = vec_f32_from_bytes(vec_load8(from + x))
            let evened: SIMD8<Float> = level * light.gain[cell] + light.offset[cell]
            store(load(to + x) + evened * light.weight[cell], to + x)
            x &+= 8
            cell &+= 1
        }
        y &+= 1
    }
}

@c @implementation
func recto_compare_cells_body(
    _ source: recto_plane, _ light: recto_cell_light, _ mean: recto_float_plane, _ sums: UnsafeMutablePointer<Float>!
) {
    let last = source.height &- 1
    var (x, cell) = (0, 0)
    // SAFETY: whole cells of 8 columns, each with one number of the light and seven sums; the mean's rows have one more
    // element on both sides, and only inner rows use those above and below.
    while x < source.width {
        let (gain, offset) = (light.gain[cell], light.offset[cell])
        var (sum, squares) = (SIMD8<Float>(), SIMD8<Float>())
        var (across, down) = (SIMD8<Float>(), SIMD8<Float>())
        var (xx, xy, yy) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
        var y = 0
        while y <= last {
            let level: SIMD8<Float> = vec_f32_from_bytes(vec_load8(source.row(y) + x))
            let own = mean.base + (y &* mean.stride &+ x)
            let evened: SIMD8<Float> = level * gain + offset
            let difference: SIMD8<Float> = evened - load(own)
            sum += difference
            squares += difference * difference
            if y > 0 && y < last {
                let rise: SIMD8<Float> = load(own + 1) - load(own - 1)
                let fall: SIMD8<Float> = load(own + mean.stride) - load(own - mean.stride)
                let gx: SIMD8<Float> = rise * 0.5
                let gy: SIMD8<Float> = fall * 0.5
                across += difference * gx
                down += difference * gy
                xx += gx * gx
                xy += gx * gy
                yy += gy * gy
            }
            y &+= 1
        }
        let to = sums + 7 &* cell
        to[0] = total(sum)
        to[1] = total(squares)
        to[2] = total(across)
        to[3] = total(down)
        to[4] = total(xx)
        to[5] = total(xy)
        to[6] = total(yy)
        x &+= 8
        cell &+= 1
    }
}

@inline(__always)
private func total(_ v: SIMD8<Float>) -> Float {
    let four: SIMD4<Float> = v.lowHalf + v.highHalf
    let two: SIMD2<Float> = four.lowHalf + four.highHalf
    return two.x + two.y
}
