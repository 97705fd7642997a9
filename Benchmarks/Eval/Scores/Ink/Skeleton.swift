extension InkMap {
    /// Center lines of the strokes, one pixel wide (Zhang, Suen 1984: A Fast Parallel Algorithm for Thinning Digital
    /// Patterns).
    package var skeleton: InkMap {
        var map = self
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for isFirstStep in [true, false] {
                let removed = map.removable(isFirstStep)
                for at in removed { map.isInk[at] = false }
                hasChanged = hasChanged || !removed.isEmpty
            }
        }
        return map
    }

    private func removable(_ isFirstStep: Bool) -> [Int] {
        var removable: [Int] = []
        for y in 0..<height {
            for x in 0..<width where isInk[y * width + x] {
                // Clockwise from the pixel above: P2 to P9 of the paper.
                let around = [
                    self[x, y - 1], self[x + 1, y - 1], self[x + 1, y], self[x + 1, y + 1], self[x, y + 1],
                    self[x - 1, y + 1], self[x - 1, y], self[x - 1, y - 1],
                ]
                let (up, right, down, left) = (around[0], around[2], around[4], around[6])
                let count = around.count { $0 }
                let starts = (0..<8).count { !around[$0] && around[($0 + 1) & 7] }
                let isSpared =
                    isFirstStep
                    ? up && right && down || right && down && left : up && right && left || up && down && left
                if 2...6 ~= count, starts == 1, !isSpared { removable.append(y * width + x) }
            }
        }
        return removable
    }
}
