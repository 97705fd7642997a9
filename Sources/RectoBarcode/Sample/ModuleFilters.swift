import RectoCore

/// Filters for module levels; windows are clipped at the symbol's border.
final class ModuleFilters {
    private let row = ModuleTable()
    private let first = ModuleTable()
    private let second = ModuleTable()
    private let sums = Plane<Float>()

    /// Averages over windows of `side` modules, an odd number.
    func mean(_ levels: ModuleTable, side: Int, into target: ModuleTable) {
        let (n, m) = (levels.width, levels.height)
        row.reshape(width: n, height: m)
        target.reshape(width: n, height: m)
        let radius = side / 2
        for y in 0..<m {
            var sum: Float = 0
            for x in 0..<min(radius, n) { sum += levels[x, y] }
            for x in 0..<n {
                if x + radius < n { sum += levels[x + radius, y] }
                if x - radius > 0 { sum -= levels[x - radius - 1, y] }
                row[x, y] = sum / Float(min(x + radius, n - 1) - max(x - radius, 0) + 1)
            }
        }
        // All columns together.
        sums.reshape(width: n, height: 1)
        sums.fill(0)
        let sums = sums.base
        for y in 0..<min(radius, m) {
            let entering = row.base + y * n
            for x in 0..<n { sums[x] += entering[x] }
        }
        for y in 0..<m {
            if y + radius < m {
                let entering = row.base + (y + radius) * n
                for x in 0..<n { sums[x] += entering[x] }
            }
            if y - radius > 0 {
                let leaving = row.base + (y - radius - 1) * n
                for x in 0..<n { sums[x] -= leaving[x] }
            }
            let (means, count) = (target.base + y * n, Float(min(y + radius, m - 1) - max(y - radius, 0) + 1))
            for x in 0..<n { means[x] = sums[x] / count }
        }
    }

    /// The midpoint of the smoothed maximum and minimum levels in windows of `side` modules.
    func middle(_ levels: ModuleTable, side: Int, into target: ModuleTable) {
        let (n, m) = (levels.width, levels.height)
        extreme(levels, side: side, max, into: first)
        mean(first, side: side, into: second)
        extreme(levels, side: side, min, into: first)
        mean(first, side: side, into: target)
        for i in 0..<n * m { target.base[i] = (target.base[i] + second.base[i]) / 2 }
    }

    /// Sharpens: removes what has leaked into each module from its four neighbors, `share` of each.
    func soften(_ levels: ModuleTable, share: Float, into target: ModuleTable) {
        let (n, m) = (levels.width, levels.height)
        target.reshape(width: n, height: m)
        first.reshape(width: n, height: m)
        target.base.update(from: levels.base, count: n * m)
        for _ in 0..<2 {
            first.base.update(from: target.base, count: n * m)
            for y in 0..<m {
                for x in 0..<n {
                    let across = first[max(x - 1, 0), y] + first[min(x + 1, n - 1), y]
                    let down = first[x, max(y - 1, 0)] + first[x, min(y + 1, m - 1)]
                    target[x, y] = (levels[x, y] - share * (across + down)) / (1 - 4 * share)
                }
            }
        }
    }

    @inline(__always)
    private func extreme(
        _ levels: ModuleTable, side: Int, _ pick: (Float, Float) -> Float, into target: ModuleTable
    ) {
        let (n, m) = (levels.width, levels.height)
        row.reshape(width: n, height: m)
        target.reshape(width: n, height: m)
        let radius = side / 2
        // Rows shifted against each other instead of windows.
        for y in 0..<m {
            // SAFETY: rows of n.
            let (from, to) = (levels.base + y * n, row.base + y * n)
            to.update(from: from, count: n)
            for shift in 1..<max(1, min(radius + 1, n)) {
                for x in 0..<n - shift { to[x] = pick(to[x], from[x + shift]) }
                for x in shift..<n { to[x] = pick(to[x], from[x - shift]) }
            }
        }
        for y in 0..<m {
            // SAFETY: as above.
            let to = target.base + y * n
            to.update(from: row.base + y * n, count: n)
            for v in max(y - radius, 0)...min(y + radius, m - 1) where v != y {
                let from = row.base + v * n
                for x in 0..<n { to[x] = pick(to[x], from[x]) }
            }
        }
    }
}
