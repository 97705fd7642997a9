/// Ranks quads by how likely each is the page, with a linear function of its features.
///
/// The weights come from `RectoTraining ranker`: listwise training (softmax over the quads of a scene) on 844 generated
/// scenes, seeds 0..<900 without those whose page is partly outside the picture.
struct QuadRanker: Sendable {
    /// The mean and standard deviation of a feature over the training quads, and its weight after standardization.
    private struct Term {
        let name: QuadFeatures.Name
        let mean: Float
        let deviation: Float
        let weight: Float

        init(_ name: QuadFeatures.Name, _ mean: Float, _ deviation: Float, _ weight: Float) {
            (self.name, self.mean, self.deviation, self.weight) = (name, mean, deviation, weight)
        }
    }

    private static let model = [
        Term(.minimumCoverage, 0.33113, 0.23961, -0.5796),
        Term(.meanCoverage, 0.65571, 0.17202, 1.8147),
        Term(.minimumContrast, 0.32681, 0.29079, 0.3718),
        Term(.meanContrast, 0.67768, 0.20810, 0.2273),
        Term(.consistency, 1.03626, 0.25131, 0.4156),
        Term(.meanExtension, 0.29628, 0.15391, -1.0724),
        Term(.maximumExtension, 0.59398, 0.25945, -0.1687),
        Term(.area, 0.30674, 0.18182, -1.6465),
        Term(.rootArea, 0.52820, 0.16657, 2.8619),
        Term(.skew, 0.16785, 0.11736, -0.0658),
        Term(.oppositeRatio, 0.84848, 0.10063, 0.3944),
        Term(.insideDifference, 0.90242, 0.60983, -0.0012),
        Term(.outsideDifference, 1.09440, 0.63104, -0.2921),
        Term(.brightness, 0.40446, 0.70537, 0.0594),
        Term(.step, 1.11260, 0.69153, 0.6556),
        Term(.insideVariation, 0.67512, 0.41791, -0.2972),
        Term(.visibility, 0.97167, 0.06560, 0.5736),
        Term(.cornersOutside, 0.07467, 0.14003, -0.2624),
        Term(.meanQuarter, 0.45622, 0.20207, 0.6845),
        Term(.minimumQuarter, 0.10948, 0.17250, -0.1190),
        Term(.borderSides, 0.07337, 0.14061, -0.1597),
        Term(.maximumShade, 0.11884, 0.16176, 0.0917),
        Term(.meanShade, 0.04030, 0.06063, -0.4502),
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

    /// The weights of a score from edge support and size alone, which is cheap and sufficient to recognize hopeless
    /// quads.
    struct RoughWeights {
        let coverage: Float
        /// Weight of the size's part of the score. It is less than in the full score, so that a small page on tiles
        /// does not fall behind thousands of large quads.
        let size: Float = 0.7
        let rootArea: Float
        let area: Float
    }

    var roughWeights: RoughWeights {
        RoughWeights(
            coverage: weights[QuadFeatures.Name.meanCoverage.rawValue],
            rootArea: weights[QuadFeatures.Name.rootArea.rawValue], area: weights[QuadFeatures.Name.area.rawValue])
    }

    /// The part of the score that depends on a quad's size.
    func sizeScore(area: Float) -> Float {
        weights[QuadFeatures.Name.rootArea.rawValue] * area.squareRoot()
            + weights[QuadFeatures.Name.area.rawValue] * area
    }

    /// The score of a quad: a natural logarithm of odds up to a constant of the scene.
    func score(_ features: QuadFeatures) -> Float {
        // Spans, because subscripting the arrays would copy them.
        let (weights, values) = (weights.span, features.values.span)
        var score = bias
        for index in weights.indices { score += weights[unchecked: index] * values[unchecked: index] }
        return score
    }

    /// The contribution of a feature to the score of a quad.
    struct Contribution {
        var name: QuadFeatures.Name
        /// The amount, relative to a quad whose feature has the mean of the training quads.
        var amount: Float
        /// Whether the feature is above that mean.
        var isAboveMean: Bool
    }

    /// The contribution of each feature to the score; they add up to the score.
    func contributions(of features: QuadFeatures) -> [Contribution] {
        Self.model.map { term in
            let value = features[term.name]
            return Contribution(
                name: term.name, amount: term.weight * (value - term.mean) / term.deviation,
                isAboveMean: value > term.mean)
        }
    }
}
