import RectoCore

/// Finds the four sides of a quad again near where they are expected, by the color steps across them.
///
/// On each of the 48 normals of a side, the step from outside to inside is remembered as a direction in color space and
/// a size. Later, only steps in that direction count, and their size is capped a little above the remembered one, so
/// that a text line, a shadow or a stronger edge nearby does not attract the side. A line is fitted to the steps
/// (``SideLine``) in two passes: a coarse one over the whole search radius, and a fine one that measures exactly where
/// ``CornerRefiner`` does.
final class SideSearch: @unchecked Sendable {
    // Sendable: `QuadTracker` hands a search to one owner at a time.
    struct Parameters: Hashable, Sendable {
        /// The share of a side skipped at each end.
        var cornerShare: Float = 0.06
        /// The smallest remembered step that counts as an edge, in gray levels.
        var minimumStep: Float = 4
        /// The share of the remembered step at or above which a step counts, and the multiple of it at which a step is
        /// capped.
        var minimumShare: Float = 0.35
        var maximumShare: Float = 1.5
        /// The distance from a line within which normals agree with it, in steps of the pass, or in pixels if the step
        /// is smaller than one.
        var agreement: Float = 1.2
        /// Pairs of edges that are tried for a line, at each of five distances; few, because the prediction is near.
        var pairs = 10
        /// The share by which the remembered steps move toward those that are seen, one side per frame.
        var adaption: Float = 0.2
        /// The fewest normals with a remembered step that are enough to judge a side.
        var minimumExpected = 10
        /// The share of the coarse pass's support that the fine pass must reach to count: its line may have caught on
        /// print.
        var fineShare: Float = 0.6
    }

    /// The result of the search for a side. Its support is 0 if the side is too short to be searched for.
    struct Side {
        /// Points of the fitted line, near the side's corners.
        var start = Point2D(x: 0, y: 0)
        var end = Point2D(x: 0, y: 0)
        /// The share of the normals with a remembered step that show it on the line, 0…1; 0 if too few have one.
        var support: Float = 0
    }

    /// Normals per side.
    private static let normals = 48
    /// Distance between the samples of the fine pass, in pixels.
    private static let fineStep: Float = 0.5
    /// Colors are averaged over two places: one this far before a normal and one as far after it, in pixels along the
    /// side.
    private static let spread: Float = 1.5
    /// The remembered colors lie this far outside and inside the side, in pixels. The fine pass uses the same distance.
    private static let reach: Float = 1.5
    /// The shortest side that is searched for, in pixels.
    private static let minimumLength = 8.0
    /// The smallest bow, as a share of a side's length, that is followed; less counts as straight.
    private static let minimumBow: Float = 0.012
    /// The multiple of the fitting distance within which edges are counted as agreeing with a fitted line.
    private static let countedAgreement: Float = 1.5
    /// The share of the search radius at which an edge is half as likely as one in the middle.
    private static let halfLikely: Float = 0.7

    private let parameters = Parameters()
    /// Remembered steps from outside to inside: 48 for each side.
    private let references = Plane<SIMD4<Float>>()
    /// How far the middle of each side lies outside the chord between its ends, as a share of its length: sides of
    /// bent pages are parabolas. 0 is a straight side.
    private var bows = SIMD4<Float>.zero
    private let profile = Plane<Float>()
    private let steps = Plane<Float>()
    private let prior = Plane<Float>()
    private let edges = Plane<SideEdge>()
    /// The side whose remembered steps were updated last.
    private var sideToAdapt = 0

    init() {
        references.reshape(width: Self.normals, height: 4)
        references.fill(.zero)
        edges.reshape(width: Self.normals, height: 1)
    }

    /// Creates an independent search with the same remembered sides.
    convenience init(copying other: SideSearch) {
        self.init()
        references.base.update(from: other.references.base, count: references.width * references.height)
        bows = other.bows
        sideToAdapt = other.sideToAdapt
    }

    /// Allocates room for the longest profiles, so that searches need not.
    func reserve(radius: Double, in size: PixelSize) {
        let longest = 2 * Int(radius / Double(Self.coarseStep(size))) + 32
        for plane in [profile, steps, prior] { plane.reshape(width: longest, height: 1) }
    }

