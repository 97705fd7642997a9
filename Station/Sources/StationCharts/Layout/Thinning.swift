/// Picks which of many values are drawn where there are more than pixels. No extreme is lost.
enum Thinning {
    /// The lowest and the highest of each of several buckets of neighbors.
    /// - Parameters:
    ///   - limit: How many buckets there are at most, 1 or more.
    ///   - keys: What is compared of an item, each for itself; `nil` for a gap.
    /// - Returns: Ascending, two for each bucket and key at most; all if there are no more than `limit`.
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

    /// The first, lowest, highest and last place of each column of pixels: a line through them covers what one through all does.
    ///
    /// Source: Jugel et al., "M4: a visualization-oriented time series data aggregation", VLDB 7(10), 2014.
    /// - Parameter line: Without gaps. Only places that follow each other are taken together, so that it need not ascend.
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

    /// One place of each square of pixels.
    /// - Parameter side: Of the squares.
    static func cells(_ places: [ChartPosition], side: Double) -> [ChartPosition] {
        var taken: Set<ChartPosition> = []
        return places.filter {
            taken.insert(ChartPosition(($0.x / side).rounded(.down), ($0.y / side).rounded(.down))).inserted
        }
    }
}
