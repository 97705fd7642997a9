import RectoCore
import RectoKernels

/// Moves a quad's sides onto the edges of the full-size picture, to a fraction of a pixel.
///
/// Along each side, between its corners (which may be rounded, folded or covered), the colour step across the side is
/// measured on many normals; a line is fitted to the strongest steps by a consensus of pairs and then by reweighted
/// least squares (Geman–McClure). A side on which most normals disagree with the fit stays where it was: a curled edge,
/// a hand or a shadow beside the page must not pull it away. The corners are where the sides cross.
final class CornerRefiner {
    struct Pass: Hashable, Sendable {
        /// How far to look to both sides, as a share of the picture's long side.
        var searchRadius: Double
        /// Number of normals along a side.
        var normals: Int
        /// Least distance of the samples on a normal, in pixels.
        var step: Float
        /// At most so many samples to each side: in a large picture they are further apart.
        var samples: Float = 12
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
    private let sampler = ColourSampler()
    private let steps = Plane<Float>()
    private let prior = Plane<Float>()
    private let edges = Plane<SideEdge>()

    init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// - Parameter quad: Corners in pixels of the picture, convex and clockwise.
    /// - Returns: The refined quad, or the given one where refinement found nothing to hold on to.
    func refine(_ quad: Quad, in picture: FrameView) -> Quad {
        var refined = quad
        for pass in parameters.passes {
            let radius = max(parameters.minimumRadius, Float(pass.searchRadius * Double(picture.size.longSide)))
            var pass = pass
            pass.step = max(pass.step, radius / pass.samples)
            weigh(pass, radius: radius)
            var sides = InlineArray<4, (Point2D, Point2D)> { side in (refined[side], refined[(side + 1) & 3]) }
            for side in 0..<4 {
                if let fitted = fit(sides[side].0, sides[side].1, pass, radius: radius, in: picture) {
                    sides[side] = fitted
                }
            }
            var moved = refined
            var farthest = 0.0
            for corner in 0..<4 {
                guard let crossing = Self.crossing(sides[(corner + 3) & 3], sides[corner]) else { continue }
                moved[corner] = crossing
                farthest = max(farthest, crossing.distance(to: refined[corner]))
            }
            if moved.isConvexClockwise, farthest < Double(4 * radius) { refined = moved }
        }
        return refined
    }

    /// Two points of the fitted side, or nothing if there is no agreement on it.
    private func fit(
        _ start: Point2D, _ end: Point2D, _ pass: Pass, radius: Float, in picture: FrameView
    ) -> (Point2D, Point2D)? {
        let length = start.distance(to: end)
        guard length >= 8 else { return nil }
        let direction = (end - start) * (1 / length)
        let normal = Point2D(x: direction.y, y: -direction.x)
        let count = findEdges(from: start, direction, normal, Float(length), pass, radius: radius, in: picture)
        let edges = UnsafeBufferPointer(start: UnsafePointer(edges.base), count: count)
        guard Double(count) >= parameters.minimumEdges * Double(pass.normals), count >= 8,
            let fitted = SideLine(fitting: edges, length: Float(length), agreement: parameters.agreement)
        else { return nil }
        var (total, agreeing): (Float, Float) = (0, 0)
        for edge in edges {
            total += edge.weight
            if abs(fitted.distance(to: edge)) < 1.5 * parameters.agreement { agreeing += edge.weight }
        }
        guard agreeing >= parameters.minimumConsensus * total else { return nil }
        let first = start + normal * Double(fitted.offset)
        return (first, first + (direction + normal * Double(fitted.slope)) * length)
    }

    /// Fills ``prior``: an edge is the likelier the nearer it is to where the side is thought to be.
    private func weigh(_ pass: Pass, radius: Float) {
        let half = Int(radius / pass.step)
        prior.reshape(width: 2 * half + 1, height: 1)
        for position in -half...half {
            let share = Double(Float(position) * pass.step / (0.7 * radius))
            prior.base[position + half] = Float(exponential(-0.5 * share * share))
        }
    }

    /// Fills ``edges`` with the strongest colour step on each normal of a side.
    /// - Returns: How many normals have an edge.
    private func findEdges(
        from start: Point2D, _ direction: Point2D, _ normal: Point2D, _ length: Float, _ pass: Pass, radius: Float,
        in picture: FrameView
    ) -> Int {
        let (dx, dy) = (Float(direction.x), Float(direction.y))
        let (nx, ny) = (Float(normal.x), Float(normal.y))
        // A step is the difference of the colours 1.5 px to both sides.
        let reach = max(1, Int((1.5 / pass.step).rounded()))
        let half = Int(radius / pass.step)
        let count = 2 * half + 1
        steps.reshape(width: count, height: 1)
        edges.reshape(width: pass.normals, height: 1)
        let (steps, prior) = (steps.base, prior.base)
        var found = 0
        let (right, bottom) = (Float(picture.size.width), Float(picture.size.height))
        let beginning = Float(-half - reach) * pass.step
        for index in 0..<pass.normals {
            let share = Float(index) / Float(pass.normals - 1)
            let along = length * (parameters.cornerShare + (1 - 2 * parameters.cornerShare) * share)
            let (x, y) = (Float(start.x) + along * dx, Float(start.y) + along * dy)
            let line = SampleLine(
                x: x + beginning * nx, y: y + beginning * ny, stepX: pass.step * nx, stepY: pass.step * ny,
                sideX: 2 * dx, sideY: 2 * dy)
            sampler.measure(
                picture, line, span: reach, count: count, interpolates: pass.interpolates, into: steps)
            var best = 0
            var bestLikely: Float = 0
            for position in 0..<count where steps[position] * prior[position] > bestLikely {
                (bestLikely, best) = (steps[position] * prior[position], position)
            }
            guard bestLikely > 0, steps[best] > parameters.minimumStep else { continue }
            let centre = peakCentre(UnsafeBufferPointer(start: UnsafePointer(steps), count: count), best)
            let offset = (centre - Float(half)) * pass.step
            let (px, py) = (x + offset * nx, y + offset * ny)
            guard px > 1, py > 1, px < right - 1, py < bottom - 1 else { continue }
            edges.base[found] = SideEdge(along: along, offset: offset, weight: min(steps[best], parameters.largestStep))
            found += 1
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
