package import RectoCore

/// Follows the sides of a sheet of paper where they are neither straight nor evenly bowed: along creases, curled corners and
/// the pages of books.
///
/// Across each side of a quad the step from paper to what lies beside it is measured on many normals. The course along which
/// the steps are greatest without leaping from normal to normal is found by dynamic programming.
package struct SideTracer {
    /// Normals along a side, and how far they reach to each side of it, as a share of its length.
    private static let normals = 65
    private static let reach = 0.045
    /// Points on a normal at most, and how far apart at least, in pixels.
    private static let maximumPoints = 161
    private static let minimumStep = 1.0
    /// Points of a normal whose mean is compared with that of as many beyond a step, and pixels to each side of a normal that
    /// are averaged with it.
    private static let span = 3
    private static let spread = [-3.0, 0, 3]
    /// Points by which the course may move from one normal to the next, and what each costs, in levels.
    private static let maximumMove = 6
    private static let moveCost: Float = 2
    /// Steps greater than this count no more, and smaller than this nothing, in levels.
    private static let greatestStep: Float = 60
    private static let leastStep: Float = 5
    /// A step is clear if it has this share of the usual one along the side; a side is seen where so many are.
    private static let clearShare: Float = 0.4
    private static let seenShare = 0.7

    package init() {}

    /// The outline with all of the sides that can be followed; others stay as they are.
    package func outline(_ outline: PageOutline, in picture: GrayView) -> PageOutline {
        var traced = outline
        for side in 0..<4 {
            if let points = trace(outline.quad[side], outline.quad[(side + 1) & 3], picture) {
                traced.sides[side] = points
            }
        }
        return traced
    }

    /// - Returns: `nil` if no side can be followed from a corner to the next.
    private func trace(_ start: Point2D, _ end: Point2D, _ picture: GrayView) -> [Point2D]? {
        let length = start.distance(to: end)
        // Corners may be anything.
        guard length > Double(4 * Self.normals), length < 4 * Double(picture.size.longSide) else { return nil }
        let along = (end - start) * (1 / length)
        let normal = Point2D(x: along.y, y: -along.x)
        let step = max(Self.minimumStep, 2 * Self.reach * length / Double(Self.maximumPoints - 1))
        let count = 2 * Int(Self.reach * length / step) + 1
        let feet = (0..<Self.normals).map { start + (end - start) * (Double($0) / Double(Self.normals - 1)) }
        let steps = feet.map { foot in
            self.steps(from: foot, normal * step, along, count, picture)
        }
        // Paper is the brighter side or, on every normal, the darker one.
        let paths = [Float(1), -1].map { sign in self.path(steps.map { $0.map { max(sign * $0, 0) } }) }
        guard let best = paths.max(by: { $0.total < $1.total }) else { return nil }
        let usual = best.steps.sorted()[best.steps.count / 2]
        let least = max(Self.leastStep, Self.clearShare * usual)
        let points = feet.indices.compactMap { index -> Point2D? in
            guard best.steps[index] >= least else { return nil }
            let offset = (best.places[index] - Double(count / 2)) * step
            let point = feet[index] + normal * offset
            // Where the picture ends the page need not.
            let isWithin =
                2...Double(picture.width) - 2 ~= point.x && 2...Double(picture.height) - 2 ~= point.y
            return isWithin ? point : nil
        }
        return Double(points.count) >= Self.seenShare * Double(Self.normals) ? points : nil
    }

    /// By how much the picture is brighter before each point of a normal than beyond it.
    private func steps(
        from foot: Point2D, _ step: Point2D, _ along: Point2D, _ count: Int, _ picture: GrayView
    ) -> [Float] {
        let span = Self.span
        let levels = (-span..<count + span).map { index -> Float in
            let point = foot + step * Double(index - count / 2)
            return Self.spread.reduce(0) { $0 + picture.level(at: point + along * $1) } / Float(Self.spread.count)
        }
        return (0..<count).map { index in
            let middle = index + span
            let sum = (1...span).reduce(Float(0)) { $0 + levels[middle - $1] - levels[middle + $1] }
            return min(max(sum / Float(span), -Self.greatestStep), Self.greatestStep)
        }
    }

    /// The course of the greatest sum of steps: its place on each normal, to a part of a point, and the step there.
    private func path(_ steps: [[Float]]) -> (total: Float, places: [Double], steps: [Float]) {
        let count = steps[0].count
        var sums = steps[0]
        var cameFrom: [[Int]] = []
        for values in steps.dropFirst() {
            var next = [Float](repeating: 0, count: count)
            var from = [Int](repeating: 0, count: count)
            for index in 0..<count {
                var (best, source) = (-Float.infinity, index)
                for other in max(index - Self.maximumMove, 0)...min(index + Self.maximumMove, count - 1) {
                    let sum = sums[other] - Self.moveCost * Float(abs(other - index))
                    if sum > best { (best, source) = (sum, other) }
                }
                next[index] = best + values[index]
                from[index] = source
            }
            sums = next
            cameFrom.append(from)
        }
        var place = sums.indices.max { sums[$0] < sums[$1] } ?? 0
        let total = sums[place]
        var places = [place]
        for from in cameFrom.reversed() {
            place = from[place]
            places.append(place)
        }
        places.reverse()
        let exact = places.enumerated().map { index, place -> Double in
            guard 1..<count - 1 ~= place else { return Double(place) }
            let (a, b, c) = (steps[index][place - 1], steps[index][place], steps[index][place + 1])
            let bend = a - 2 * b + c
            return Double(place) + Double(bend < 0 ? min(max(0.5 * (a - c) / bend, -1), 1) : 0)
        }
        return (total, exact, places.enumerated().map { steps[$0][$1] })
    }
}

extension GrayView {
    /// The level at a point, interpolated between pixels; beyond the picture that of its border.
    fileprivate func level(at point: Point2D) -> Float {
        let x = min(max(point.x - 0.5, 0), Double(width - 1))
        let y = min(max(point.y - 0.5, 0), Double(height - 1))
        let (left, top) = (min(Int(x), max(width - 2, 0)), min(Int(y), max(height - 2, 0)))
        let (u, v) = (Float(x - Double(left)), Float(y - Double(top)))
        let (upper, lower) = (row(top), row(min(top + 1, height - 1)))
        let right = min(left + 1, width - 1)
        let above = Float(upper[left]) + (Float(upper[right]) - Float(upper[left])) * u
        let below = Float(lower[left]) + (Float(lower[right]) - Float(lower[left])) * u
        return above + (below - above) * v
    }
}
