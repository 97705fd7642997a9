import RectoCore

/// The margin around a frame that is printed along the edges of a sheet, as on cards, certificates and photographs.
/// The frame is often a stronger quad than the sheet.
///
/// A margin has one tone and about the same width on all four sides, and ends everywhere in a sharp step to
/// surroundings that are either lighter or darker on all sides.
struct SheetMargin: Sendable {
    /// The unrefined outline of the sheet beyond the margin.
    let outline: Quad

    /// - Parameter quad: Corners in pixels of the picture, clockwise.
    /// - Returns: `nil` if the quad has no margin around it.
    init?(around quad: Quad, in luma: LumaPlane) {
        let sides = InlineArray<4, Side> { side in Side(quad[side], quad[(side + 1) & 3]) }
        let shortSide = min(sides[0].length + sides[2].length, sides[1].length + sides[3].length) / 2
        guard shortSide >= Self.minimumSide else { return nil }
        let reach = Self.reach * shortSide
        let step = max(reach / Double(Self.maximumSamples - 4), Self.minimumStep)
        guard let bands = Self.bands(sides, step: step, count: Int(reach / step), luma) else { return nil }
        guard Self.isMargin(bands, shortSide: shortSide), let outline = Self.outline(sides, bands) else { return nil }
        self.outline = outline
    }

    /// The shortest side of a quad, in pixels: on smaller cards, print is too close to the edge.
    private static let minimumSide = 60.0
    /// The search distance and the width of the narrowest margin, in short sides of the quad.
    private static let reach = 0.16
    private static let minimumWidth = 0.015
    /// Largest ratio of the margin's widths on the four sides, and largest difference of its levels.
    private static let largestRatio = 2.2
    private static let largestDifference: Float = 35
    /// In pixels.
    private static let minimumStep = 0.75
    private static let maximumSamples = 44

    private struct Side {
        let start: Point2D
        let way: Point2D
        let length: Double
        /// Out of the quad, of length 1.
        let outward: Point2D

        init(_ start: Point2D, _ end: Point2D) {
            self.start = start
            way = end - start
            length = max(way.length, 1e-6)
            outward = Point2D(x: way.y / length, y: -way.x / length)
        }
    }

    /// The area outside a side up to the next step.
    private struct Band {
        /// In pixels.
        let width: Double
        /// Level of the band, and how much brighter the area beyond it is.
        let level: Float
        let rise: Float
    }

    private static func bands(
        _ sides: InlineArray<4, Side>, step: Double, count: Int, _ luma: LumaPlane
    ) -> InlineArray<4, Band>? {
        var bands = InlineArray<4, Band>(repeating: Band(width: 0, level: 0, rise: 0))
        for side in 0..<4 {
            guard let band = band(outside: sides[side], step: step, count: count, luma) else { return nil }
            bands[side] = band
        }
        return bands
    }

    private static func isMargin(_ bands: InlineArray<4, Band>, shortSide: Double) -> Bool {
        var (narrowest, widest) = (bands[0].width, bands[0].width)
        var (darkest, brightest) = (bands[0].level, bands[0].level)
        for side in 1..<4 {
            (narrowest, widest) = (min(narrowest, bands[side].width), max(widest, bands[side].width))
            (darkest, brightest) = (min(darkest, bands[side].level), max(brightest, bands[side].level))
            if (bands[side].rise > 0) != (bands[0].rise > 0) { return false }
        }
        return narrowest >= minimumWidth * shortSide && widest <= largestRatio * narrowest
            && brightest - darkest <= largestDifference
    }

    private static func outline(_ sides: InlineArray<4, Side>, _ bands: InlineArray<4, Band>) -> Quad? {
        var corners = InlineArray<4, Point2D>(repeating: Point2D(x: 0, y: 0))
        for side in 0..<4 {
            let last = (side + 3) & 3
            let (a, b) = (sides[last], sides[side])
            let (origin, other) = (a.start + a.outward * bands[last].width, b.start + b.outward * bands[side].width)
            let determinant = a.way.cross(b.way)
            guard abs(determinant) > 1e-9 * a.length * b.length else { return nil }
            corners[side] = origin + a.way * ((other - origin).cross(b.way) / determinant)
        }
        let quad = Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        return quad.isConvexClockwise ? quad : nil
    }

