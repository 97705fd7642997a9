import Glibc

/// What a page is thought to be: how likely each standard size is, upright or on its side, and what its ratio then is.
///
/// Every size's log ratio is normally distributed around the measured one, for each focal length that it may have been
/// seen with; against them stands any other sheet, whose log ratio is uniformly distributed from a square to the
/// longest ratio of paper. Focal length and size are so inferred together: a view that fits two sheets, seen by two
/// cameras, is decided by which of the sheets exist.
struct PaperSizePosterior {
    /// The likeliest size.
    let best: (paper: Paper, probability: Double)?
    /// The mean of the natural logarithm of width over height over all that the page may be.
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
