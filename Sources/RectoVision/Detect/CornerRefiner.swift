package import RectoCore
import RectoKernels

/// Moves a quad's sides onto the edges of the full-size picture, to a fraction of a pixel.
///
/// Along each side, between its corners (which may be rounded, folded or covered), the color step across the side is
/// measured on many normals; a line is fitted to the strongest steps by a consensus of pairs and then by reweighted
/// least squares (Geman–McClure). A side on which most normals disagree with the fit stays where it was: a hand or a
/// shadow beside the page must not pull it away. The corners are where the sides cross.
///
/// The sides of a curled sheet are bowed, and its corners are not where straight lines through their middles cross. If
/// a line has too few edges, a parabola is extended along the edge from the straight part.
package final class CornerRefiner {
    package struct Pass: Hashable, Sendable {
        /// How far to search in both directions, as a share of the picture's long side.
        var searchRadius: Double
        /// Number of normals along a side.
        var normals: Int
        /// Minimum distance between the samples on a normal, in pixels.
        var step: Float
        /// Maximum number of samples in each direction; in a large picture they are farther apart.
        var samples: Float = 12
        /// Whether colors are interpolated between pixels.
        var interpolates: Bool
    }

    package struct Parameters: Hashable, Sendable {
        var passes = [
            Pass(searchRadius: 0.012, normals: 48, step: 1, interpolates: false),
            Pass(searchRadius: 0.002, normals: 64, step: 0.5, interpolates: true),
        ]
        /// Shortest search radius, in pixels.
        var minimumRadius: Float = 3
        /// The share of a side skipped at each end.
        var cornerShare: Float = 0.06
        /// The smallest color step of an edge, and the value at which steps are capped, in gray levels.
        var minimumStep: Float = 4
        var largestStep: Float = 60
        /// The distance from a line within which normals agree with it, in pixels.
        var agreement: Float = 1.2
        /// Share of the edge normals (by weight) that must agree with the fit.
        var minimumConsensus: Float = 0.5
        /// Share of the normals that must show an edge at all.
        var minimumEdges = 0.25
        /// A known side stays if the edges that agree with it have this many times the weight of those that were found,
        /// because another line was mistaken for it. On the same edge, both weights are equal except for noise.
        var keepGain: Float = 1.25
        /// A side is straight if its line already had this share of the normals in the last pass.
        var surelyStraightShare: Float = 0.95
        /// A side is bowed if its line has no more than this share of the edges (by weight) ...
        var straightShare: Float = 0.85
        /// ... and a parabola has this much more of them, and at least this share.
        var bowGain: Float = 0.12
        var minimumBowShare: Float = 0.7
        /// Sagitta of a bowed side, as a share of its length. A smaller one cannot be distinguished from a straight
        /// side.
        var sagittas: ClosedRange<Float> = 0.002...0.1
        /// The smallest sagitta of a bowed side, in pixels.
        var shortestSagitta: Float = 1
        /// Sagitta at or above which corners are moved to where the parabolas cross. With a smaller one, the corners of
        /// straight lines are as good, and parabolas that end in a rounded or lifted corner are worse.
        var minimumBend: Float = 0.008
        /// Distances from the parabola at which an edge has a quarter of its weight, in pixels, one for each search for
        /// edges around it.
        var bowScales: [Float] = [4, 3, 2, 1.2, 1]

        package init() {}
    }

    /// The multiple of the agreement distance within which edges are counted as agreeing with a fitted line.
    private static let countedAgreement: Float = 1.5
    /// The shortest side that is checked for a bow, in pixels.
    private static let minimumBowedLength: Float = 32
    /// The fewest edges that determine a side.
    private static let minimumEdgeCount = 8
    /// Distance from the parabola, in pixels, at which an edge of the fine pass has a quarter of its weight.
    private static let fineBowScale: Float = 0.8
    /// Standard deviation of the place of a side, as a share of the search radius.
    private static let priorDeviation: Float = 0.7
    /// Distance from a step of the two colors whose difference it is, and distance along the side of the additional
    /// points that are sampled, in pixels.
    private static let stepReach: Float = 1.5
    private static let stepSpread: Float = 2
    /// Distance between the two points of a tangent, in pixels.
    private static let tangentLength = 100.0
    /// The sine of the angle below which two sides count as almost parallel.
    private static let minimumSine = 0.2

    let parameters: Parameters
    private let sampler = ColorSampler()
    private let steps = Plane<Float>()
    private let prior = Plane<Float>()
    private let edges = Plane<SideEdge>()

    package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// - Parameters:
    ///   - quad: Corners in pixels of the picture, convex and clockwise.
    ///   - keepsBetter: Whether sides stay where they were if clearly more edges agree with them there.
    ///   - fixed: The sides that stay where they are in any case, as a set with a bit for each.
    /// - Returns: The refined quad, or the given one if refinement found no edges.
    package func refine(
        _ quad: Quad, in picture: FrameView, keepsBetter: Bool = false, fixed: UInt8 = 0
    ) -> RefinedQuad {
        let (refined, seen) = settle(quad, in: picture, keepsBetter: keepsBetter, fixed: fixed)
        return bend(refined, seen, fixed: fixed, in: picture)
    }

    /// Moves the sides as straight lines.
    /// - Returns: The quad and its sides after the last pass; a side is `nil` if the pass found no agreement.
    private func settle(
        _ quad: Quad, in picture: FrameView, keepsBetter: Bool, fixed: UInt8 = 0
    ) -> (refined: Quad, seen: InlineArray<4, FittedSide?>) {
        var refined = quad
        var seen = InlineArray<4, FittedSide?>(repeating: nil)
        for pass in parameters.passes {
            let (pass, radius) = scaled(pass, to: picture.size)
            weigh(pass, radius: radius)
            var sides = Self.sides(of: refined)
            for side in 0..<4 where fixed & 1 << side == 0 {
                seen[side] = fit(sides[side].0, sides[side].1, pass, radius: radius, in: picture)
                if let fitted = seen[side] { sides[side] = fitted.ends }
            }
            if let moved = Self.quad(crossing: sides, near: refined, within: 4 * radius) {
                refined = moved
            } else {
                seen = InlineArray(repeating: nil)
            }
        }
        if keepsBetter { keepBetterSides(of: quad, in: &refined, &seen, in: picture) }
        return (refined, seen)
    }

    /// Returns points along the sides, straight or bowed, that are seen near those of a quad.
    func outline(of quad: Quad, in picture: FrameView) -> PageOutline {
        var outline = PageOutline(quad)
        let (refined, seen) = settle(quad, in: picture, keepsBetter: true)
        for side in 0..<4 {
            let (start, end) = (refined[side], refined[(side + 1) & 3])
            var curve = SideCurve()
            if let bow = bow(start, end, in: picture) {
                curve = bow.curve
            } else if seen[side]?.share ?? 0 < parameters.straightShare {
                continue
            }
            let bowed = Bow(start, end, curve)
            outline.sides[side] = (0...Self.outlineSteps).map { step in
                let share = Float(step) / Float(Self.outlineSteps)
                return bowed.place(at: Float(start.distance(to: end)) * share)
            }
        }
        return outline
    }

    /// Number of steps between the points of a side of an outline.
    private static let outlineSteps = 24

    /// Reverts the sides that clearly fewer edges agree with than with the given ones.
    private func keepBetterSides(
        of given: Quad, in refined: inout Quad, _ seen: inout InlineArray<4, FittedSide?>, in picture: FrameView
    ) {
        guard let pass = parameters.passes.last else { return }
        let (fine, radius) = scaled(pass, to: picture.size)
        weigh(fine, radius: radius)
        let givenSides = Self.sides(of: given)
        var sides = Self.sides(of: refined)
        var kept = 0
        for side in 0..<4 {
            let (start, end) = givenSides[side]
            let length = start.distance(to: end)
            guard length >= 8 else { continue }
            let edges = findEdges(from: start, to: end, fine, radius: radius, around: SideCurve(), in: picture)
            let agreeing = agreement(of: edges, with: SideLine(offset: 0, slope: 0))
            if let fitted = seen[side], parameters.keepGain * fitted.weight >= agreeing.weight { continue }
            sides[side] = (start, end)
            seen[side] = nil
            kept += 1
        }
        guard kept > 0 else { return }
        if kept < 4, let mixed = Self.quad(crossing: sides, near: refined, within: .infinity) {
            refined = mixed
        } else {
            refined = given
            seen = InlineArray(repeating: nil)
        }
    }

    private static func sides(of quad: Quad) -> InlineArray<4, (Point2D, Point2D)> {
        InlineArray { side in (quad[side], quad[(side + 1) & 3]) }
    }

    /// The quad between four lines; a corner does not move if its two sides are almost parallel.
    /// - Returns: `nil` if a corner moves farther than `reach`, in pixels, or the quad is not convex.
    private static func quad(
        crossing sides: InlineArray<4, (Point2D, Point2D)>, near quad: Quad, within reach: Float
    ) -> Quad? {
        var moved = quad
        var farthest = 0.0
        for corner in 0..<4 {
            guard let crossing = crossing(sides[(corner + 3) & 3], sides[corner]) else { continue }
            moved[corner] = crossing
            farthest = max(farthest, crossing.distance(to: quad[corner]))
        }
        return moved.isConvexClockwise && farthest < Double(reach) ? moved : nil
    }

    /// Moves the corners to where bowed sides cross.
    /// - Parameter seen: The sides as lines.
    private func bend(_ quad: Quad, _ seen: InlineArray<4, FittedSide?>, fixed: UInt8, in picture: FrameView)
        -> RefinedQuad
    {
        var result = RefinedQuad(quad: quad, sagittas: SideSagittas())
        var curves = InlineArray<4, SideCurve?>(repeating: nil)
        var isBent = false
        for side in 0..<4 where fixed & 1 << side == 0 {
            result.sagittas[side] = seen[side].map { Double($0.sagitta) }
            guard seen[side]?.share ?? 0 < parameters.surelyStraightShare,
                let bow = bow(quad[side], quad[(side + 1) & 3], in: picture)
            else { continue }
            result.sagittas[side] = Double(bow.sagitta)
            guard bow.sagitta >= parameters.minimumBend else { continue }
            curves[side] = bow.curve
            isBent = true
        }
        guard isBent else { return result }
        var bent = quad
        for corner in 0..<4 {
            let before = (corner + 3) & 3
            guard curves[before] != nil || curves[corner] != nil else { continue }
            bent[corner] = crossing(
                Bow(quad[before], quad[corner], curves[before] ?? SideCurve()),
                Bow(quad[corner], quad[(corner + 1) & 3], curves[corner] ?? SideCurve()), near: quad[corner])
        }
        if bent.isConvexClockwise { result.quad = bent }
        return result
    }

    /// The parabola along a side, if it is bowed, and its sagitta as a share of the length.
    private func bow(
        _ start: Point2D, _ end: Point2D, in picture: FrameView
    ) -> (curve: SideCurve, sagitta: Float)? {
        let length = Float(start.distance(to: end))
        guard length >= Self.minimumBowedLength, let coarse = parameters.passes.first, let fine = parameters.passes.last
        else { return nil }
        func edges(_ pass: Pass, around curve: SideCurve) -> UnsafeBufferPointer<SideEdge> {
            let (pass, radius) = scaled(pass, to: picture.size)
            weigh(pass, radius: radius)
            return findEdges(from: start, to: end, pass, radius: radius, around: curve, in: picture)
        }
        func share(_ curve: SideCurve) -> Float {
            let agreeing = edges(fine, around: curve).count {
                abs($0.offset - curve.offset(at: $0.along)) < Self.countedAgreement * parameters.agreement
            }
            return Float(agreeing) / Float(fine.normals)
        }
        let straight = share(SideCurve())
        guard straight < parameters.straightShare else { return nil }
        var curve = SideCurve()
        for scale in parameters.bowScales {
            let edges = edges(coarse, around: curve)
            guard Double(edges.count) >= parameters.minimumEdges * Double(coarse.normals),
                edges.count >= Self.minimumEdgeCount
            else { return nil }
            curve.fit(edges, length: length, scale: scale)
            guard curve.sagitta(length: length) <= parameters.sagittas.upperBound * length else { return nil }
        }
        curve.fit(edges(fine, around: curve), length: length, scale: Self.fineBowScale)
        let sagitta = curve.sagitta(length: length) / length
        guard parameters.sagittas.contains(sagitta) else { return nil }
        return share(curve) >= max(straight + parameters.bowGain, parameters.minimumBowShare)
            ? (curve, sagitta) : nil
    }

    /// A side in the picture.
    private struct Bow {
        let start: Point2D
        let direction: Point2D
        let normal: Point2D
        let curve: SideCurve

        init(_ start: Point2D, _ end: Point2D, _ curve: SideCurve) {
            self.start = start
            direction = (end - start) * (1 / start.distance(to: end))
            normal = Point2D(x: direction.y, y: -direction.x)
            self.curve = curve
        }

        func place(at along: Float) -> Point2D {
            start + direction * Double(along) + normal * Double(curve.offset(at: along))
        }

        /// Two points of the tangent near a point.
        func tangent(at point: Point2D) -> (Point2D, Point2D) {
            let along = Float((point - start).dot(direction))
            let foot = place(at: along)
            let beside = direction + normal * Double(curve.slope(at: along))
            return (foot, foot + beside * CornerRefiner.tangentLength)
        }
    }

    /// Where two bowed sides cross, by Newton's method.
    private func crossing(_ a: Bow, _ b: Bow, near corner: Point2D) -> Point2D {
        var point = corner
        for _ in 0..<4 {
            guard let next = Self.crossing(a.tangent(at: point), b.tangent(at: point)) else { return corner }
            point = next
        }
        return point
    }

    /// A pass scaled to a picture's size, and its search radius in pixels.
    private func scaled(_ pass: Pass, to size: PixelSize) -> (Pass, radius: Float) {
        let radius = max(parameters.minimumRadius, Float(pass.searchRadius * Double(size.longSide)))
        var pass = pass
        pass.step = max(pass.step, radius / pass.samples)
        return (pass, radius)
    }

    /// A side as a line through most of its edges.
    private struct FittedSide {
        /// Two points of the line.
        var ends: (Point2D, Point2D)
        /// The share of the normals that agree with the line.
        var share: Float
        /// The weight of the edges that agree with the line.
        var weight: Float
        /// How far the edges bend away from the line, as a share of its length; 0 if that is too little to measure.
        var sagitta: Float
    }

    /// - Returns: `nil` if there is no agreement.
    private func fit(
        _ start: Point2D, _ end: Point2D, _ pass: Pass, radius: Float, in picture: FrameView
    ) -> FittedSide? {
        let length = start.distance(to: end)
        guard length >= 8 else { return nil }
        let direction = (end - start) * (1 / length)
        let normal = Point2D(x: direction.y, y: -direction.x)
        let edges = findEdges(from: start, to: end, pass, radius: radius, around: SideCurve(), in: picture)
        guard Double(edges.count) >= parameters.minimumEdges * Double(pass.normals),
            edges.count >= Self.minimumEdgeCount,
            let fitted = SideLine(fitting: edges, length: Float(length), agreement: parameters.agreement)
        else { return nil }
        let agreeing = agreement(of: edges, with: fitted)
        guard agreeing.weight >= parameters.minimumConsensus * edges.reduce(0, { $0 + $1.weight }) else { return nil }
        let first = start + normal * Double(fitted.offset)
        let second = first + (direction + normal * Double(fitted.slope)) * length
        return FittedSide(
            ends: (first, second), share: Float(agreeing.number) / Float(pass.normals), weight: agreeing.weight,
            sagitta: sagitta(of: edges, near: fitted, length: Float(length), normals: pass.normals))
    }

    /// The number and the weight of the edges that agree with a line.
    private func agreement(
        of edges: UnsafeBufferPointer<SideEdge>, with line: SideLine
    ) -> (number: Int, weight: Float) {
        var agreeing: (number: Int, weight: Float) = (0, 0)
        for edge in edges where abs(line.distance(to: edge)) < Self.countedAgreement * parameters.agreement {
            agreeing.number += 1
            agreeing.weight += edge.weight
        }
        return agreeing
    }

    /// The sagitta of a parabola through the edges near a line, as a share of the length; 0 if they are not bowed.
    private func sagitta(
        of edges: UnsafeBufferPointer<SideEdge>, near line: SideLine, length: Float, normals: Int
    ) -> Float {
        var curve = SideCurve(line)
        curve.fit(edges, length: length, scale: parameters.agreement)
        let sagitta = curve.sagitta(length: length)
        let agreeing = edges.count { abs($0.offset - curve.offset(at: $0.along)) < parameters.agreement }
        let isBowed =
            sagitta >= parameters.shortestSagitta && parameters.sagittas.contains(sagitta / length)
            && Float(agreeing) >= parameters.minimumBowShare * Float(normals)
        return isBowed ? sagitta / length : 0
    }

    /// Sets ``prior``: an edge is more likely the nearer it is to the expected place of the side.
    private func weigh(_ pass: Pass, radius: Float) {
        let half = Int(radius / pass.step)
        prior.reshape(width: 2 * half + 1, height: 1)
        for position in -half...half {
            let share = Double(Float(position) * pass.step / (Self.priorDeviation * radius))
            prior.base[position + half] = Float(exp(-0.5 * share * share))
        }
    }

    /// Finds the strongest color step on each normal of a side; normals without one are skipped.
    /// - Parameter curve: The expected place of the side.
    /// - Returns: The edges in order along the side, valid until the next call.
    private func findEdges(
        from start: Point2D, to end: Point2D, _ pass: Pass, radius: Float, around curve: SideCurve,
        in picture: FrameView
    ) -> UnsafeBufferPointer<SideEdge> {
        let length = Float(start.distance(to: end))
        let (dx, dy) = (Float(end.x - start.x) / length, Float(end.y - start.y) / length)
        let (nx, ny) = (dy, -dx)
        let reach = max(1, Int((Self.stepReach / pass.step).rounded()))
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
            let middle = curve.offset(at: along)
            let (x, y) = (
                Float(start.x) + along * dx + middle * nx, Float(start.y) + along * dy + middle * ny
            )
            let line = SampleLine(
                x: x + beginning * nx, y: y + beginning * ny, stepX: pass.step * nx, stepY: pass.step * ny,
                sideX: Self.stepSpread * dx, sideY: Self.stepSpread * dy)
            sampler.measure(
                picture, line, span: reach, count: count, interpolates: pass.interpolates, into: steps)
            var best = 0
            var bestLikely: Float = 0
            for position in 0..<count where steps[position] * prior[position] > bestLikely {
                (bestLikely, best) = (steps[position] * prior[position], position)
            }
            guard bestLikely > 0, steps[best] > parameters.minimumStep else { continue }
            let center = peakCenter(UnsafeBufferPointer(start: UnsafePointer(steps), count: count), best)
            let offset = (center - Float(half)) * pass.step
            let (px, py) = (x + offset * nx, y + offset * ny)
            guard px > 1, py > 1, px < right - 1, py < bottom - 1 else { continue }
            edges.base[found] = SideEdge(
                along: along, offset: middle + offset, weight: min(steps[best], parameters.largestStep))
            found += 1
        }
        return UnsafeBufferPointer(start: UnsafePointer(edges.base), count: found)
    }

    private static func crossing(_ a: (Point2D, Point2D), _ b: (Point2D, Point2D)) -> Point2D? {
        let u = a.1 - a.0
        let v = b.1 - b.0
        let determinant = u.cross(v)
        // The crossing of almost parallel sides is arbitrary.
        guard abs(determinant) > minimumSine * u.length * v.length else { return nil }
        return a.0 + u * ((b.0 - a.0).cross(v) / determinant)
    }
}
