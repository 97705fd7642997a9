/// A quad that ``PageDetector`` considered, and what speaks for and against it.
public struct PageCandidate: Hashable, Sendable {
    /// One feature's part in the score, or that of the quads around the quad and in it.
    public struct Reason: Hashable, Sendable {
        /// The feature's name, as in `meanCoverage`, or `reranker`.
        public let feature: String
        /// What the feature adds to the score, against a quad in which it has its mean over the training quads; of a
        /// reranker, what it makes of the sum of all features.
        public internal(set) var contribution: Double
        /// What the feature says of the quad, in plain words: `edges along all sides`.
        public let text: String
        /// Equal for features that measure the same thing.
        let topic: String
    }

    /// The quad and how sure it is.
    public var detection: PageDetection
    /// The natural logarithm of the odds that the quad is the page, up to a constant of the picture.
    public var score: Double
    /// All features and the reranker, those that add or take most first; the contributions add up to ``score``.
    public var reasons: [Reason]

    init(detection: PageDetection, score: Double, reasons: [Reason]) {
        self.detection = detection
        self.score = score
        self.reasons = reasons.sorted { abs($0.contribution) > abs($1.contribution) }
    }

    /// The strongest reasons for the quad and against it, at most `count` each.
    ///
    /// Features of one thing, as of the sides' mean and of the weakest side, are added up under the strongest's text.
    public func strongestReasons(count: Int) -> (for: [Reason], against: [Reason]) {
        var merged: [Reason] = []
        for reason in reasons {
            if let index = merged.firstIndex(where: { $0.topic == reason.topic }) {
                merged[index].contribution += reason.contribution
            } else {
                merged.append(reason)
            }
        }
        merged.sort { abs($0.contribution) > abs($1.contribution) }
        return (
            Array(merged.lazy.filter { $0.contribution >= Self.minimumTold }.prefix(count)),
            Array(merged.lazy.filter { $0.contribution <= -Self.minimumTold }.prefix(count))
        )
    }

    /// Less is no reason.
    private static let minimumTold = 0.05
}

extension PageCandidate.Reason {
    init(_ contribution: QuadRanker.Contribution) {
        feature = "\(contribution.name)"
        self.contribution = Double(contribution.amount)
        topic = "\(contribution.name.topic)"
        text = contribution.isAboveMean ? contribution.name.wordsForMuch : contribution.name.wordsForLittle
    }
    /// - Parameter amount: By how much the score differs from that of the features.
    init(reranker amount: Float) {
        feature = "reranker"
        contribution = Double(amount)
        topic = feature
        text = amount >= 0 ? "better than the quads around it and in it" : "a quad around it or in it is better"
    }
}
