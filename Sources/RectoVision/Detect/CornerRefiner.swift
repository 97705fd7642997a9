import RectoCore

/// Moves a quad's sides onto the edges of the full-size picture, to a fraction of a pixel.
///
/// Along each side, between its corners (which may be rounded, folded or covered), the colour step across the side is
/// measured on many normals; a line is fitted to the strongest steps by a consensus of pairs and then by reweighted
/// least squares (Geman–McClure). A side on which most normals disagree with the fit stays where it was: a curled edge,
/// a hand or a shadow beside the page must not pull it away. The corners are where the sides cross.
struct CornerRefiner: Sendable {
    struct Pass: Hashable, Sendable {
        /// How far to look to both sides, as a share of the picture's long side.
        var searchRadius: Double
        /// Number of normals along a side.
        var normals: Int
        /// Distance of the samples on a normal, in pixels.
        var step: Float
        /// Whether colours are interpolated between pixels.
        var interpolates: Bool
    }

    struct Parameters: Hashable, Sendable {
        var passes = [
            Pass(searchRadius: 0.012, normals: 48, step: 1, interpolates: false),
            Pass(searchRadius: 0.002, normals: 64, step: 0.5, interpolates: true),
        ]
        /// Shortest search radius, in pixels.
        var minimumRadius: Float = 3
        /// The part at each end of a side that is left out.
        var cornerShare: Float = 0.06
        /// Colour steps below this are no edge, and above this count no more, in gray levels.
        var minimumStep: Float = 4
        var largestStep: Float = 60
        /// Normals within this distance of a line agree with it, in pixels.
        var agreement: Float = 1.2
        /// Share of the edge normals (by weight) that must agree with the fit.
        var minimumConsensus: Float = 0.5
        /// Share of the normals that must show an edge at all.
        var minimumEdges = 0.25
    }

    let parameters: Parameters

    init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// - Parameter quad: Corners in pixels of the picture, convex and clockwise.
    /// - Returns: The refined quad, or the given one where refinement found nothing to hold on to.
    func refine<Sampler: ColourSampler>(_ quad: Quad, in picture: Sampler) -> Quad {
        var refined = quad
        for pass in parameters.passes {
            let radius = max(parameters.minimumRadius, Float(pass.searchRadius * Double(picture.size.longSide)))
            let sides = (0..<4).map { side in
                fit(refined[side], refined[(side + 1) & 3], pass, radius: radius, in: picture)
                    ?? (refined[side], refined[(side + 1) & 3])
            }
            var moved = refined
            for corner in 0..<4 {
                let (before, after) = (sides[(corner + 3) & 3], sides[corner])
                if let crossing = Self.crossing(before, after) { moved[corner] = crossing }
            }
            let farthest = (0..<4).map { moved[$0].distance(to: refined[$0]) }.max() ?? 0
            if moved.isConvexClockwise, farthest < Double(4 * radius) { refined = moved }
        }
        return refined
    }

    /// Two points of the fitted side, or nothing if there is no agreement on it.
    private func fit<Sampler: ColourSampler>(
        _ start: Point2D, _ end: Point2D, _ pass: Pass, radius: Float, in picture: Sampler
    ) -> (Point2D, Point2D)? {
        let length = start.distance(to: end)
        guard length >= 8 else { return nil }
        let direction = (end - start) * (1 / length)
        let normal = Point2D(x: direction.y, y: -direction.x)
        let edges = edges(from: start, direction, normal, Float(length), pass, radius: radius, in: picture)
        guard Double(edges.count) >= parameters.minimumEdges * Double(pass.normals), edges.count >= 8,
            let fitted = edges.withUnsafeBufferPointer({
                SideLine(fitting: $0, length: Float(length), agreement: parameters.agreement)
            })
        else { return nil }
        let total = edges.reduce(0) { $0 + $1.weight }
        let agreeing = edges.reduce(Float(0)) {
            $0 + (abs(fitted.distance(to: $1)) < 1.5 * parameters.agreement ? $1.weight : 0)
        }
        guard agreeing >= parameters.minimumConsensus * total else { return nil }
        let first = start + normal * Double(fitted.offset)
        return (first, first + (direction + normal * Double(fitted.slope)) * length)
    }

    /// The strongest colour step on each normal of a side.
    private func edges<Sampler: ColourSampler>(
        from start: Point2D, _ direction: Point2D, _ normal: Point2D, _ length: Float, _ pass: Pass, radius: Float,
        in picture: Sampler
    ) -> [SideEdge] {
        let (dx, dy) = (Float(direction.x), Float(direction.y))
        let (nx, ny) = (Float(normal.x), Float(normal.y))
        // A step is the difference of the colours 1.5 px to both sides.
        let reach = max(1, Int((1.5 / pass.step).rounded()))
        let half = Int(radius / pass.step)
        let count = 2 * (half + reach) + 1
        var colours = [SIMD4<Float>](repeating: .zero, count: count)
        var steps = [Float](repeating: 0, count: 2 * half + 1)
        // An edge is the likelier the nearer it is to where the side is thought to be.
        let prior = (-half...half).map { position in
            let share = Double(Float(position) * pass.step / (0.7 * radius))
            return Float(exponential(-0.5 * share * share))
        }
        var found: [SideEdge] = []
        let (right, bottom) = (Float(picture.size.width), Float(picture.size.height))
        for index in 0..<pass.normals {
            let share = Float(index) / Float(pass.normals - 1)
            let along = length * (parameters.cornerShare + (1 - 2 * parameters.cornerShare) * share)
            let (x, y) = (Float(start.x) + along * dx, Float(start.y) + along * dy)
            for sample in 0..<count {
                let offset = Float(sample - half - reach) * pass.step
                let (px, py) = (x + offset * nx, y + offset * ny)
                colours[sample] =
                    pass.interpolates
                    ? picture.bilinear(px - 2 * dx, py - 2 * dy) + picture.bilinear(px, py)
                        + picture.bilinear(px + 2 * dx, py + 2 * dy)
                    : picture.nearest(px - 2 * dx, py - 2 * dy) + picture.nearest(px, py)
                        + picture.nearest(px + 2 * dx, py + 2 * dy)
            }
            var best = 0
            var (bestLikely, bestStep): (Float, Float) = (0, 0)
            for position in 0...(2 * half) {
                let step = picture.stepSize(colours[position + 2 * reach] - colours[position]) * (1 / 3)
                steps[position] = step
                let likely = step * prior[position]
                if likely > bestLikely { (bestLikely, bestStep, best) = (likely, step, position) }
            }
            guard bestStep > parameters.minimumStep else { continue }
            let offset = (steps.withUnsafeBufferPointer { peakCentre($0, best) } - Float(half)) * pass.step
            let (px, py) = (x + offset * nx, y + offset * ny)
            guard px > 1, py > 1, px < right - 1, py < bottom - 1 else { continue }
            found.append(SideEdge(along: along, offset: offset, weight: min(bestStep, parameters.largestStep)))
        }
        return found
    }

    private static func crossing(_ a: (Point2D, Point2D), _ b: (Point2D, Point2D)) -> Point2D? {
        let u = a.1 - a.0
        let v = b.1 - b.0
        let determinant = u.cross(v)
        // Sides that are almost parallel cross anywhere.
        guard abs(determinant) > 0.2 * u.length * v.length else { return nil }
        return a.0 + u * ((b.0 - a.0).cross(v) / determinant)
    }
}
