import RectoCore

/// Classifies modules as dark or light by their levels.
final class ModuleReader {
    private let filters: ModuleFilters
    private let glare: GlareReader
    private let soft = ModuleTable()
    private let threshold = ModuleTable()

    /// The level at or above which glare hides what a module is, and the maximum share of such modules: in overexposed
    /// pictures light modules have it too.
    private static let (saturated, mostSaturated) = (Float(250), Float(0.32))

    init(filters: ModuleFilters) {
        self.filters = filters
        glare = GlareReader(filters: filters)
    }

    /// - Precondition: For `.glare`, the last call of ``measureGlare(_:into:)`` had the same levels.
    /// - Parameter bits: Receives the symbol's modules, with the fixed ones of its version set to their known values.
    func read(_ levels: ModuleTable, version: Int, by method: ModuleThreshold, into bits: SymbolBits) {
        switch method {
        case .plane: readUnfixed(levels, into: bits)
        case .mean9:
            filters.mean(levels, side: 9, into: threshold)
            compare(levels, threshold, bits)
        case .middle7:
            filters.middle(levels, side: 7, into: threshold)
            compare(levels, threshold, bits)
        case .otsu:
            threshold.reshape(width: levels.width, height: levels.height)
            threshold.fill(otsu(levels))
            compare(levels, threshold, bits)
        case .glare: compare(levels, glare.threshold, bits)
        case .softMiddle5: readSoft(levels, share: 0.1, side: 5, bits)
        case .softMiddle9: readSoft(levels, share: 0.16, side: 9, bits)
        }
        bits.fix(FixedModules.of(version))
    }

    /// - Parameter bits: Receives the modules, thresholded by the plane through the finders' levels.
    func readUnfixed(_ levels: ModuleTable, into bits: SymbolBits) {
        putPlane(levels)
        compare(levels, threshold, bits)
    }

    /// Measures each module's distance from the threshold between the extremes around it, relative to the symbol's
    /// contrast. It is small where glare or damage leaves no contrast, and 0 where glare leaves nothing but white.
    func measureSureness(_ levels: ModuleTable, into sureness: ModuleTable) {
        let n = levels.width
        filters.middle(levels, side: 7, into: sureness)
        let contrast = max(1, contrast(levels))
        for i in 0..<n * n { sureness.base[i] = abs(levels.base[i] - sureness.base[i]) / contrast }
        let hidden = (0..<n * n).reduce(0) { levels.base[$1] >= Self.saturated ? $0 + 1 : $0 }
        guard Float(hidden) <= Self.mostSaturated * Float(n * n) else { return }
        for i in 0..<n * n where levels.base[i] >= Self.saturated { sureness.base[i] = 0 }
    }

    /// Measures the thresholds of ``ModuleThreshold/glare``, and the certainty of modules for them.
    /// - Returns: Whether there is glare; otherwise the certainty is of no use.
    func measureGlare(_ levels: ModuleTable, into sureness: ModuleTable) -> Bool {
        measureSureness(levels, into: sureness)
        return glare.measure(levels, into: sureness)
    }

    /// The difference between the means of the symbol's darker and lighter modules.
    private func contrast(_ levels: ModuleTable) -> Float {
        let (n, level) = (levels.width * levels.height, otsu(levels))
        var (dark, light): ((sum: Float, count: Float), (sum: Float, count: Float)) = ((0, 1), (0, 1))
        for i in 0..<n {
            let value = levels.base[i]
            if value < level {
                dark = (dark.sum + value, dark.count + 1)
            } else {
                light = (light.sum + value, light.count + 1)
            }
        }
        return light.sum / light.count - dark.sum / dark.count
    }

    private func readSoft(_ levels: ModuleTable, share: Float, side: Int, _ bits: SymbolBits) {
        filters.soften(levels, share: share, into: soft)
        filters.middle(soft, side: side, into: threshold)
        compare(soft, threshold, bits)
    }

    /// - Parameter bits: Receives the modules of a symbol of any shape, by a threshold that needs no finders.
    func readFree(_ levels: ModuleTable, by method: ModuleThreshold, into bits: SymbolBits) {
        if method == .otsu {
            threshold.reshape(width: levels.width, height: levels.height)
            threshold.fill(otsu(levels))
        } else {
            filters.middle(levels, side: 7, into: threshold)
        }
        compare(levels, threshold, bits)
    }

    private func compare(_ levels: ModuleTable, _ threshold: ModuleTable, _ bits: SymbolBits) {
        let (n, m) = (levels.width, levels.height)
        bits.reshape(width: n, height: m)
        for i in 0..<n * m { bits.modules.base[i] = levels.base[i] < threshold.base[i] ? 1 : 0 }
    }

    /// Fits the plane through the middle levels of the three finders.
    private func putPlane(_ levels: ModuleTable) {
        let n = levels.width
        let last = Float(n - 7)
        let corner = middle(levels, 3, 3)
        let right = (middle(levels, n - 4, 3) - corner) / last
        let down = (middle(levels, 3, n - 4) - corner) / last
        threshold.reshape(width: n, height: n)
        for y in 0..<n {
            for x in 0..<n { threshold[x, y] = corner + right * Float(x - 3) + down * Float(y - 3) }
        }
    }

    /// Returns the midpoint of the medians of a finder's dark and light modules.
    private func middle(_ levels: ModuleTable, _ x: Int, _ y: Int) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 49) { buffer in
            var (dark, light) = (0, 48)
            for v in -3...3 {
                for u in -3...3 {
                    if PatternSquare.finder(max(abs(u), abs(v))) {
                        buffer[dark] = levels[x + u, y + v]
                        dark += 1
                    } else {
                        buffer[light] = levels[x + u, y + v]
                        light -= 1
                    }
                }
            }
            func median(_ part: Slice<UnsafeMutableBufferPointer<Float>>) -> Float {
                var values = UnsafeMutableBufferPointer(rebasing: part)
                values.sort()
                return (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
            }
            return (median(buffer[..<dark]) + median(buffer[dark...])) / 2
        }
    }

    /// Returns the level with the greatest between-class variance.
    private func otsu(_ levels: ModuleTable) -> Float {
        let n = levels.width * levels.height
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            for i in 0..<n { counts[Int(min(max(levels.base[i], 0), 255))] += 1 }
            return Float(OtsuLevel.of(counts)) + 1
        }
    }
}