    // MARK: One side

    /// Samples along a side, the number of them that must lie in the picture, and the shares of the side between which
    /// they lie.
    private static let (positions, minimumPositions) = (11, 9)
    private static let (first, last) = (0.1, 0.9)
    /// Pixels beside the side that are hidden by its blur.
    private static let blur = 1.5
    /// The smallest step at which a band ends, in gray levels and in median deviations along the side. Each place along
    /// the side is compared with itself, because lamps shine on glossy margins.
    private static let (leastRise, leastRiseInDeviations): (Float, Float) = (12, 3)
    /// Largest deviation of the first samples of a band.
    private static let (largestDeviation, judgedSamples): (Float, Int) = (10, 8)
    /// The pixels within which a sharp step rises, and the share of its height and the gray levels that it must reach
    /// there.
    private static let (sharpReach, sharpShare, leastSharp): (Double, Float, Float) = (3, 0.6, 8)

    private static func band(outside side: Side, step: Double, count: Int, _ luma: LumaPlane) -> Band? {
        let begin = max(2, Int((blur / step).rounded(.up)))
        guard count > begin + 6, count <= maximumSamples else { return nil }
        let first = profile(of: side, distance: Double(begin) * step, luma)
        let second = profile(of: side, distance: Double(begin + 1) * step, luma)
        let third = profile(of: side, distance: Double(begin + 2) * step, luma)
        guard let first, let second, let third else { return nil }
        let base = Profile { middle(first.levels[$0], second.levels[$0], third.levels[$0]) }
        // How much brighter than the first samples the others are.
        var rises = InlineArray<44, Float>(repeating: 0)
        var deviations = InlineArray<44, Float>(repeating: 0)
        var least = leastRise
        for sample in begin..<count {
            guard let profile = profile(of: side, distance: Double(sample) * step, luma) else { return nil }
            let difference = Profile { profile.levels[$0] - base.levels[$0] }.median
            rises[sample] = difference.value
            if sample < begin + judgedSamples { deviations[sample] = difference.spread }
            if sample == begin + 2 {
                let spread = middle(deviations[begin], deviations[begin + 1], deviations[begin + 2])
                least = max(leastRise, leastRiseInDeviations * spread)
            }
            let edge = sample - 2
            guard edge > begin, abs(rises[edge]) > least, abs(rises[edge + 1]) > least, abs(rises[sample]) > least
            else { continue }
            let before = max(begin, edge - max(1, Int((sharpReach / step).rounded())))
            let sharp = abs(rises[sample] - rises[before])
            var deviation = SmallMedian()
            for inner in begin..<min(edge, begin + judgedSamples) { deviation.add(deviations[inner]) }
            guard sharp >= sharpShare * abs(rises[sample]), sharp >= leastSharp, deviation.value <= largestDeviation
            else { return nil }
            return Band(width: Double(edge) * step, level: base.median.lowerQuartile, rise: rises[sample])
        }
        return nil
    }

    private static func middle(_ a: Float, _ b: Float, _ c: Float) -> Float { max(min(a, b), min(max(a, b), c)) }

    /// The levels along a side; not a number outside the picture.
    private struct Profile {
        let levels: InlineArray<11, Float>

        init(_ level: (Int) -> Float) { levels = InlineArray(level) }

        var median: SmallMedian {
            var median = SmallMedian()
            for index in levels.indices where !levels[index].isNaN { median.add(levels[index]) }
            return median
        }
    }

    /// The levels along a side, at a distance outside it.
    private static func profile(of side: Side, distance: Double, _ luma: LumaPlane) -> Profile? {
        var count = 0
        let profile = Profile { position in
            let share = first + (last - first) * Double(position) / Double(positions - 1)
            let point = side.start + side.way * share + side.outward * distance
            let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
            guard x >= 0, y >= 0, x < luma.size.width, y < luma.size.height else { return .nan }
            count += 1
            return luma.full(Float(luma.byte(x, y)))
        }
        return count >= minimumPositions ? profile : nil
    }
}
