import RectoCore

extension Path {
    /// The convex hull of points (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979).
    init(hullOf points: [Point2D]) {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: some Sequence<Point2D>) -> [Point2D] {
            var chain: [Point2D] = []
            for point in points {
                while chain.count > 1,
                    (chain[chain.count - 1] - chain[chain.count - 2]).cross(point - chain[chain.count - 1]) <= 0
                {
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain.dropLast()
        }
        self.init(polygon: half(sorted) + half(sorted.reversed()))
    }
}
