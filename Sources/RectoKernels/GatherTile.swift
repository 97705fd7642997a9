internal import CVector

/// The taps with which a tile of a frame is sampled at places between its pixels.
///
/// A sample is the sum over four rows and four columns of `down` × `across` × pixel.
public struct GatherTaps {
    /// Four row weights and four column weights for each of `phases` sampling places within a pixel.
    public let down, across: UnsafePointer<Float>
    public let phases: Int

    /// - Parameter phases: One or two.
    public init(down: UnsafePointer<Float>, across: UnsafePointer<Float>, phases: Int) {
        precondition(1...2 ~= phases, "one place or two within a pixel")
        (self.down, self.across, self.phases) = (down, across, phases)
    }
}

/// How a frame's light maps to that of the others, and the weights of its pixels: numbers for cells of 8 × 8 pixels,
/// interpolated between the cells' centers.
public struct TileLight {
    /// Values for the cell at the start of a tile. There is one more cell on each side of the tile's cells; in each row
    /// 8 values are readable from the one before the first.
    public let gain, offset, weight: UnsafePointer<Float>
    /// Elements between rows of cells.
    public let stride: Int

    public init(
        gain: UnsafePointer<Float>, offset: UnsafePointer<Float>, weight: UnsafePointer<Float>, stride: Int
    ) {
        (self.gain, self.offset, self.weight, self.stride) = (gain, offset, weight, stride)
    }
}

/// Sums to which samples of a tile are added.
public struct TileSums {
    /// A sum of values and one of weights for each pixel and place within it: those of the places of the first row,
    /// then those of the second.
    public let values, weights: UnsafeMutablePointer<Float>
    /// Whole cells of 8 columns, at most 4, and at most 8 rows.
    public let width, height: Int
    /// Elements between rows, and between the sums of one place and the next.
    public let stride, apart: Int

    public init(
        values: UnsafeMutablePointer<Float>, weights: UnsafeMutablePointer<Float>, width: Int, height: Int, stride: Int,
        apart: Int
    ) {
        precondition(0...32 ~= width && width % 8 == 0 && 0...8 ~= height, "at most four cells")
        (self.values, self.weights, self.width, self.height) = (values, weights, width, height)
        (self.stride, self.apart) = (stride, apart)
    }
}

/// Elements of ``gatherTile(_:taps:light:scratch:into:)``'s scratch: 11 rows of 40, two rows of 40 and three of 8.
public let gatherScratchCount = 11 * 40 + 2 * 40 + 3 * 8

/// Adds samples of a frame's tile to sums: `weight` × (`gain` × sample + `offset`) to `values`, and the sample's weight
/// to `weights`.
/// - Parameters:
///   - source: Three more rows than the tile, and at least three more columns.
///   - scratch: ``gatherScratchCount`` elements.
public func gatherTile(
    _ source: PlaneView<UInt8>, taps: GatherTaps, light: TileLight, scratch: UnsafeMutablePointer<Float>,
    into sums: TileSums
) {
    precondition(source.width >= sums.width + 3 && source.height >= sums.height + 3, "a tile and what is around it")
    recto_gather_tile(
        source.c, recto_gather_taps(down: taps.down, across: taps.across, phases: taps.phases),
        recto_tile_light(gain: light.gain, offset: light.offset, weight: light.weight, stride: light.stride), scratch,
        recto_tile_sums(
            values: sums.values, weights: sums.weights, width: sums.width, height: sums.height, stride: sums.stride,
            apart: sums.apart))
}

extension Reference {
    /// The plain reference of the kernel `gatherTile`.
    public static func gatherTile(
        _ source: PlaneView<UInt8>, taps: GatherTaps, light: TileLight, into sums: TileSums
    ) {
        func blend(_ taps: UnsafePointer<Float>, _ value: (Int) -> Float) -> Float {
            let first: Float = taps[0] * value(0) + taps[1] * value(1)
            let second: Float = taps[2] * value(2) + taps[3] * value(3)
            return first + second
        }
        /// The value of cell numbers at a pixel.
        func number(_ cells: UnsafePointer<Float>, _ x: Int, _ y: Int) -> Float {
            func down(_ cell: Int) -> Float {
                let (upper, share): (Int, Float) = y < 4 ? (-1, (Float(y) + 4.5) / 8) : (0, (Float(y) - 3.5) / 8)
                let (a, b) = (cells[upper * light.stride + cell], cells[(upper + 1) * light.stride + cell])
                return a + (b - a) * share
            }
            let (cell, place) = (x / 8, Float(x % 8))
            let own = down(cell)
            let before: Float = (down(cell - 1) - own) * max((3.5 - place) / 8, 0)
            let behind: Float = (down(cell + 1) - own) * max((place - 3.5) / 8, 0)
            return own + before + behind
        }
        for y in 0..<sums.height {
            for x in 0..<sums.width {
                let weight = number(light.weight, x, y)
                let (gain, offset) = (weight * number(light.gain, x, y), weight * number(light.offset, x, y))
                for phase in 0..<taps.phases * taps.phases {
                    let down = taps.down + 4 * (phase / taps.phases)
                    let across = taps.across + 4 * (phase % taps.phases)
                    let share: Float = blend(across) { _ in 1 } * blend(down) { _ in 1 }
                    let sample = blend(across) { i in blend(down) { j in Float(source.row(y + j)[x + i]) } }
                    let at = phase * sums.apart + y * sums.stride + x
                    let value: Float = sample * gain + offset * share
                    sums.values[at] += value
                    sums.weights[at] += weight * share
                }
            }
        }
    }
}

