import RectoCore

/// Bends a symbol's grid: each neighborhood of modules moves to where they differ most from the threshold.
///
/// It starts with small steps, because larger ones jump to the next module.
final class GridBend {
    private struct Round {
        /// The step in modules.
        let step: Float
        /// The side of the window whose modules move together.
        let window: Int
    }

    /// The rounds: two of each step size, largest first.
    private static let rounds = [
        Round(step: 0.4, window: 9), Round(step: 0.4, window: 9), Round(step: 0.25, window: 7),
        Round(step: 0.25, window: 7), Round(step: 0.15, window: 5), Round(step: 0.15, window: 5),
    ]
    private static let directions: [SIMD2<Float>] = {
        let (one, diagonal) = (Float(1), Float(0.5).squareRoot())
        return [
            SIMD2(0, 0), SIMD2(one, 0), SIMD2(diagonal, diagonal), SIMD2(0, one), SIMD2(-diagonal, diagonal),
            SIMD2(-one, 0), SIMD2(-diagonal, -diagonal), SIMD2(0, -one), SIMD2(diagonal, -diagonal),
        ]
    }()
    /// How much better a move must be than staying.
    private static let inertia: Float = 1.01
    /// The weight of modules whose value is known.
    private static let knownWeight: Float = 1.5

    private let (x, y) = (ModuleTable(), ModuleTable())
    private let (moveX, moveY) = (ModuleTable(), ModuleTable())
    private let (levels, middle, threshold) = (ModuleTable(), ModuleTable(), ModuleTable())
    private let (gain, smoothGain, best) = (ModuleTable(), ModuleTable(), ModuleTable())
    private let filters: ModuleFilters

    init(filters: ModuleFilters) { self.filters = filters }

    /// Bends the grid of a fit until it can be read.
    /// - Parameters:
    ///   - start: Initial offsets, which need only small steps.
    ///   - isRead: Called with the offsets after each step size.
    /// - Returns: Whether it was read.
    func bend(
        _ field: LumaField, _ fit: SymbolFit, from start: ModuleGrid.Bend? = nil, grid: ModuleGrid,
        until isRead: (ModuleGrid.Bend) -> Bool
    ) -> Bool {
        let known = FixedModules.of(fit.version)
        let n = known.dimension
        for plane in [x, y, moveX, moveY, gain, best] { plane.reshape(width: n, height: n) }
        if let start {
            x.base.update(from: start.x.base, count: n * n)
            y.base.update(from: start.y.base, count: n * n)
        } else {
            x.fill(0)
            y.fill(0)
        }
        let bend = ModuleGrid.Bend(x: x, y: y)
        grid.sample(field, fit.quad, dimension: n, bend: bend, into: levels)
        filters.middle(levels, side: 7, into: middle)
        filters.mean(middle, side: 5, into: threshold)
        let rounds = start == nil ? Self.rounds[...] : Self.rounds.dropFirst(2)
        for (i, round) in rounds.enumerated() {
            let (step, window) = (round.step, round.window)
            for (i, direction) in Self.directions.enumerated() {
                grid.sample(field, fit.quad, dimension: n, bend: bend, shift: direction * step, into: levels)
                measureGain(known)
                filters.mean(gain, side: window, into: smoothGain)
                choose(direction * step, isFirst: i == 0)
            }
            filters.mean(moveX, side: window, into: gain)
            for i in 0..<n * n { x.base[i] += gain.base[i] }
            filters.mean(moveY, side: window, into: gain)
            for i in 0..<n * n { y.base[i] += gain.base[i] }
            if i % 2 == 1, isRead(bend) { return true }
        }
        return false
    }

    /// Measures each module's distance from the threshold, on the right side if its value is known.
    private func measureGain(_ known: FixedModules) {
        for i in 0..<known.signs.count {
            let distance = levels.base[i] - threshold.base[i]
            let sign = known.signs[i]
            gain.base[i] = sign == 0 ? abs(distance) : Self.knownWeight * Float(sign) * distance
        }
    }

    private func choose(_ move: SIMD2<Float>, isFirst: Bool) {
        for i in 0..<best.width * best.height {
            let value = smoothGain.base[i] * (isFirst ? Self.inertia : 1)
            if isFirst || value > best.base[i] {
                best.base[i] = value
                moveX.base[i] = move.x
                moveY.base[i] = move.y
            }
        }
    }
}
