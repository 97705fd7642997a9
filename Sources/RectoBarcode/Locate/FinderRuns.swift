/// Five runs, dark, light, dark, light, dark, that may cross a finder pattern: 1 : 1 : 3 : 1 : 1.
struct FinderRuns: BitwiseCopyable {
    var a, b, c, d, e: Int

    /// Twelve times the module: the distances from each edge to the next one of the same kind, and the middle, add up to so
    /// many modules, however the ink has spread.
    var twelveModules: Int { a + 2 * b + 2 * c + 2 * d + e }

    /// Whether the distances from edge to same edge are 2, 4, 4 and 2 modules, within half a module or a pixel, and no run is
    /// far from its own length.
    var isFinder: Bool {
        let m = twelveModules
        let slack = max(m, 24)
        // In 1/120 of a pixel; the slack is 1.8 and 2 times half a module.
        return abs(120 * (a + b) - 20 * m) < 9 * slack && abs(120 * (d + e) - 20 * m) < 9 * slack
            && abs(12 * (b + c) - 4 * m) < slack && abs(12 * (c + d) - 4 * m) < slack
            && 60 * c > 7 * m && 12 * c < 5 * m
            && 24 * a < 5 * m && 24 * e < 5 * m && 60 * b < 11 * m && 60 * d < 11 * m
            && 5 * m > 42
    }
}
