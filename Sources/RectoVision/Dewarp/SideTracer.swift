package import RectoCore

/// Follows sides of paper that are neither straight nor evenly bowed: along creases, curled corners and the pages of
/// books.
///
/// Across each side of a quad, the step from paper to its surroundings is measured on many normals. Dynamic programming
/// finds the path with the largest steps that does not jump between normals.
package struct SideTracer {
    /// Level of detail.
    enum Resolution {
        case full
        /// For a picture at less than half the resolution.
        case coarse
    }

    /// Number of normals along a side, and their reach to both sides, as a share of its length.
    private let normals: Int
    private static let reach = 0.045
    /// Largest number of points on a normal, and their smallest distance in pixels.
    private static let maximumPoints = 161
    private static let minimumSpacing = 1.0
    /// Points of a normal whose mean is compared with that of as many beyond a step, and pixels to each side of the
    /// normal that are averaged.
    private let span: Int
    private let spread: [Double]
    /// Largest move of the path between normals, in points, and the cost of each point, in levels.
    private static let maximumMove = 6
    private static let moveCost: Float = 2
    /// Largest step that counts, and smallest, in levels.
    private static let maximumStep: Float = 60
    private static let minimumStep: Float = 5
    /// Share of the usual step along the side at or above which a step is clear, and the share of clear steps of a
    /// visible side.
    private static let clearShare: Float = 0.4
    private static let seenShare = 0.7
    /// How far beyond the corners a bowed path may end, at both ends and on average, as shares of the side's length.
    private static let maximumOverhang: (both: Float, mean: Float) = (0.004, 0.008)
    /// Distance from that path at which a point has a quarter of its weight, in the same unit.
    private static let overhangScale: Float = 0.01

    package init() { self.init(.full) }

    init(_ resolution: Resolution) {
        switch resolution {
        case .full: (normals, span, spread) = (65, 3, [-3, 0, 3])
        case .coarse: (normals, span, spread) = (33, 2, [-1, 1])
        }
    }

    /// The outline with all sides that can be followed; other sides do not change.
    package func outline(_ outline: PageOutline, in picture: GrayView) -> PageOutline {
        var traced = outline
        for side in 0..<4 {
            if let points = trace(outline.quad[side], outline.quad[(side + 1) & 3], picture) {
                traced.sides[side] = points
            }
        }
        return traced
    }

    /// - Returns: `nil` if the side cannot be followed from corner to corner.
    private func trace(_ start: Point2D, _ end: Point2D, _ picture: GrayView) -> [Point2D]? {
        let length = start.distance(to: end)
        // Corners may have any value.
        guard length > Double(4 * normals), length < 4 * Double(picture.size.longSide) else { return nil }
        let along = (end - start) * (1 / length)
        let normal = Point2D(x: along.y, y: -along.x)
        let step = max(Self.minimumSpacing, 2 * Self.reach * length / Double(Self.maximumPoints - 1))
        let count = 2 * Int(Self.reach * length / step) + 1
        let feet = (0..<normals).map { start + (end - start) * (Double($0) / Double(normals - 1)) }
        let steps = feet.map { foot in
            self.steps(from: foot, normal * step, along, count, picture)
        }
        // Paper is the brighter side or, on all normals, the darker one.
        let paths = [Float(1), -1].map { sign in self.path(steps.map { $0.map { max(sign * $0, 0) } }) }
        guard let best = paths.max(by: { $0.total < $1.total }) else { return nil }
        let usual = best.steps.sorted()[best.steps.count / 2]
        let least = max(Self.minimumStep, Self.clearShare * usual)
        let offsets = best.places.map { ($0 - Double(count / 2)) * step }
        let clear = feet.indices.filter { best.steps[$0] >= least }
        guard !passesCorners(clear.map { (Float($0) / Float(normals - 1), Float(offsets[$0] / length)) }) else {
            return nil
        }
        let points = clear.compactMap { index -> Point2D? in
            let point = feet[index] + normal * offsets[index]
            // The page may continue beyond the picture.
            let isWithin =
                2...Double(picture.width) - 2 ~= point.x && 2...Double(picture.height) - 2 ~= point.y
            return isWithin ? point : nil
        }
        return Double(points.count) >= Self.seenShare * Double(normals) ? points : nil
    }

    /// Whether a path passes both corners outside: then it is not the paper's side, which ends at them however bent it
    /// is, but the border of what lies below the paper.
    ///
    /// - Parameter points: Places along the side and offsets from it outwards, as shares of its length.
    private func passesCorners(_ points: [(along: Float, offset: Float)]) -> Bool {
        let edges = points.map { SideEdge(along: $0.along, offset: $0.offset, weight: 1) }
        var curve = SideCurve()
        edges.withUnsafeBufferPointer { curve.fit($0, length: 1, scale: Self.overhangScale) }
        let (start, end) = (curve.offset(at: 0), curve.offset(at: 1))
        return min(start, end) > Self.maximumOverhang.both && start + end > 2 * Self.maximumOverhang.mean
    }

    /// How much brighter the picture is before each point of a normal than after it.
    private func steps(
        from foot: Point2D, _ step: Point2D, _ along: Point2D, _ count: Int, _ picture: GrayView
    ) -> [Float] {
        let span = span
        let levels = (-span..<count + span).map { index -> Float in
            let point = foot + step * Double(index - count / 2)
            return spread.reduce(0) { $0 + picture.level(at: point + along * $1) } / Float(spread.count)
        }
        return (0..<count).map { index in
            let middle = index + span
            let sum = (1...span).reduce(Float(0)) { $0 + levels[middle - $1] - levels[middle + $1] }
            return min(max(sum / Float(span), -Self.maximumStep), Self.maximumStep)
        }
    }

    /// The path with the largest sum of steps: its place on each normal, to a fraction of a point, and the step there.
    private func path(_ steps: [[Float]]) -> (total: Float, places: [Double], steps: [Float]) {
        let count = steps[0].count
        let reach = Self.maximumMove
        // Within a margin of the reach, which no path enters; in groups of eight.
        let eights = (count + 7) / 8
        var sums = [Float](repeating: -.infinity, count: 8 * eights + 2 * reach)
        sums.replaceSubrange(reach..<reach + count, with: steps[0])
        var cameFrom: [[SIMD8<Int32>]] = []
        for values in steps.dropFirst() {
            var next = sums
            let moves = (0..<eights).map { eight -> SIMD8<Int32> in
                var best = SIMD8<Float>(repeating: -.infinity)
                var source = SIMD8<Int32>.zero
                sums.withUnsafeBytes { sums in
                    for move in -reach...reach {
                        // SAFETY: the sums extend beyond the groups by the reach of moves.
                        let offset = (8 * eight + reach + move) * MemoryLayout<Float>.stride
                        let others = sums.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                        let sum = others - Self.moveCost * Float(abs(move))
                        let isBetter = sum .> best
                        best.replace(with: sum, where: isBetter)
                        source.replace(with: Int32(move), where: isBetter)
                    }
                }
                for index in 8 * eight..<min(8 * eight + 8, count) {
                    next[reach + index] = best[index - 8 * eight] + values[index]
                }
                return source
            }
            sums = next
            cameFrom.append(moves)
        }
        sums = Array(sums[reach..<reach + count])
        var place = sums.indices.max { sums[$0] < sums[$1] } ?? 0
        let total = sums[place]
        var places = [place]
        for moves in cameFrom.reversed() {
            place += Int(moves[place / 8][place % 8])
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
    /// The level at a point, interpolated between pixels; beyond the picture the level of its border.
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
