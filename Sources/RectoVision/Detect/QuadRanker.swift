/// Orders quads by how likely each is the page: a linear function of its features.
///
/// The weights come from `RectoTraining ranker`: listwise training (softmax over the quads of a scene) on 844 scenes of
/// the generator, seeds 0..<900 without those whose page is partly outside the picture.
struct QuadRanker: Sendable {
    /// A feature's mean and deviation over the training quads, and its weight once standardised by them.
    private static let model: [(name: QuadFeatures.Name, mean: Float, deviation: Float, weight: Float)] = [
        (.leastCoverage, 0.33239, 0.24257, -0.5677),
        (.meanCoverage, 0.65490, 0.17452, 1.7354),
        (.leastContrast, 0.30971, 0.28236, 0.4634),
        (.meanContrast, 0.66371, 0.20928, -0.2669),
        (.consistency, 1.02370, 0.24911, 0.5745),
        (.meanExtension, 0.29717, 0.15450, -1.0618),
        (.mostExtension, 0.59416, 0.25969, -0.1869),
        (.area, 0.30632, 0.18151, -1.6436),
        (.rootArea, 0.52790, 0.16625, 2.8339),
        (.skew, 0.16867, 0.11892, -0.0898),
        (.oppositeRatio, 0.84903, 0.10073, 0.3838),
        (.insideDifference, 0.87034, 0.60917, 0.0990),
        (.outsideDifference, 1.08083, 0.63811, -0.2592),
        (.brightness, 0.47371, 0.67296, 0.2961),
        (.step, 1.09601, 0.69915, 0.7816),
        (.insideVariation, 0.65987, 0.42357, -0.1587),
        (.visibility, 0.97211, 0.06510, 0.5739),
        (.cornersOutside, 0.07339, 0.13891, -0.2724),
        (.meanQuarter, 0.45588, 0.20461, 0.8014),
        (.leastQuarter, 0.11310, 0.17540, -0.1365),
        (.borderSides, 0.07527, 0.14237, -0.1983),
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

    /// What the score makes of edge support and size alone: cheap to have, and enough to tell hopeless quads.
    ///
    /// Size counts less than in the score: a small page on tiles must not fall behind thousands of large quads.
    var roughWeights: (coverage: Float, size: Float, rootArea: Float, area: Float) {
        (
            weights[QuadFeatures.Name.meanCoverage.rawValue], 0.7, weights[QuadFeatures.Name.rootArea.rawValue],
            weights[QuadFeatures.Name.area.rawValue]
        )
    }

    /// The part of the score that a quad's size makes up.
    func sizeScore(area: Float) -> Float {
        weights[QuadFeatures.Name.rootArea.rawValue] * area.squareRoot()
            + weights[QuadFeatures.Name.area.rawValue] * area
    }

    /// The score of a quad: a natural logarithm of odds up to a constant of the scene.
    func score(_ features: QuadFeatures) -> Float {
        var score = bias
        for index in 0..<21 { score += weights[index] * features.values[index] }
        return score
    }

    /// What a feature adds to the score of a quad.
    struct Contribution {
        var name: QuadFeatures.Name
        /// Against a quad whose feature has the mean of the training quads.
        var amount: Float
        /// Whether the feature is above that mean.
        var isAboveMean: Bool
    }

    /// What each feature adds to the score; all together make it up.
    func contributions(of features: QuadFeatures) -> [Contribution] {
        Self.model.map { term in
            let value = features[term.name]
            return Contribution(
                name: term.name, amount: term.weight * (value - term.mean) / term.deviation,
                isAboveMean: value > term.mean)
        }
    }
}
