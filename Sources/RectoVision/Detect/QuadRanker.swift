/// Orders quads by how likely each is the page: a linear function of its features.
///
/// The weights come from listwise training (softmax over the quads of a scene) on generated scenes.
struct QuadRanker: Sendable {
    /// A feature's mean and deviation over the training quads, and its weight once standardised by them.
    private static let model: [(name: QuadFeatures.Name, mean: Float, deviation: Float, weight: Float)] = [
        (.leastCoverage, 0.49088, 0.25204, -0.6681),
        (.meanCoverage, 0.72582, 0.18762, 2.2117),
        (.leastContrast, 0.52315, 0.29403, 0.5634),
        (.meanContrast, 0.77522, 0.17994, -0.2185),
        (.consistency, 1.1045, 0.22005, 0.0195),
        (.meanExtension, 0.28868, 0.14963, -1.3577),
        (.mostExtension, 0.60367, 0.27207, -0.1116),
        (.area, 0.2057, 0.14502, -2.1601),
        (.rootArea, 0.42766, 0.15102, 4.1051),
        (.skew, 0.1645, 0.12772, 0.0854),
        (.oppositeRatio, 0.85486, 0.10123, 0.4605),
        (.insideDifference, 0.78745, 0.49651, 0.1702),
        (.outsideDifference, 1.04371, 0.57126, -0.0589),
        (.brightness, 0.26093, 0.54182, 0.446),
        (.step, 0.95096, 0.64768, 0.669),
        (.insideVariation, 0.61545, 0.3829, -0.1807),
        (.visibility, 0.97831, 0.05887, 0.3891),
        (.cornersOutside, 0.05638, 0.13216, -0.6732),
        (.meanQuarter, 0.50718, 0.24979, 1.3244),
        (.leastQuarter, 0.20665, 0.23483, -0.2435),
        (.borderSides, 0.03496, 0.10918, -0.4743),
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
