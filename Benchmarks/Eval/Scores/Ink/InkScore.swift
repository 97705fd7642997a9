#if canImport(Glibc)
    import Glibc
#endif

/// Agreement of ink with ground truth, by the measures of the DIBCO competitions.
package struct InkScore {
    /// F-measure, in percent.
    package let f: Double
    /// The same with recall only on the strokes' center lines (pseudo-F of H-DIBCO 2010), in percent.
    package let pseudoF: Double
    /// Peak signal-to-noise ratio in dB.
    package let signalToNoise: Double
    /// Distance reciprocal distortion (Lu, Kot, Shi 2004).
    package let distortion: Double

    package init(_ ink: InkMap, truth: InkMap) {
        var (hits, extra, missed) = (0, 0, 0)
        for (found, isInk) in zip(ink.isInk, truth.isInk) {
            switch (found, isInk) {
            case (true, true): hits += 1
            case (true, false): extra += 1
            case (false, true): missed += 1
            case (false, false): break
            }
        }
        let precision = Double(hits) / Double(max(1, hits + extra))
        func measure(_ recall: Double) -> Double { 200 * precision * recall / max(1e-9, precision + recall) }
        f = measure(Double(hits) / Double(max(1, hits + missed)))
        let middle = truth.skeleton.isInk
        let reached = zip(ink.isInk, middle).count { $0 && $1 }
        pseudoF = measure(Double(reached) / Double(max(1, middle.count { $0 })))
        let share = Double(extra + missed) / Double(max(1, truth.isInk.count))
        signalToNoise = -10 * log10(max(share, 1e-9))
        distortion = Self.distortion(ink, truth)
    }

    /// The weight of a wrong pixel grows with the number of its neighbors in the truth that differ; relative to the
    /// number of blocks of 8 x 8 pixels that are not uniform.
    private static func distortion(_ ink: InkMap, _ truth: InkMap) -> Double {
        let offsets = (-2...2).flatMap { dy in (-2...2).map { dx in (dx, dy) } }.filter { $0 != (0, 0) }
        let weights = offsets.map { 1 / Double($0.0 * $0.0 + $0.1 * $0.1).squareRoot() }
        let total = weights.reduce(0, +)
        var cost = 0.0
        for y in 0..<truth.height {
            for x in 0..<truth.width where ink[x, y] != truth[x, y] {
                for ((dx, dy), weight) in zip(offsets, weights)
                where 0..<truth.width ~= x + dx && 0..<truth.height ~= y + dy && truth[x + dx, y + dy] != ink[x, y] {
                    cost += weight / total
                }
            }
        }
        return cost / Double(max(1, mixedBlocks(truth)))
    }

    private static func mixedBlocks(_ truth: InkMap) -> Int {
        var count = 0
        for top in stride(from: 0, through: truth.height - 8, by: 8) {
            for left in stride(from: 0, through: truth.width - 8, by: 8) {
                let ink = (0..<64).count { truth[left + $0 % 8, top + $0 / 8] }
                if 1..<64 ~= ink { count += 1 }
            }
        }
        return count
    }
}