    /// Samples on the long side that are enough to come within reach of the fine pass.
    private static let coarseSamples: Float = 960

    private static func coarseStep(_ size: PixelSize) -> Float { max(1, Float(size.longSide) / coarseSamples) }

    /// The coordinate system of a side: a point is at start + along · direction + offset · normal. On a bowed side the
    /// offset is measured from the parabola, which meets the chord at both ends.
    private struct Axis {
        let start: SIMD2<Float>
        let direction: SIMD2<Float>
        /// The outward normal.
        let normal: SIMD2<Float>
        let length: Float
        /// Curvature of the parabola: four times its outward sagitta over the square of the length.
        private let curvature: Float

        init?(_ start: Point2D, _ end: Point2D, bow: Float) {
            let length = start.distance(to: end)
            guard length >= SideSearch.minimumLength else { return nil }
            self.start = SIMD2(Float(start.x), Float(start.y))
            direction = SIMD2(Float((end.x - start.x) / length), Float((end.y - start.y) / length))
            normal = SIMD2(direction.y, -direction.x)
            self.length = Float(length)
            curvature = 4 * bow / Float(length)
        }

        func position(ofNormal index: Int, cornerShare: Float) -> Float {
            let share = Float(index) / Float(SideSearch.normals - 1)
            return length * (cornerShare + (1 - 2 * cornerShare) * share)
        }

        func point(_ along: Float, _ offset: Float) -> SIMD2<Float> {
            start + along * direction + (offset + curvature * along * (length - along)) * normal
        }

        func place(_ line: SideLine, at along: Float) -> Point2D {
            let point = point(along, line.offset + line.slope * along)
            return Point2D(x: Double(point.x), y: Double(point.y))
        }
    }

    private struct Pass {
        /// Distance between the samples on a normal, in pixels.
        var step: Float
        /// Distance of the two colors of a step from its center, in samples.
        var reach: Int
        /// How far to search in both directions, in samples.
        var half: Int
        /// Whether colors are interpolated between pixels.
        var interpolates: Bool
        /// Every how many normals one is sampled.
        var stride: Int

        var count: Int { 2 * (half + reach) + 1 }
    }

    // MARK: Remembering

    /// Remembers the steps across the sides of a quad.
    /// - Parameter sagittas: How far its sides are bowed; the picture shows in which direction.
    func learn<Sampler: PixelSampler>(_ quad: Quad, _ sagittas: SideSagittas, in picture: Sampler) {
        for side in 0..<4 {
            let sagitta = Float(sagittas[side] ?? 0)
            bows[side] = 0
            if sagitta > Self.minimumBow {
                let (outwards, inwards) = (
                    step(along: side, of: quad, bow: sagitta, in: picture),
                    step(along: side, of: quad, bow: -sagitta, in: picture)
                )
                bows[side] = outwards >= inwards ? sagitta : -sagitta
            }
            adapt(side, of: quad, by: 1, in: picture)
        }
    }

    /// The sum of the steps across a side with the given bow.
    private func step<Sampler: PixelSampler>(
        along side: Int, of quad: Quad, bow: Float, in picture: Sampler
    ) -> Float {
        bows[side] = bow
        adapt(side, of: quad, by: 1, in: picture)
        return (0..<Self.normals).reduce(0) { $0 + (references[$1, side] * references[$1, side]).sum().squareRoot() }
    }

    /// Updates the remembered steps of the next side in turn, if it is seen.
    func adapt<Sampler: PixelSampler>(to quad: Quad, seen: (Int) -> Bool, in picture: Sampler) {
        sideToAdapt = (sideToAdapt + 1) & 3
        if seen(sideToAdapt) { adapt(sideToAdapt, of: quad, by: parameters.adaption, in: picture) }
    }

