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

    /// The places of a module's samples along each axis, in modules from its center.
    struct Density {
        fileprivate let offsets: [Float]

        /// 2 × 2 samples: enough for nearly all symbols.
        static let quick = Density(offsets: [-0.2, 0.2])
        /// 3 × 3 samples.
        static let full = Density(offsets: [-0.25, 0, 0.25])
    }

    /// Averages the samples of each module.
    /// - Parameters:
    ///   - shift: Added to all places, in modules.
    func sample(
        _ field: LumaField, _ quad: SymbolQuad, dimension: Int, _ density: Density = .full, bend: Bend? = nil,
        shift: SIMD2<Float> = .zero, into levels: ModuleTable
    ) {
        sample(
            field, quad.map(dimension: dimension), width: dimension, height: dimension, density, bend: bend,
            shift: shift, into: levels)
    }

    /// Averages the samples of each module of a rectangle.
    func sample(
        _ field: LumaField, _ map: GridMap, width: Int, height: Int, _ density: Density = .full, bend: Bend? = nil,
        shift: SIMD2<Float> = .zero, into levels: ModuleTable
    ) {
        levels.reshape(width: width, height: height)
        let offsets = density.offsets
        let count = offsets.count * width
        x.reshape(width: count + 8, height: 1)
        y.reshape(width: count + 8, height: 1)
        samples.reshape(width: count + 8, height: 1)
        x.fill(0)
        y.fill(0)
        for row in 0..<height {
            for column in 0..<width { levels[column, row] = 0 }
            for (i, down) in offsets.enumerated() {
                let level = Float(row) + 0.5 + shift.y + down
                if let bend {
                    place(row, width, offsets, shift.x, level, bend)
                } else {
                    if row == 0, i == 0 { place(width, offsets, shift.x) }
                    for i in 0..<count { y.base[i] = level }
                }
                // SAFETY: a row of the samples, with room for 8 more.
                field.sample(map, x.base, y.base, count: count, into: samples.base)
                addSamples(width, offsets.count, to: levels.base + row * width)
            }
        }
    }

    /// Adds the samples of a row to the levels of its modules.
    private func addSamples(_ width: Int, _ perModule: Int, to levels: UnsafeMutablePointer<Float>) {
        let p = samples.base
        // SAFETY: a level for each module, and as many samples as stated.
        if perModule == 2 {
            for i in 0..<width { levels[i] += (p[2 * i] + p[2 * i + 1]) / 4 }
        } else {
            for i in 0..<width { levels[i] += (p[3 * i] + p[3 * i + 1] + p[3 * i + 2]) / 9 }
        }
    }

    /// Places the samples of a row across a flat grid.
    private func place(_ width: Int, _ offsets: [Float], _ shift: Float) {
        let target = x.base
        for column in 0..<width {
            let across = Float(column) + 0.5 + shift
            for i in offsets.indices { target[offsets.count * column + i] = across + offsets[i] }
        }
    }

    /// Places the samples of a row of a bent grid.
    private func place(
        _ row: Int, _ width: Int, _ offsets: [Float], _ shift: Float, _ level: Float, _ bend: Bend
    ) {
        let (moveX, moveY) = (bend.x.base + row * width, bend.y.base + row * width)
        let (targetX, targetY) = (x.base, y.base)
        for column in 0..<width {
            let across = Float(column) + 0.5 + shift + moveX[column]
            for i in offsets.indices {
                targetX[offsets.count * column + i] = across + offsets[i]
                targetY[offsets.count * column + i] = level + moveY[column]
            }
        }
    }
}
