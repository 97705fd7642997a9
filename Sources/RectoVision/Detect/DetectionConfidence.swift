/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on the 674 of 700 generated scenes (seeds 20 000..<20 400
/// with a page, 30 000..<30 300 without one) whose page is not partly outside; right is a refined quad
/// with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private let bias: Float = -7.7863
    private let score: Float = 0.3014
    private let share: Float = 2.4041
    private let features: [(name: QuadFeatures.Name, weight: Float)] = [
        (.meanCoverage, 2.6270), (.leastCoverage, 1.6870), (.leastQuarter, 0.9993), (.rootArea, 1.9710),
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        var logarithmOfOdds = bias + score * evidence.score + share * evidence.share
        for term in features { logarithmOfOdds += term.weight * evidence.features[term.name] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