    private func adapt<Sampler: PixelSampler>(_ side: Int, of quad: Quad, by share: Float, in picture: Sampler) {
        guard let axis = Axis(quad[side], quad[(side + 1) & 3], bow: bows[side]) else {
            for index in 0..<Self.normals where share == 1 { references[index, side] = .zero }
            return
        }
        let (right, bottom) = (Float(picture.size.width), Float(picture.size.height))
        for index in 0..<Self.normals {
            let along = axis.position(ofNormal: index, cornerShare: parameters.cornerShare)
            let center = axis.point(along, 0)
            guard center.x > 1, center.y > 1, center.x < right - 1, center.y < bottom - 1 else {
                if share == 1 { references[index, side] = .zero }
                continue
            }
            let step = color(axis, along, Self.reach, in: picture) - color(axis, along, -Self.reach, in: picture)
            references[index, side] += share * (step - references[index, side])
        }
    }

    /// The mean of two colors along a side.
    private func color<Sampler: PixelSampler>(
        _ axis: Axis, _ along: Float, _ offset: Float, in picture: Sampler
    ) -> SIMD4<Float> {
        let a = axis.point(along - Self.spread, offset)
        let b = axis.point(along + Self.spread, offset)
        return 0.5 * (picture.bilinear(a.x, a.y) + picture.bilinear(b.x, b.y))
    }

    // MARK: Searching

    /// Finds a side of a quad.
    ///
    /// - Parameter radius: How far to search in both directions, in pixels.
    func find<Sampler: PixelSampler>(
        _ side: Int, of quad: Quad, radius: Float, in picture: Sampler
    ) -> Side {
        let (start, end) = (quad[side], quad[(side + 1) & 3])
        guard let axis = Axis(start, end, bow: bows[side]) else { return Side(start: start, end: end) }
        let step = Self.coarseStep(picture.size)
        let coarse = Pass(step: step, reach: 2, half: Int(radius / step) + 1, interpolates: false, stride: 2)
        guard let first = fit(side, axis, coarse, in: picture) else { return Side(start: start, end: end) }
        let found = Side(
            start: axis.place(first.line, at: 0), end: axis.place(first.line, at: axis.length), support: first.support)
        let fine = Pass(
            step: Self.fineStep, reach: 3, half: Int((Self.reach + 0.5 * step) / Self.fineStep), interpolates: true,
            stride: 1)
        guard let closer = Axis(found.start, found.end, bow: bows[side]),
            let second = fit(side, closer, fine, in: picture),
            second.support >= parameters.fineShare * first.support
        else { return found }
        return Side(
            start: closer.place(second.line, at: 0), end: closer.place(second.line, at: closer.length),
            support: second.support)
    }

    private func fit<Sampler: PixelSampler>(
        _ side: Int, _ axis: Axis, _ pass: Pass, in picture: Sampler
    ) -> (line: SideLine, support: Float)? {
        profile.reshape(width: pass.count, height: 1)
        steps.reshape(width: 2 * pass.half + 1, height: 1)
        shapePrior(half: pass.half)
        let found = collectEdges(side, axis, pass, in: picture)
        guard found.expected * pass.stride >= parameters.minimumExpected, found.count >= 2 else { return nil }
        let edges = UnsafeBufferPointer(start: self.edges.base, count: found.count)
        let agreement = parameters.agreement * max(1, pass.step)
        guard
            let line = SideLine(fitting: edges, length: axis.length, agreement: agreement, pairs: parameters.pairs)
        else { return nil }
        var agreeing = 0
        for edge in edges where abs(line.distance(to: edge)) < Self.countedAgreement * agreement { agreeing += 1 }
        return (line, Float(agreeing) / Float(found.expected))
    }

    /// Sets ``prior``: an edge is more likely the nearer it is to the expected place of the side.
    private func shapePrior(half: Int) {
        prior.reshape(width: 2 * half + 1, height: 1)
        let scale = 1 / (Self.halfLikely * Float(max(half, 1)))
        for position in 0...2 * half {
            let share = Float(position - half) * scale
            prior.base[position] = 1 / (1 + share * share)
        }
    }

