/// Selects values to draw if there are more of them than pixels. Extremes are always kept.
enum Thinning {
    /// Returns the items with the lowest and the highest value of each bucket of neighbors.
    /// - Parameters:
    ///   - limit: The largest number of buckets, at least 1.
    ///   - keys: The values to compare, each separately; `nil` for a gap.
    /// - Returns: Ascending indexes, at most two per bucket and key; all of them if there are no more than `limit`.
    /// - Complexity: O(count · keys).
    static func extremes(count: Int, limit: Int, keys: [(Int) -> Double?]) -> [Int] {
        guard count > limit else { return Array(0..<count) }
        var kept: [Int] = []
        for bucket in 0..<limit {
            let items = count * bucket / limit..<count * (bucket + 1) / limit
            let found = keys.flatMap { key in ends(items, key) }
            kept += Set(found).sorted()
        }
        return kept
    }

    private static func ends(_ items: Range<Int>, _ key: (Int) -> Double?) -> [Int] {
        var low: (item: Int, value: Double)?
        var high: (item: Int, value: Double)?
        for item in items {
            guard let value = key(item) else { continue }
            if low.map({ value < $0.value }) ?? true { low = (item, value) }
            if high.map({ value > $0.value }) ?? true { high = (item, value) }
        }
        return [low, high].compactMap { $0?.item }
    }

    /// Returns the first, lowest, highest and last point of each pixel column. A line through them covers the same
    /// pixels as one through all points.
    ///
    /// Source: Jugel et al., "M4: a visualization-oriented time series data aggregation", VLDB 7(10), 2014.
    /// - Parameter line: Points without gaps. They need not ascend: only consecutive points are combined.
    static func line(_ line: [ChartPosition]) -> [ChartPosition] {
        var thinned: [ChartPosition] = []
        var start = 0
        while start < line.count {
            let column = line[start].x.rounded()
            var (end, low, high) = (start, start, start)
            while end + 1 < line.count, line[end + 1].x.rounded() == column {
                end += 1
                if line[end].y < line[low].y { low = end }
                if line[end].y > line[high].y { high = end }
            }
            thinned += Set([start, low, high, end]).sorted().map { line[$0] }
            start = end + 1
        }
        return thinned
    }

    /// Returns one point per square of pixels.
    /// - Parameter side: The side of the squares in pixels.
    static func cells(_ places: [ChartPosition], side: Double) -> [ChartPosition] {
        var taken: Set<ChartPosition> = []
        return places.filter {
            taken.insert(ChartPosition(($0.x / side).rounded(.down), ($0.y / side).rounded(.down))).inserted
        }
    }
}
