/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on generated scenes, seeds 20 000..<21 000 with a page and
/// 30 000..<30 500 without one, less those whose page is partly outside; a quarter of them without their colours, a quarter
/// at the scale of a second look. Right is a refined quad with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private static let bias: Float = -31.3939
    private static let weights: InlineArray<30, Float> = [
        0.2826,  // lead
        2.0606,  // share
        1.5887,  // leastCoverage
        2.2131,  // meanCoverage
        0.5231,  // leastContrast
        -0.3949,  // meanContrast
        1.5378,  // consistency
        -3.9086,  // meanExtension
        0.0801,  // mostExtension
        0.4196,  // area
        3.5978,  // rootArea
        -1.7599,  // skew
        -3.6306,  // oppositeRatio
        0.4472,  // insideDifference
        0.0063,  // outsideDifference
        0.1924,  // step
        -1.4820,  // insideVariation
        25.1061,  // visibility
        -2.3323,  // cornersOutside
        0.9311,  // meanQuarter
        -1.3162,  // leastQuarter
        -4.2616,  // borderSides
        -1.3747,  // mostShade
        -0.5917,  // meanShade
        0.3637,  // insideDensity
        1.0266,  // insideDeviation
        -0.7603,  // marginDensity
        0.1345,  // surroundDensity
        -0.5515,  // surroundDeviation
        1.5760,  // surroundVisibility
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        let inputs = evidence.inputs
        var logarithmOfOdds = Self.bias
        for index in inputs.indices { logarithmOfOdds += Self.weights[index] * inputs[index] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
