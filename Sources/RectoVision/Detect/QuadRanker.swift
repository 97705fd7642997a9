/// Orders quads by how likely each is the page: a linear function of its features.
///
/// The weights come from `RectoTraining ranker`: listwise training (softmax over the quads of a scene) on 844 scenes of
/// the generator, seeds 0..<900 without those whose page is partly outside the picture.
struct QuadRanker: Sendable {
    /// A feature's mean and deviation over the training quads, and its weight once standardised by them.
    private static let model: [(name: QuadFeatures.Name, mean: Float, deviation: Float, weight: Float)] = [
        (.minimumCoverage, 0.33113, 0.23961, -0.5796),
        (.meanCoverage, 0.65571, 0.17202, 1.8147),
        (.minimumContrast, 0.32681, 0.29079, 0.3718),
        (.meanContrast, 0.67768, 0.20810, 0.2273),
        (.consistency, 1.03626, 0.25131, 0.4156),
        (.meanExtension, 0.29628, 0.15391, -1.0724),
        (.maximumExtension, 0.59398, 0.25945, -0.1687),
        (.area, 0.30674, 0.18182, -1.6465),
        (.rootArea, 0.52820, 0.16657, 2.8619),
        (.skew, 0.16785, 0.11736, -0.0658),
        (.oppositeRatio, 0.84848, 0.10063, 0.3944),
        (.insideDifference, 0.90242, 0.60983, -0.0012),
        (.outsideDifference, 1.09440, 0.63104, -0.2921),
        (.brightness, 0.40446, 0.70537, 0.0594),
        (.step, 1.11260, 0.69153, 0.6556),
        (.insideVariation, 0.67512, 0.41791, -0.2972),
        (.visibility, 0.97167, 0.06560, 0.5736),
        (.cornersOutside, 0.07467, 0.14003, -0.2624),
        (.meanQuarter, 0.45622, 0.20207, 0.6845),
        (.minimumQuarter, 0.10948, 0.17250, -0.1190),
        (.borderSides, 0.07337, 0.14061, -0.1597),
        (.maximumShade, 0.11884, 0.16176, 0.0917),
        (.meanShade, 0.04030, 0.06063, -0.4502),
    ]

    private let weights: QuadFeatures.Values
    private let bias: Float

    init() {
        var weights = QuadFeatures.Values(repeating: 0)
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
        for index in weights.indices { score += weights[index] * features.values[index] }
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