// MARK: - Body

@c @implementation
func recto_gather_tile_body(
    _ source: recto_plane, _ taps: recto_gather_taps, _ light: recto_tile_light,
    _ scratch: UnsafeMutablePointer<Float>!, _ sums: recto_tile_sums
) {
    let (width, phases) = (sums.width, taps.phases)
    let levels = scratch.unsafelyUnwrapped
    let columns = levels + 11 &* 40
    let cells = columns + 2 &* 40
    // SAFETY: the scratch has 11 rows of 40 levels, two such rows and three of 8 numbers. Of the source, 3 more rows
    // and columns than the tile's are read; of the light, one more cell on each side, 8 in a row.
    var y = 0
    while y < sums.height &+ 3 {
        tileLevels(source.row(y), source.width, width, levels + 40 &* y)
        y &+= 1
    }
    y = 0
    while y < sums.height {
        let cell = y < 4 ? 0 &- light.stride : 0
        let share = (Float(y) + (y < 4 ? 4.5 : -3.5)) * 0.125
        tileCells(light.weight + cell, light.stride, share, cells)
        tileCells(light.gain + cell, light.stride, share, cells + 8)
        tileCells(light.offset + cell, light.stride, share, cells + 16)
        var phase = 0
        while phase < phases {
            let rows = levels + 40 &* y
            var x = 0
            while x < width &+ 8 {
                let p = rows + x
                store(
                    gatherBlend(taps.down + 4 &* phase, load(p), load(p + 40), load(p + 80), load(p + 120)),
                    columns + (40 &* phase &+ x))
                x &+= 8
            }
            phase &+= 1
        }
        tileRow(taps, columns, cells, sums, y)
        y &+= 1
    }
}

/// Adds a row of a tile to its sums.
@inline(__always)
private func tileRow(
    _ taps: recto_gather_taps, _ columns: UnsafeMutablePointer<Float>, _ cells: UnsafeMutablePointer<Float>,
    _ sums: recto_tile_sums, _ y: Int
) {
    var x = 0
    while x < sums.width {
        let weight = tileNumbers(cells, x &>> 3)
        let gain: SIMD8<Float> = weight * tileNumbers(cells + 8, x &>> 3)
        let offset: SIMD8<Float> = weight * tileNumbers(cells + 16, x &>> 3)
        var at = y &* sums.stride &+ x
        var row = 0
        while row < taps.phases {
            let p = columns + (40 &* row &+ x)
            let (a, b, c, d) = (load(p), load(p + 1), load(p + 2), load(p + 3))
            var column = 0
            while column < taps.phases {
                let across = taps.across + 4 &* column
                let share = tapSum(across) * tapSum(taps.down + 4 &* row)
                let sample = gatherBlend(across, a, b, c, d)
                let value: SIMD8<Float> = sample * gain + offset * share
                store(load(sums.values + at) + value, sums.values + at)
                store(load(sums.weights + at) + weight * share, sums.weights + at)
                at &+= sums.apart
                column &+= 1
            }
            row &+= 1
        }
        x &+= 8
    }
}

/// A row of levels: as many of the width + 8 as the source has.
@inline(__always)
private func tileLevels(
    _ row: UnsafePointer<UInt8>, _ count: Int, _ width: Int, _ levels: UnsafeMutablePointer<Float>
) {
    var x = 0
    while x < width &+ 8 {
        if x &+ 8 <= count {
            store(vec_f32_from_bytes(vec_load8(row + x)), levels + x)
        } else {
            var i = x
            while i < x &+ 8 {
                levels[i] = i < count ? Float(row[i]) : 0
                i &+= 1
            }
        }
        x &+= 8
    }
}

/// Numbers of a row of cells, starting with the one before the first, interpolated between two rows.
@inline(__always)
private func tileCells(
    _ upper: UnsafePointer<Float>, _ stride: Int, _ share: Float, _ target: UnsafeMutablePointer<Float>
) {
    let a = load(upper - 1)
    let b = load(upper + (stride &- 1))
    let between: SIMD8<Float> = a + (b - a) * share
    store(between, target)
}

/// Numbers for the eight pixels of a cell.
@inline(__always)
private func tileNumbers(_ cells: UnsafeMutablePointer<Float>, _ cell: Int) -> SIMD8<Float> {
    let own = cells[cell &+ 1]
    let before: SIMD8<Float> = (cells[cell] - own) * SIMD8(0.4375, 0.3125, 0.1875, 0.0625, 0, 0, 0, 0)
    let behind: SIMD8<Float> = (cells[cell &+ 2] - own) * SIMD8(0, 0, 0, 0, 0.0625, 0.1875, 0.3125, 0.4375)
    return own + before + behind
}

@inline(__always)
private func tapSum(_ taps: UnsafePointer<Float>) -> Float {
    let first: Float = taps[0] + taps[1]
    let second: Float = taps[2] + taps[3]
    return first + second
}

/// The weighted sum of four vectors.
@inline(__always)
private func gatherBlend(
    _ taps: UnsafePointer<Float>, _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>
) -> SIMD8<Float> {
    let first: SIMD8<Float> = a * taps[0] + b * taps[1]
    let second: SIMD8<Float> = c * taps[2] + d * taps[3]
    return first + second
}
