import RectoCore

/// The features for and against a quad being a page, each computed from the lines' running sums in constant time.
package struct QuadFeatures: Sendable {
    /// The features in the order of ``QuadRanker``'s weights.
    package enum Name: Int, CaseIterable, Sendable {
        /// Edge support of the weakest side, and the sides' mean.
        case minimumCoverage, meanCoverage
        /// Color contrast across the weakest side and on average, 0…1.
        case minimumContrast, meanContrast
        /// How one-directional the contrast along a side is.
        case consistency
        /// Edge support beyond the corners: page edges stop there, but the lines of tables and tiles continue.
        case meanExtension, maximumExtension
        /// Share of the frame's area, and its square root.
        case area, rootArea
        /// Mean |cosine| of the corners' angles.
        case skew
        /// Mean ratio of opposite sides.
        case oppositeRatio
        /// How much the strips inside the sides differ from each other in color, and the strips outside.
        case insideDifference, outsideDifference
        /// Luma inside minus outside.
        case brightness
        /// Color step from outside to inside, all sides together.
        case step
        /// Color variation along the strips inside.
        case insideVariation
        /// Share of the sides within the frame.
        case visibility
        /// Share of corners outside the frame.
        case cornersOutside
        /// Mean and minimum support of each side's weakest quarter.
        case meanQuarter, minimumQuarter
        /// Share of sides that are the border of the frame.
        case borderSides
        /// How much the inside of a side looks like its outside in shadow, maximum and mean: the shadow of a thick
        /// sheet is not part of it.
        case maximumShade, meanShade
    }

    /// A number for each name.
    package typealias Values = InlineArray<23, Float>

    package private(set) var values = Values(repeating: 0)

    package subscript(name: Name) -> Float { values[name.rawValue] }

    /// Creates the features of no quad, which are all 0.
    package init() {}

    /// - Parameter lines: The lines of the quad, and others.
    init(_ quad: QuadProposals.Proposal, _ lines: MeasuredLines) {
        let (width, height) = (Double(lines.width), Double(lines.height))
        let profiles = lines.profiles
        let center = quad.corners.centroid
        // Vectors are built from all sides at once, because a vector that is written lane by lane is slow to read.
        let pieces = InlineArray<4, QuadSide> { side in
            let index = Int(quad.lines[side])
            return QuadSide(
                lines.lines[index], profiles.sums(ofLine: index), reach: profiles.reach,
                profiles.samples(of: lines.lines[index], from: quad.corners[(side + 3) & 3], to: quad.corners[side]),
                center: center)
        }
        let (first, second, third, fourth) = (pieces[0], pieces[1], pieces[2], pieces[3])
        @inline(__always) func each(_ value: (QuadSide) -> Float) -> SIMD4<Float> {
            SIMD4(value(first), value(second), value(third), value(fourth))
        }
        let coverage = each { $0.coverage }
        let contrast = each { $0.contrast }
        let consistency = each { $0.consistency }
        let extensions = each { $0.continuation }
        let quarter = each { $0.weakestQuarter }
        let visible = each { $0.visibility }
        let variation = each { $0.insideVariation }
        let shade = each { $0.shade }
        let inside: InlineArray<4, SIMD4<Float>> = [first.inside, second.inside, third.inside, fourth.inside]
        let outside: InlineArray<4, SIMD4<Float>> = [first.outside, second.outside, third.outside, fourth.outside]
        var borders: Float = 0
        for side in 0..<4 where Int(quad.lines[side]) >= lines.firstBorder { borders += 0.25 }
        let meanInside = (inside[0] + inside[1] + inside[2] + inside[3]) * 0.25
        let meanOutside = (outside[0] + outside[1] + outside[2] + outside[3]) * 0.25
        var insideDifference: Float = 0
        var outsideDifference: Float = 0
        for side in 0..<4 {
            insideDifference += absoluteSum(inside[side] - meanInside) * 0.25
            outsideDifference += absoluteSum(outside[side] - meanOutside) * 0.25
        }
        let sides = quad.sides
        let area = Float(quad.area / (width * height))
        let opposite =
            (min(sides[0], sides[2]) / max(sides[0], sides[2]) + min(sides[1], sides[3]) / max(sides[1], sides[3])) / 2
        let outsideCorners = (0..<4).reduce(into: Float(0)) { count, corner in
            let point = quad.corners[corner]
            if abs(point.x) > width / 2 || abs(point.y) > height / 2 { count += 1 }
        }
        set(.minimumCoverage, coverage.min())
        set(.meanCoverage, coverage.sum() / 4)
        set(.minimumContrast, contrast.min())
        set(.meanContrast, contrast.sum() / 4)
        set(.consistency, consistency.sum() / 4)
        set(.meanExtension, extensions.sum() / 4)
        set(.maximumExtension, extensions.max())
        set(.area, area)
        set(.rootArea, area.squareRoot())
        set(.skew, Self.skew(quad.corners, sides))
        set(.oppositeRatio, Float(opposite))
        set(.insideDifference, Self.scaled(insideDifference))
        set(.outsideDifference, Self.scaled(outsideDifference))
        set(.brightness, (meanInside[0] - meanOutside[0]) / Self.brightnessUnit)
        set(.step, Self.scaled(absoluteSum(meanInside - meanOutside)))
        set(.insideVariation, Self.scaled(variation.sum() / 4))
        set(.visibility, visible.sum() / 4)
        set(.cornersOutside, outsideCorners / 4)
        set(.meanQuarter, quarter.sum() / 4)
        set(.minimumQuarter, quarter.min())
        set(.borderSides, borders)
        set(.maximumShade, shade.max())
        set(.meanShade, shade.sum() / 4)
    }

    /// Gray levels of a color difference that count as 1, the difference at which it is capped, and gray levels of a
    /// brightness that count as 1.
    private static let differenceUnit: Float = 30
    private static let largestDifference: Float = 60
    static let brightnessUnit: Float = 50

    @inline(__always)
    static func scaled(_ difference: Float) -> Float { min(difference, largestDifference) / differenceUnit }

    @inline(__always)
    private mutating func set(_ name: Name, _ value: Float) { values[name.rawValue] = value }

    private static func skew(_ corners: CenteredQuad, _ sides: SIMD4<Double>) -> Float {
        var sum = 0.0
        for corner in 0..<4 {
            let here = corners[(corner + 1) & 3] - corners[corner]
            let next = corners[(corner + 2) & 3] - corners[(corner + 1) & 3]
            sum += abs(here.dot(next)) / (sides[corner] * sides[(corner + 1) & 3])
        }
        return Float(sum / 4)
    }
}
