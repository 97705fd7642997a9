/// Orders quads by how likely each is the page: a linear function of its features.
///
/// The weights come from `RectoTraining ranker`: listwise training (softmax over the quads of a scene) on 844 scenes of
/// the generator, seeds 0..<900 without those whose page is partly outside the picture.
struct QuadRanker: Sendable {
    /// A feature's mean and deviation over the training quads, and its weight once standardised by them.
    private static let model: [(name: QuadFeatures.Name, mean: Float, deviation: Float, weight: Float)] = [
        (.leastCoverage, 0.28082, 0.24927, -0.5692),
        (.meanCoverage, 0.59963, 0.19778, 1.9091),
        (.leastContrast, 0.27875, 0.27844, 0.3902),
        (.meanContrast, 0.62670, 0.22290, -0.1994),
        (.consistency, 0.97447, 0.26872, 0.6309),
        (.meanExtension, 0.26515, 0.15470, -0.9753),
        (.mostExtension, 0.54214, 0.26537, -0.2288),
        (.area, 0.36157, 0.19443, -1.5623),
        (.rootArea, 0.57713, 0.16880, 2.6475),
        (.skew, 0.16474, 0.11872, -0.0556),
        (.oppositeRatio, 0.85244, 0.09998, 0.3946),
        (.insideDifference, 0.91631, 0.60658, 0.1665),
        (.outsideDifference, 1.04038, 0.62651, -0.2956),
        (.brightness, 0.39246, 0.62287, 0.2578),
        (.step, 0.97865, 0.68705, 0.7154),
        (.insideVariation, 0.72153, 0.43440, -0.2287),
        (.visibility, 0.96737, 0.06871, 0.6202),
        (.cornersOutside, 0.08752, 0.14936, -0.2972),
        (.meanQuarter, 0.39834, 0.21665, 0.9496),
        (.leastQuarter, 0.09407, 0.16510, -0.1348),
        (.borderSides, 0.12724, 0.17571, -0.2126),
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
    @inline(__always)
    func roughScore(meanCoverage: Float, area: Float) -> Float {
        weights[QuadFeatures.Name.meanCoverage.rawValue] * meanCoverage + sizeScore(area: area)
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
