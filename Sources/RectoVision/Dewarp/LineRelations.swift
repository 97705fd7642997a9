import RectoCore

/// Relations between lines of text beyond straightness: many begin or end below each other and are evenly spaced.
struct LineRelations {
    /// A line and the number of a text column's edge that it shares with other lines.
    struct Edge {
        var lines: [(line: Int, cluster: Int)] = []
        var clusterCount = 0
    }

    /// Range of distances between lines, as shares of the usual one, that count as even spacing.
    private static let usualGaps = 0.75..<1.33
    /// Distances to a neighboring line below, in letter heights, and the share of the shorter line's columns that both
    /// have in common.
    private static let neighbourGaps = (over: 0.9, upTo: 6.0)
    private static let sharedColumns = 0.5
    /// Distance, in letter heights, below which the starts or ends of neighbors share an edge, and the fewest lines of
    /// an edge.
    private static let edgeOffset = 1.3
    private static let minimumEdge = 3

    var left: Edge
    var right: Edge
    /// Neighboring lines at the usual distance, the upper first.
    private(set) var gaps: [(upper: Int, lower: Int)] = []

    /// - Parameters:
    ///   - left, right: Start and end of each line across the page.
    ///   - heights: Place of each line down the page.
    ///   - letter: Height of a letter, in the same unit.
    init(left: [Double], right: [Double], heights: [Double], letter: Double) {
        let pairs = Self.neighbours(left, right, heights, letter)
        self.left = Self.edge(left, pairs, letter)
        self.right = Self.edge(right, pairs, letter)
        let distances = pairs.map { heights[$0.lower] - heights[$0.upper] }.sorted()
        guard !distances.isEmpty else { return }
        let usual = distances[distances.count / 2]
        gaps = pairs.filter { Self.isUsual(heights[$0.lower] - heights[$0.upper], usual) }
    }

    private static func isUsual(_ gap: Double, _ usual: Double) -> Bool {
        usualGaps.lowerBound * usual..<usualGaps.upperBound * usual ~= gap
    }

    /// Each line with the nearest one below that shares columns with it.
    private static func neighbours(
        _ left: [Double], _ right: [Double], _ heights: [Double], _ letter: Double
    ) -> [(upper: Int, lower: Int)] {
        let order = heights.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
        var pairs: [(upper: Int, lower: Int)] = []
        for (index, upper) in order.enumerated() {
            for lower in order[(index + 1)...] {
                let gap = heights[lower] - heights[upper]
                if gap > neighbourGaps.upTo * letter { break }
                let shared = min(right[upper], right[lower]) - max(left[upper], left[lower])
                let shorter = min(right[upper] - left[upper], right[lower] - left[lower])
                if gap > neighbourGaps.over * letter, shared > sharedColumns * shorter {
                    pairs.append((upper, lower))
                    break
                }
            }
        }
        return pairs
    }

    private static func edge(_ places: [Double], _ pairs: [(upper: Int, lower: Int)], _ letter: Double) -> Edge {
        var labels = Array(places.indices)
        for pair in pairs where abs(places[pair.upper] - places[pair.lower]) < edgeOffset * letter {
            let (kept, other) = (labels[pair.upper], labels[pair.lower])
            if kept != other { labels = labels.map { $0 == other ? kept : $0 } }
        }
        var counts = [Int](repeating: 0, count: places.count)
        for label in labels { counts[label] += 1 }
        var edge = Edge()
        var numbers = [Int](repeating: -1, count: places.count)
        for (line, label) in labels.enumerated() where counts[label] >= minimumEdge {
            if numbers[label] < 0 {
                numbers[label] = edge.clusterCount
                edge.clusterCount += 1
            }
            edge.lines.append((line, numbers[label]))
        }
        return edge
    }
}
