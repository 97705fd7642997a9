import RectoCore

/// The features for and against a quad being the part of a page that is in the picture. Sides on the picture's border
/// are no edges of the page, so only the other sides are measured.
package struct CutQuadFeatures: Sendable {
    /// The features in the order of ``CutPageModel``'s weights.
    package enum Name: Int, CaseIterable, Sendable {
        /// Edge support of the weakest side, and the sides' mean.
        case minimumCoverage, meanCoverage
        /// Color contrast across the weakest side and on average, 0…1.
        case minimumContrast, meanContrast
        /// How one-directional the contrast along a side is.
        case consistency
        /// Edge support beyond the corners.
        case meanExtension, maximumExtension
        /// Share of the frame's area, and its square root.
        case area, rootArea
        /// Mean |cosine| of the angles between neighboring sides of the page.
        case skew
        /// Largest sine of the angle between opposite sides of the page.
        case divergence
        /// How much the strips inside the sides differ from each other in color, and the strips outside.
        case insideDifference, outsideDifference
        /// How much the strips inside the picture's border differ in color from those inside the other sides.
        case borderDifference
        /// Luma inside minus outside.
        case brightness
        /// Color step from outside to inside, all sides together.
        case step
        /// Color variation along the strips inside.
        case insideVariation
        /// Mean and minimum support of each side's weakest quarter.
        case meanQuarter, minimumQuarter
        /// How much the inside of a side looks like its outside in shadow, maximum.
        case maximumShade
        /// Share of the sides within the frame.
        case visibility
        /// Whether no side is on the picture's border, and whether two are.
        case noBorder, twoBorders
        /// Whether two opposite sides are on the border.
        case oppositeBorders
        /// Mean share of the picture's side that a border side takes.
        case borderShare
        /// The texture.
        case insideDensity, insideDeviation, marginDensity, surroundDensity, surroundDeviation, surroundVisibility
    }

    /// A number for each name.
    package typealias Values = InlineArray<31, Float>

    package private(set) var values = Values(repeating: 0)

    package subscript(name: Name) -> Float { values[name.rawValue] }

    /// - Parameters:
    ///   - quad: Two or more of its sides are not on the border.
    ///   - lines: The lines of the quad, and others.
    init(_ quad: QuadProposals.Proposal, _ lines: MeasuredLines, _ density: EdgeDensity) {
        let (width, height) = (Double(lines.width), Double(lines.height))
        let profiles = lines.profiles
        let center = quad.corners.centroid
        var (borders, isBorder) = (0, SIMD4<Int32>(repeating: 0))
        for side in 0..<4 where Int(quad.lines[side]) >= lines.firstBorder {
            borders += 1
            isBorder[side] = 1
        }
        let count = Float(4 - borders)
        var (minimumCoverage, minimumContrast, minimumQuarter): (Float, Float, Float) = (
            .infinity, .infinity, .infinity
        )
        var (coverage, contrast, quarter, consistency): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var (continuation, largestContinuation, variation, shade): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var (visibility, borderShare): (Float, Float) = (0, 0)
        var insides = InlineArray<4, SIMD4<Float>>(repeating: .zero)
        var outsides = InlineArray<4, SIMD4<Float>>(repeating: .zero)
        var (meanInside, meanOutside) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for index in 0..<4 {
            let number = Int(quad.lines[index])
            let line = lines.lines[number]
            let side = QuadSide(
                line, profiles.sums(ofLine: number), reach: profiles.reach,
                profiles.samples(of: line, from: quad.corners[(index + 3) & 3], to: quad.corners[index]),
                center: center)
            insides[index] = side.inside
            outsides[index] = side.outside
            guard isBorder[index] == 0 else {
                let length = quad.corners[(index + 3) & 3].distance(to: quad.corners[index])
                borderShare += Float(length / (abs(line.normalX) > 0.5 ? height : width))
                continue
            }
            minimumCoverage = min(minimumCoverage, side.coverage)
            minimumContrast = min(minimumContrast, side.contrast)
            minimumQuarter = min(minimumQuarter, side.weakestQuarter)
            coverage += side.coverage
            contrast += side.contrast
            quarter += side.weakestQuarter
            consistency += side.consistency
            continuation += side.continuation
            largestContinuation = max(largestContinuation, side.continuation)
            variation += side.insideVariation
            shade = max(shade, side.shade)
            visibility += side.visibility
            meanInside += side.inside
            meanOutside += side.outside
        }
        meanInside *= 1 / count
        meanOutside *= 1 / count
        var (insideDifference, outsideDifference, borderDifference): (Float, Float, Float) = (0, 0, 0)
        for side in 0..<4 {
            let difference = absoluteSum(insides[side] - meanInside)
            if isBorder[side] == 0 {
                insideDifference += difference / count
                outsideDifference += absoluteSum(outsides[side] - meanOutside) / count
            } else {
                borderDifference += difference / Float(borders)
            }
        }
        let area = Float(quad.area / (width * height))
        set(.minimumCoverage, minimumCoverage)
        set(.meanCoverage, coverage / count)
        set(.minimumContrast, minimumContrast)
        set(.meanContrast, contrast / count)
        set(.consistency, consistency / count)
        set(.meanExtension, continuation / count)
        set(.maximumExtension, largestContinuation)
        set(.area, area)
        set(.rootArea, area.squareRoot())
        let shape = Self.shape(quad, lines, isBorder)
        set(.skew, shape.skew)
        set(.divergence, shape.divergence)
        set(.insideDifference, QuadFeatures.scaled(insideDifference))
        set(.outsideDifference, QuadFeatures.scaled(outsideDifference))
        set(.borderDifference, QuadFeatures.scaled(borderDifference))
        set(.brightness, (meanInside[0] - meanOutside[0]) / QuadFeatures.brightnessUnit)
        set(.step, QuadFeatures.scaled(absoluteSum(meanInside - meanOutside)))
        set(.insideVariation, QuadFeatures.scaled(variation / count))
        set(.meanQuarter, quarter / count)
        set(.minimumQuarter, minimumQuarter)
        set(.maximumShade, shade)
        set(.visibility, visibility / count)
        set(.noBorder, borders == 0 ? 1 : 0)
        set(.twoBorders, borders == 2 ? 1 : 0)
        set(.oppositeBorders, isBorder[0] + isBorder[2] == 2 || isBorder[1] + isBorder[3] == 2 ? 1 : 0)
        set(.borderShare, borders == 0 ? 0 : borderShare / Float(borders))
        let texture = QuadTexture(quad.corners.clockwise.startingAtSmallestSum, density)
        for name in QuadTexture.Name.allCases {
            values[Name.insideDensity.rawValue + name.rawValue] = texture[name]
        }
    }

    /// The angles between the sides that are not on the border.
    private static func shape(
        _ quad: QuadProposals.Proposal, _ lines: MeasuredLines, _ isBorder: SIMD4<Int32>
    ) -> (skew: Float, divergence: Float) {
        var (skew, corners, divergence) = (0.0, 0.0, 0.0)
        for side in 0..<4 where isBorder[side] == 0 {
            let line = lines.lines[Int(quad.lines[side])]
            let (next, opposite) = ((side + 1) & 3, (side + 2) & 3)
            if isBorder[next] == 0 {
                skew += abs(line.alignment(with: lines.lines[Int(quad.lines[next])]))
                corners += 1
            }
            if isBorder[opposite] == 0 {
                let cosine = line.alignment(with: lines.lines[Int(quad.lines[opposite])])
                divergence = max(divergence, max(0, 1 - cosine * cosine).squareRoot())
            }
        }
        return (Float(corners > 0 ? skew / corners : 0), Float(divergence))
    }

    private mutating func set(_ name: Name, _ value: Float) { values[name.rawValue] = value }
}
