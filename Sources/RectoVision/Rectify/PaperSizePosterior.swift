import Glibc

/// Posterior probabilities of the standard sizes of a page, upright or on its side, and the resulting ratio.
///
/// For each possible focal length, the log ratio of every size is normally distributed around the measured one. The
/// alternative is any other sheet, with a uniformly distributed log ratio between a square and the longest ratio of
/// paper. Focal length and size are thus inferred together: if a view fits two sheets at two focal lengths, the
/// existing sheet decides.
struct PaperSizePosterior {
    /// The most likely size.
    let best: (paper: Paper, probability: Double)?
    /// Mean natural logarithm of width over height over all alternatives.
    let meanLogRatio: Double

    /// - Parameter views: At least one, with a weight above 0.
    init(_ views: [AspectRatioEstimator.View], _ parameters: PageRectifier.Parameters) {
        let total = views.reduce(0) { $0 + $1.weight }
        let measured = views.reduce(0) { $0 + $1.weight * $1.logRatio } / total
        let papers = parameters.paperCandidates.flatMap { [Paper($0, .portrait), Paper($0, .landscape)] }
        let range = log(parameters.longestPaperRatio)
        guard abs(measured) <= range, !papers.isEmpty else {
            (best, meanLogRatio) = (nil, measured)
            return
        }
        let share = (1 - parameters.otherPaperShare) / Double(papers.count)
        let tolerance = parameters.paperTolerance * parameters.paperTolerance
        let weights = papers.map { paper in
            let logRatio = log(paper.aspectRatio)
            return share
                * views.reduce(0) { sum, view in
                    let variance = view.variance + tolerance
                    let deviation = logRatio - view.logRatio
                    return sum + view.weight * exp(-deviation * deviation / (2 * variance))
                        / (2 * Double.pi * variance).squareRoot()
                }
        }
        let other = parameters.otherPaperShare * total / (2 * range)
        let all = weights.reduce(other, +)
        best = zip(papers, weights).max { $0.1 < $1.1 }.map { ($0.0, $0.1 / all) }
        meanLogRatio = zip(papers, weights).reduce(other * measured) { $0 + $1.1 * log($1.0.aspectRatio) } / all
    }
}
