/// A small neural network that scores the turns of a page: one hidden layer of rectified linear units.
///
/// The same network scores all four turns and ``OrientationInput/noText``. It is trained by `RectoTraining
/// orientation`. ``weights`` contains the biases of the hidden units, the units' weights for each input, and the
/// weights of the output.
package struct OrientationNetwork: Sendable {
    /// The number of hidden units.
    package static let units = 16

    private let weights: [SIMD16<Float>]

    /// - Parameter weights: See the type.
    package init(weights: [SIMD16<Float>] = Self.weights) {
        precondition(weights.count == OrientationInput.count + 2, "a row for each input, the biases and the output")
        self.weights = weights
    }

    /// Returns the log odds of the turn, up to a constant.
    package func score(_ input: OrientationInput) -> Float {
        var units = weights[0]
        for index in 0..<OrientationInput.count { units += weights[index + 1] * input.values[index] }
        let output = weights[OrientationInput.count + 1]
        return (pointwiseMax(units, SIMD16(repeating: 0)) * output).sum()
    }

    /// Returns the turn with the highest score, or none.
    /// - Parameter inputs: The inputs for the four turns, clockwise from none.
    package func decide(_ inputs: [OrientationInput]) -> OrientationSuggestion {
        let scores = (inputs + [.noText]).map { Double(score($0)) }
        let best = scores.indices.max { scores[$0] < scores[$1] } ?? inputs.count
        let sum = scores.reduce(0) { $0 + exp($1 - scores[best]) }
        return OrientationSuggestion(
            rotation: best < inputs.count ? Rotation.allCases[best] : nil, confidence: 1 / sum)
    }
}
