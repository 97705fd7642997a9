/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    func probability(of evidence: DetectionEvidence) -> Double {
        Double(1 / (1 + exponential(-(evidence.score - 8))))
    }
}
