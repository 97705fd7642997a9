/// A quad that ``PageDetector`` considered, with the reasons for and against it.
public struct PageCandidate: Hashable, Sendable {
    /// The contribution to the score of one feature, or of the quads around the quad and in it.
    public struct Reason: Hashable, Sendable {
        /// The name of the feature, such as `meanCoverage`, or `reranker` or `cutPage`.
        public let feature: String
        /// What the feature adds to the score, relative to a quad in which it has its mean over the training quads; for
        /// `reranker`, what the reranker adds to the sum of all features.
        public internal(set) var contribution: Double
        /// What the feature says about the quad in plain words, such as `edges along all sides`.
        public let text: String
        /// Equal for features that measure the same thing.
        let topic: String
    }

    /// The quad and how sure it is.
    public var detection: PageDetection
    /// The natural logarithm of the odds that the quad is the page, up to a constant of the picture.
    public var score: Double
    /// All features and the reranker, largest contributions of either sign first; they add up to ``score``. A page that
    /// the picture cuts has one reason, `cutPage`.
    public var reasons: [Reason]

    init(detection: PageDetection, score: Double, reasons: [Reason]) {
        self.detection = detection
        self.score = score
        self.reasons = reasons.sorted { abs($0.contribution) > abs($1.contribution) }
    }

    /// The strongest reasons for the quad and against it, at most `count` each.
    ///
    /// Features that measure the same thing, such as the mean of the sides and the weakest side, are added up under the
    /// text of the strongest.
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

    /// The smallest contribution that counts as a reason.
    private static let minimumTold = 0.05
}

extension PageCandidate.Reason {
    init(_ contribution: QuadRanker.Contribution) {
        feature = "\(contribution.name)"
        self.contribution = Double(contribution.amount)
        topic = "\(contribution.name.topic)"
        text = contribution.isAboveMean ? contribution.name.wordsForMuch : contribution.name.wordsForLittle
    }
    /// - Parameter amount: The difference of the score from the sum of the features.
    init(reranker amount: Float) {
        feature = "reranker"
        contribution = Double(amount)
        topic = feature
        text = amount >= 0 ? "better than quads around or inside it" : "a quad around or inside it is better"
    }

    /// - Parameter score: The score of the visible part of a page that the picture cuts.
    init(ofCut score: Float) {
        feature = "cutPage"
        contribution = Double(score)
        topic = feature
        text = score >= 0 ? "part of a page that the picture cuts" : "hardly like part of a page that the picture cuts"
    }
}
