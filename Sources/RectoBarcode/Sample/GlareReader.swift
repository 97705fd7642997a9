import Glibc
import RectoCore

/// Separates dark from light modules in glare, and finds the modules that it hides.
///
/// Glare adds light to dark and light modules alike, more toward its center. Light modules saturate first; dark ones stay
/// below them until they saturate, too. Where they are nearly as light, the midpoint of the extremes around a module is
/// too low a threshold, because its neighbors on the outer side are much darker. The level of dark modules is therefore
/// extrapolated from the dark modules around, round by round toward the center.
final class GlareReader {
    /// The minimum level of saturated modules, the minimum level of dark modules that barely differ from those, and the
    /// maximum share of saturated modules: overexposed pictures have more.
    private static let (saturated, hidden, mostSaturated) = (Float(252), Float(247), Float(0.4))
    /// How far beyond saturation light modules must be to be saturated in spite of an inexact extrapolation.
    private static let margin: Float = 25
    private static let maximumRounds = 3
    /// The window of the extrapolation: its radius and standard deviation in modules, the minimum sum of the weights, and
    /// the variance added to the places, which keeps the slope of a few modules small.
    private static let (radius, deviation, minimumWeight, ridge) = (4, Float(1.5), Float(0.06), Float(0.15))
    private static let weights: [Float] = (-radius...radius).map { offset in
        let distance = Float(offset) / deviation
        return expf(-distance * distance / 2)
    }

    /// The threshold of each module.
    let threshold = ModuleTable()
    private let filters: ModuleFilters

    init(filters: ModuleFilters) { self.filters = filters }

    /// Measures the thresholds, and the certainty of modules in glare: 0 if hidden, otherwise 1. That of others stays as
    /// it is.
    /// - Returns: Whether there is glare; otherwise neither table is of use.
    func measure(_ levels: ModuleTable, into sureness: ModuleTable) -> Bool {
        let n = levels.width
        let saturated = (0..<n * n).filter { levels.base[$0] >= Self.saturated }
        guard !saturated.isEmpty, Float(saturated.count) <= Self.mostSaturated * Float(n * n) else { return false }
        filters.middle(levels, side: 7, into: threshold)
        let contrast = contrast(levels)
        let places = neighbors(saturated, n)
        for _ in 0..<Self.maximumRounds where !darken(places, levels, contrast) { break }
        for i in places { sureness.base[i] = 1 }
        for i in saturated where (darkLevel(i, levels) ?? .infinity) >= Self.hidden { sureness.base[i] = 0 }
        return true
    }

    /// Raises the thresholds of modules that are darker than light ones would be.
    /// - Returns: Whether there were any.
    private func darken(_ places: [Int], _ levels: ModuleTable, _ contrast: Float) -> Bool {
        let raised = places.compactMap { i -> (place: Int, threshold: Float)? in
            guard !isDark(i, levels), let dark = darkLevel(i, levels) else { return nil }
            let light = dark + contrast
            let threshold =
                light >= 255 + Self.margin ? Self.saturated - 1 : (dark + min(light, 255)) / 2
            return levels.base[i] < threshold ? (i, threshold) : nil
        }
        for (place, threshold) in raised { self.threshold.base[place] = threshold }
        return !raised.isEmpty
    }

    private func isDark(_ i: Int, _ levels: ModuleTable) -> Bool { levels.base[i] < threshold.base[i] }

    /// The difference between the means of the dark modules and of the light ones that are not saturated.
    private func contrast(_ levels: ModuleTable) -> Float {
        var (dark, light): ((sum: Float, count: Float), (sum: Float, count: Float)) = ((0, 0), (0, 0))
        for i in 0..<levels.width * levels.height where levels.base[i] < Self.saturated {
            let level = levels.base[i]
            if isDark(i, levels) {
                dark = (dark.sum + level, dark.count + 1)
            } else {
                light = (light.sum + level, light.count + 1)
            }
        }
        return max(0, light.sum / max(1, light.count) - dark.sum / max(1, dark.count))
    }

    /// Returns the modules within one module of others, these included.
    private func neighbors(_ modules: [Int], _ n: Int) -> [Int] {
        var isNear = [Bool](repeating: false, count: n * n)
        for i in modules {
            let (x, y) = (i % n, i / n)
            for v in max(0, y - 1)...min(n - 1, y + 1) {
                for u in max(0, x - 1)...min(n - 1, x + 1) { isNear[v * n + u] = true }
            }
        }
        return isNear.indices.filter { isNear[$0] }
    }

    /// Returns the level that a module would have if it were dark: that of the plane through the dark modules around.
    /// - Returns: `nil` if there are none.
    private func darkLevel(_ i: Int, _ levels: ModuleTable) -> Float? {
        let n = levels.width
        let (x, y) = (i % n, i / n)
        // Sums over 1, x, y, and over x², y², xy, all weighted; the same over the levels.
        var (sums, squares, products) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        for v in max(-y, -Self.radius)...min(n - 1 - y, Self.radius) {
            for u in max(-x, -Self.radius)...min(n - 1 - x, Self.radius) {
                let place = i + v * n + u
                guard isDark(place, levels) else { continue }
                let weight = Self.weights[u + Self.radius] * Self.weights[v + Self.radius]
                let (u, v) = (Float(u), Float(v))
                sums += weight * SIMD4(1, u, v, 0)
                squares += weight * SIMD4(u * u, v * v, u * v, 0)
                products += weight * levels.base[place] * SIMD4(1, u, v, 0)
            }
        }
        guard sums[0] >= Self.minimumWeight else { return nil }
        let (mean, level) = (sums / sums[0], products[0] / sums[0])
        let across = squares[0] / sums[0] - mean[1] * mean[1] + Self.ridge
        let down = squares[1] / sums[0] - mean[2] * mean[2] + Self.ridge
        let both = squares[2] / sums[0] - mean[1] * mean[2]
        let (right, left) = (products[1] / sums[0] - level * mean[1], products[2] / sums[0] - level * mean[2])
        let determinant = across * down - both * both
        return level - ((right * down - left * both) * mean[1] + (left * across - right * both) * mean[2]) / determinant
    }
}
