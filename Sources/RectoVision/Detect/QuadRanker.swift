/// Orders quads by how likely each is the page: a linear function of its features.
///
/// The weights come from `RectoTraining ranker`: listwise training (softmax over the quads of a scene) on 846 scenes of
/// the generator, seeds 0..<900 without those whose page is partly outside the picture.
struct QuadRanker: Sendable {
    /// A feature's mean and deviation over the training quads, and its weight once standardised by them.
    private static let model: [(name: QuadFeatures.Name, mean: Float, deviation: Float, weight: Float)] = [
        (.leastCoverage, 0.22459, 0.22992, -0.3319),
        (.meanCoverage, 0.54541, 0.20597, 1.3296),
        (.leastContrast, 0.26640, 0.27338, 0.3787),
        (.meanContrast, 0.60568, 0.23043, -0.1787),
        (.consistency, 0.93900, 0.28058, 0.7440),
        (.meanExtension, 0.26699, 0.15590, -0.7280),
        (.mostExtension, 0.53141, 0.25386, -0.2933),
        (.area, 0.31670, 0.20406, -1.1167),
        (.rootArea, 0.53131, 0.18549, 2.1813),
        (.skew, 0.17040, 0.12391, -0.1112),
        (.oppositeRatio, 0.85233, 0.09805, 0.2782),
        (.insideDifference, 0.92164, 0.60349, 0.1816),
        (.outsideDifference, 1.05380, 0.61390, -0.3561),
        (.brightness, 0.35058, 0.60520, 0.2279),
        (.step, 0.91999, 0.69197, 0.6592),
        (.insideVariation, 0.74282, 0.44839, -0.2710),
        (.visibility, 0.97770, 0.05995, 0.5007),
        (.cornersOutside, 0.06098, 0.12709, -0.2201),
        (.meanQuarter, 0.35362, 0.21935, 0.8716),
        (.leastQuarter, 0.06840, 0.14342, -0.0652),
        (.borderSides, 0.13650, 0.17706, -0.1911),
    ]

    private let weights: InlineArray<21, Float>
    private let bias: Float

    init() {
        var weights = InlineArray<21, Float>(repeating: 0)
        var bias: Float = 0
        for term in Self.model {
            weights[term.name.rawValue] = term.weight / term.deviation
            bias -= term.weight * term.mean / term.deviation
        }
        self.weights = weights
        self.bias = bias
    }

    /// The part of the score that edge support and size make up: cheap to have, and enough to tell hopeless quads.
    func roughScore(meanCoverage: Float, area: Float) -> Float {
        weights[QuadFeatures.Name.meanCoverage.rawValue] * meanCoverage
            + weights[QuadFeatures.Name.rootArea.rawValue] * area.squareRoot()
            + weights[QuadFeatures.Name.area.rawValue] * area
    }

    /// The score of a quad: a natural logarithm of odds up to a constant of the scene.
    func score(_ features: QuadFeatures) -> Float {
        var score = bias
        for index in 0..<21 { score += weights[index] * features.values[index] }
        return score
    }
}
