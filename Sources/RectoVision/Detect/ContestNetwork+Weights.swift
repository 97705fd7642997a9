extension ContestNetwork {
    static let weights = [Float](repeating: 0, count: count)
}
