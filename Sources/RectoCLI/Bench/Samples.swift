/// A figure of each frame, and how it is spread over them.
struct Samples {
    private var values: [Double] = []

    /// - Parameter count: So many are expected: collecting them must not allocate beside what is measured.
    init(reserving count: Int) { values.reserveCapacity(count) }

    mutating func add(_ value: Double) { values.append(value) }

    /// Nothing where nothing was collected.
    var spread: Spread? {
        let ordered = values.sorted()
        guard let largest = ordered.last else { return nil }
        /// The least of the values that so many per cent do not exceed.
        func percentile(_ share: Int) -> Double { ordered[max(0, (ordered.count * share + 99) / 100 - 1)] }
        return Spread(
            count: ordered.count, mean: ordered.reduce(0, +) / Double(ordered.count), p50: percentile(50),
            p95: percentile(95), p99: percentile(99), max: largest)
    }

    struct Spread: Encodable {
        var count: Int
        var mean: Double
        var p50: Double
        var p95: Double
        var p99: Double
        var max: Double

        func rounded(decimals: Int) -> Spread {
            func round(_ value: Double) -> Double { value.rounded(decimals: decimals) }
            return Spread(
                count: count, mean: round(mean), p50: round(p50), p95: round(p95), p99: round(p99), max: round(max))
        }
    }
}