    /// Sets ``edges`` to the most likely step on each normal.
    /// - Returns: The number of edges, and the number of sampled normals in view that have a remembered step.
    private func collectEdges<Sampler: PixelSampler>(
        _ side: Int, _ axis: Axis, _ pass: Pass, in picture: Sampler
    ) -> (count: Int, expected: Int) {
        let (right, bottom) = (Float(picture.size.width), Float(picture.size.height))
        let values = UnsafeBufferPointer(start: steps.base, count: 2 * pass.half + 1)
        var (count, expected) = (0, 0)
        for index in stride(from: 0, to: Self.normals, by: pass.stride) {
            let reference = references[index, side]
            let size = (reference * reference).sum().squareRoot()
            guard size >= parameters.minimumStep else { continue }
            let along = axis.position(ofNormal: index, cornerShare: parameters.cornerShare)
            let center = axis.point(along, 0)
            guard center.x > 1, center.y > 1, center.x < right - 1, center.y < bottom - 1 else { continue }
            expected += 1
            sample(axis, along, pass, towards: reference * (0.5 / size), in: picture)
            var best = 0
            var bestLikely: Float = 0
            let maximum = parameters.maximumShare * size
            for position in 0...2 * pass.half {
                let step = min(profile.base[position + 2 * pass.reach] - profile.base[position], maximum)
                steps.base[position] = step
                let likely = step * prior.base[position]
                if likely > bestLikely { (bestLikely, best) = (likely, position) }
            }
            guard values[best] >= parameters.minimumShare * size else { continue }
            edges.base[count] = SideEdge(
                along: along, offset: (peakCenter(values, best) - Float(pass.half)) * pass.step,
                weight: min(values[best], size))
            count += 1
        }
        return (count, expected)
    }

    /// Sets ``profile`` to sums of two colors along the side, projected onto a direction, from inside to outside.
    @inline(__always)
    private func sample<Sampler: PixelSampler>(
        _ axis: Axis, _ along: Float, _ pass: Pass, towards direction: SIMD4<Float>, in picture: Sampler
    ) {
        let extent = Float(pass.half + pass.reach) * pass.step
        let first = axis.point(along, -extent)
        let advance = pass.step * axis.normal
        let beside = Self.spread * axis.direction
        let margin = SIMD2<Float>(repeating: Self.spread + 2)
        let size = SIMD2(Float(picture.size.width), Float(picture.size.height))
        let last = axis.point(along, extent)
        let isInside =
            all(first .> margin) && all(last .> margin) && all(first .< size - margin) && all(last .< size - margin)
        for sample in 0..<pass.count {
            let point = first + Float(sample) * advance
            let (a, b) = (point - beside, point + beside)
            let sum: Float
            if !isInside {
                sum = ((picture.bilinear(a.x, a.y) + picture.bilinear(b.x, b.y)) * direction).sum()
            } else if pass.interpolates {
                sum = Self.interpolated(a, direction, picture) + Self.interpolated(b, direction, picture)
            } else {
                sum = Self.nearest(a, direction, picture) + Self.nearest(b, direction, picture)
            }
            profile.base[sample] = sum
        }
    }

    /// The pixel at a place at least one pixel inside the picture.
    @inline(__always)
    private static func nearest<Sampler: PixelSampler>(
        _ place: SIMD2<Float>, _ direction: SIMD4<Float>, _ picture: Sampler
    ) -> Float {
        picture.projection(nearestInteger(place.x - 0.5), nearestInteger(place.y - 0.5), on: direction)
    }

    /// The value interpolated between four pixels at a place at least two pixels inside the picture.
    @inline(__always)
    private static func interpolated<Sampler: PixelSampler>(
        _ place: SIMD2<Float>, _ direction: SIMD4<Float>, _ picture: Sampler
    ) -> Float {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        // Rounding after subtracting 0.5 truncates; both are positive.
        let (column, row) = (nearestInteger(x - 0.5), nearestInteger(y - 0.5))
        let (across, down) = (x - Float(column), y - Float(row))
        let a = picture.projection(column, row, on: direction)
        let b = picture.projection(column &+ 1, row, on: direction)
        let c = picture.projection(column, row &+ 1, on: direction)
        let d = picture.projection(column &+ 1, row &+ 1, on: direction)
        let upper: Float = a + (b - a) * across
        let lower: Float = c + (d - c) * across
        return upper + (lower - upper) * down
    }
}
