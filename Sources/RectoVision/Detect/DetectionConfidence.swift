/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on generated scenes, seeds 20 000..<21 600 with a page and
/// 30 000..<30 800 without one, less those whose page is partly outside, a quarter of them without their colours. Right is
/// a refined quad with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private static let bias: Float = 0
    private static let weights = InlineArray<29, Float>(repeating: 0)

    func probability(of evidence: DetectionEvidence) -> Double {
        let inputs = evidence.inputs
        var logarithmOfOdds = Self.bias
        for index in inputs.indices { logarithmOfOdds += Self.weights[index] * inputs[index] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
