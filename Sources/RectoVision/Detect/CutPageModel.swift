import RectoCore

/// Ranks quads that may be the visible part of a page that the picture cuts, and rates the best one.
///
/// The ranking is a sum of weighted features, the confidence a logistic regression over the features, the lead and the
/// share of the best quad, and over the products of all pairs of them. Trained by `RectoTraining cut-pages` on generated
/// scenes: seeds 40 000..<41 600 with a page that the picture cuts, 50 000..<51 200 with a page and 60 000..<61 200
/// without one; a quarter of them have no color. The confidence is fitted to the scenes in which the ordinary search
/// shows no page. A quad counts as right if its IoU with the visible part is at least 0.9.
enum CutPageModel {
    /// The natural logarithm of the odds that the quad is the page, up to a constant of the picture.
    static func score(_ features: CutQuadFeatures) -> Float {
        let (weights, values) = (ranking.span, features.values.span)
        var score: Float = 0
        for index in weights.indices { score += weights[unchecked: index] * values[unchecked: index] }
        return score
    }

    /// The probability that the best quad is right.
    /// - Parameters:
    ///   - lead: How much better its score is than the mean of all quads.
    ///   - share: Its share of the odds (softmax of the scores).
    static func confidence(_ features: CutQuadFeatures, lead: Float, share: Float) -> Double {
        let count = CutQuadFeatures.Name.allCases.count
        let inputs = InlineArray<33, Float> { index in
            let value = index < count ? features.values[index] : index == count ? lead : share
            return (value - means[index]) / deviations[index]
        }
        var (odds, product) = (bias, 0)
        for first in inputs.indices {
            odds += linear[first] * inputs[first]
            for second in first..<inputs.count {
                odds += quadratic[product] * inputs[first] * inputs[second]
                product += 1
            }
        }
        return 1 / (1 + exp(-Double(odds)))
    }
}
