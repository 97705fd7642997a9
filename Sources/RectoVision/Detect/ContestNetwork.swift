/// A small neural network that says how likely a quad is the page: two hidden layers of rectified linear units.
///
/// Trained by `RectoTraining contest`; its numbers stand in ``weights``.
struct ContestNetwork: Sendable {
    /// Inputs, hidden units of both layers.
    static let layers = (inputs: 92, first: 24, second: 16)

    /// The features of one quad: those of the ranker, then its texture.
    typealias Features = InlineArray<27, Float>

    /// A quad as the network sees it: its own features, and those of the best quad around it and of the best one in it.
    struct Input {
        private(set) var values = InlineArray<92, Float>(repeating: 0)
        private var count = 0

        /// - Parameter shareOfLike: Share of the odds that lies with the quad and those almost like it.
        init(_ features: Features, shareOfLike: Float) {
            append(features)
            append(shareOfLike)
        }

        /// Adds a quad around the first or in it.
        /// - Parameters:
        ///   - lead: How much better the ranker's score is than the first one's.
        ///   - sizeRatio: Natural logarithm of the ratio of the areas.
        ///   - share: Share of the odds that lies with all quads that are so related.
        ///   - number: How many those are, as a share of the contest's size.
        mutating func add(
            _ features: Features, lead: Float, sizeRatio: Float, share: Float, number: Float
        ) {
            append(features)
            append(lead)
            append(sizeRatio)
            append(1)
            append(share)
            append(number)
        }

        /// Tells that there is no quad so related.
        mutating func addNothing() { count += 32 }

        private mutating func append(_ features: Features) {
            for index in 0..<27 { append(features[index]) }
        }

        @inline(__always)
        private mutating func append(_ value: Float) {
            values[count] = value
            count += 1
        }
    }

    /// The natural logarithm of the odds that the quad is the page, up to a constant of the picture.
    func score(_ input: Input) -> Float {
        Self.weights.withUnsafeBufferPointer { weights in
            // SAFETY: as many weights as the layers have, in their order: see ``count``.
            var next = UnsafeRawPointer(weights.baseAddress!)
            @inline(__always) func take<Vector: SIMD>(_: Vector.Type) -> Vector where Vector.Scalar == Float {
                defer { next += Vector.scalarCount * 4 }
                return next.loadUnaligned(as: Vector.self)
            }
            var a = take(SIMD8<Float>.self)
            var b = take(SIMD8<Float>.self)
            var c = take(SIMD8<Float>.self)
            for index in 0..<Self.layers.inputs {
                let value = input.values[index]
                a += take(SIMD8<Float>.self) * value
                b += take(SIMD8<Float>.self) * value
                c += take(SIMD8<Float>.self) * value
            }
            var second = take(SIMD16<Float>.self)
            for units in [a, b, c] {
                for lane in 0..<8 { second += take(SIMD16<Float>.self) * max(units[lane], 0) }
            }
            let output: SIMD16<Float> = pointwiseMax(second, SIMD16(repeating: 0)) * take(SIMD16<Float>.self)
            return output.sum() + next.loadUnaligned(as: Float.self)
        }
    }

    /// Number of weights: each layer's biases, then for each of its inputs the weights of all units.
    static var count: Int {
        (layers.inputs + 1) * layers.first + (layers.first + 1) * layers.second + layers.second + 1
    }
}
