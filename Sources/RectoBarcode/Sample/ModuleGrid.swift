import RectoCore
import RectoKernels

/// Levels or signs of a symbol's modules, row by row.
typealias ModuleTable = Plane<Float>

/// Samples the modules of a symbol.
final class ModuleGrid {
    /// The offsets of each module's place in modules, if the grid is bent.
    struct Bend {
        let x: ModuleTable
        let y: ModuleTable
    }

    private let x = Plane<Float>()
    private let y = Plane<Float>()
    private let samples = Plane<Float>()

    /// The distance of a module's outer samples from its center, in modules.
    private static let spread: Float = 0.25

    /// Averages 3 × 3 samples of each module.
    /// - Parameters:
    ///   - shift: Added to all places, in modules.
    func sample(
        _ field: LumaField, _ quad: SymbolQuad, dimension: Int, bend: Bend? = nil, shift: SIMD2<Float> = .zero,
        into levels: ModuleTable
    ) {
        sample(
            field, quad.map(dimension: dimension), width: dimension, height: dimension, bend: bend, shift: shift,
            into: levels)
    }

    /// Averages 3 × 3 samples of each module of a rectangle.
    func sample(
        _ field: LumaField, _ map: GridMap, width: Int, height: Int, bend: Bend? = nil, shift: SIMD2<Float> = .zero,
        into levels: ModuleTable
    ) {
        levels.reshape(width: width, height: height)
        let count = 3 * width
        x.reshape(width: count + 8, height: 1)
        y.reshape(width: count + 8, height: 1)
        samples.reshape(width: count + 8, height: 1)
        x.fill(0)
        y.fill(0)
        for row in 0..<height {
            for column in 0..<width { levels[column, row] = 0 }
            for down in [-Self.spread, 0, Self.spread] {
                let level = Float(row) + 0.5 + shift.y + down
                if let bend {
                    place(row, width, shift.x, level, bend)
                } else {
                    if row == 0, down < 0 { place(width, shift.x) }
                    for i in 0..<count { y.base[i] = level }
                }
                // SAFETY: a row of 3 samples per module, with room for 8 more.
                field.sample(map, x.base, y.base, count: count, into: samples.base)
                let sums = levels.base + row * width
                for column in 0..<width {
                    let p = samples.base + 3 * column
                    sums[column] += (p[0] + p[1] + p[2]) / 9
                }
            }
        }
    }

    /// Places the samples of a row across a flat grid.
    private func place(_ width: Int, _ shift: Float) {
        for column in 0..<width {
            let across = Float(column) + 0.5 + shift
            for i in 0..<3 { x.base[3 * column + i] = across + Float(i - 1) * Self.spread }
        }
    }

    /// Places the samples of a row of a bent grid.
    private func place(_ row: Int, _ width: Int, _ shift: Float, _ level: Float, _ bend: Bend) {
        let (moveX, moveY) = (bend.x.base + row * width, bend.y.base + row * width)
        for column in 0..<width {
            let across = Float(column) + 0.5 + shift + moveX[column]
            for i in 0..<3 {
                x.base[3 * column + i] = across + Float(i - 1) * Self.spread
                y.base[3 * column + i] = level + moveY[column]
            }
        }
    }
}
