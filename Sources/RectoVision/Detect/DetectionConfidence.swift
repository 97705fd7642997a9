/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on 374 generated scenes with a page (seeds 20 000..<20 400,
/// without those whose page is partly outside) and 300 without one (seeds 30 000..<30 300); right is a refined quad
/// with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private let bias: Float = -8.3424
    private let score: Float = 0.3455
    private let share: Float = 2.4278
    private let features: [(name: QuadFeatures.Name, weight: Float)] = [
        (.meanCoverage, 2.8643), (.leastCoverage, 1.7256), (.leastQuarter, 0.6963), (.rootArea, 2.2066),
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        var logarithmOfOdds = bias + score * evidence.score + share * evidence.share
        for term in features { logarithmOfOdds += term.weight * evidence.features[term.name] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
