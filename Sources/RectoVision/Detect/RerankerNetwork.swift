/// A small neural network that estimates how likely a quad is the page: one hidden layer of rectified linear units.
///
/// Trained by `RectoTraining reranker`. Its numbers are in ``weights``: the biases of the hidden units, the weights of
/// the units for each input, and the weights of the output.
package struct RerankerNetwork: Sendable {
    /// Number of hidden units.
    package static let units = 16

    private let weights: [SIMD16<Float>]

    /// - Parameter weights: See the type.
    package init(weights: [SIMD16<Float>] = Self.weights) {
        precondition(weights.count == Input.count + 2, "a row for each input, the biases and the output")
        self.weights = weights
    }

    /// The features of one quad: those of the ranker, then its texture.
    package typealias Features = InlineArray<29, Float>
    /// The number of values in ``Features``, whose declaration requires a literal.
    private static let featureCount = 29

    /// A quad around another one or in it.
    struct Related {
        var features: Features
        /// How much higher its ranker score is than that of the other quad.
        var lead: Float
        /// Natural logarithm of the ratio of the areas.
        var sizeRatio: Float
        /// Share of the odds of all quads with the same relation.
        var share: Float
        /// The number of those quads, as a share of ``QuadReranker/size``.
        var number: Float

        /// Number of values that the network receives: the features and five more.
        static let count = RerankerNetwork.featureCount + 5
    }

    /// The network's input for a quad: its features, and those of the best quad around it and of the best one in it.
    package struct Input: Sendable {
        /// ``count`` values.
        package typealias Values = InlineArray<98, Float>
        package private(set) var values = Values(repeating: 0)
        /// Number of values: the quad's features, its share of the odds, and two related quads.
        package static let count = RerankerNetwork.featureCount + 1 + 2 * Related.count
        private var count = 0

        /// - Parameter shareOfLike: Share of the odds of the quad and those almost like it.
        package init(_ features: Features, shareOfLike: Float) {
            append(features)
            append(shareOfLike)
        }

        /// Adds a quad around the first or in it.
        mutating func add(_ related: Related) {
            append(related.features)
            append(related.lead)
            append(related.sizeRatio)
            // The related quad exists.
            append(1)
            append(related.share)
            append(related.number)
        }

        /// Records that there is no quad with this relation.
        mutating func addNone() { count += Related.count }

        private mutating func append(_ features: Features) {
            for index in features.indices { append(features[index]) }
        }

        @inline(__always)
        private mutating func append(_ value: Float) {
            values[count] = value
            count += 1
        }
    }

    /// The natural logarithm of the odds that the quad is the page, up to a constant of the picture.
    package func score(_ input: Input) -> Float {
        weights.withUnsafeBytes { weights in
            let stride = MemoryLayout<SIMD16<Float>>.stride
            var units = weights.load(as: SIMD16<Float>.self)
            for index in 0..<Input.count {
                units +=
                    weights.load(fromByteOffset: (index &+ 1) &* stride, as: SIMD16<Float>.self) * input.values[index]
            }
            let output = weights.load(fromByteOffset: (Input.count + 1) * stride, as: SIMD16<Float>.self)
            return (pointwiseMax(units, SIMD16(repeating: 0)) * output).sum()
        }
    }
}
