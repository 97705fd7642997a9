import RectoPictures

#if canImport(Glibc)
    import Glibc
#endif

/// A figure measured on a sample, with its 95 % confidence interval.
package struct Estimate: Encodable {
    package let value: Double
    package let low: Double
    package let high: Double

    /// A share, with Wilson's interval (Wilson 1927: Probable Inference, equation 2 of Brown, Cai, DasGupta 2001).
    /// - Returns: `nil` if `whole` is 0.
    package static func share(_ part: Int, of whole: Int) -> Estimate? {
        guard whole > 0 else { return nil }
        let (n, p, z) = (Double(whole), Double(part) / Double(whole), 1.959_964)
        let center = (p + z * z / (2 * n)) / (1 + z * z / n)
        let reach = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        return Estimate(value: p, low: max(0, center - reach), high: min(1, center + reach))
    }

    /// A mean, with the interval of the bootstrap's percentiles (Efron 1979).
    package static func mean(_ values: [Double]) -> Estimate? {
        bootstrap(values) { values in values.reduce(0, +) / Double(values.count) }
    }

    package static func median(_ values: [Double]) -> Estimate? {
        bootstrap(values) { values in
            let ordered = values.sorted()
            let middle = ordered.count / 2
            return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
        }
    }

    /// The value below which the given share of all values lies.
    package static func quantile(_ share: Double, of values: [Double]) -> Estimate? {
        bootstrap(values) { values in values.sorted()[min(values.count - 1, Int(share * Double(values.count)))] }
    }

    /// Uses the same resamples in every run.
    private static func bootstrap(_ values: [Double], _ statistic: ([Double]) -> Double) -> Estimate? {
        guard !values.isEmpty else { return nil }
        var generator = SeededGenerator(seed: 0)
        let figures = (0..<1000).map { _ in
            statistic(values.map { _ in values[Int.random(in: values.indices, using: &generator)] })
        }.sorted()
        return Estimate(value: statistic(values), low: figures[25], high: figures[974])
    }
}
