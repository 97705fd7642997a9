extension ContestNetwork {
    package static let weights = [SIMD16<Float>](repeating: .zero, count: 94)
}
