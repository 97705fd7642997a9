/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on generated scenes, seeds 20 000..<21 400 with a page and
/// 30 000..<30 700 without one, less those whose page is partly outside; a quarter of them without their colours, a quarter
/// at the scale of a second look. Right is a refined quad with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private static let bias: Float = -26.2020
    private static let weights: InlineArray<29, Float> = [
        0.2619,  // lead
        2.8054,  // share
        1.4395,  // leastCoverage
        1.7464,  // meanCoverage
        1.0714,  // leastContrast
        -0.7635,  // meanContrast
        1.0025,  // consistency
        -3.9781,  // meanExtension
        0.2112,  // mostExtension
        0.4562,  // area
        2.2839,  // rootArea
        -2.0678,  // skew
        -5.8569,  // oppositeRatio
        0.3418,  // insideDifference
        0.0991,  // outsideDifference
        0.7901,  // brightness
        -0.1140,  // step
        -1.3608,  // insideVariation
        23.2472,  // visibility
        -4.9747,  // cornersOutside
        0.3810,  // meanQuarter
        -1.0176,  // leastQuarter
        -4.0353,  // borderSides
        0.4170,  // insideDensity
        1.1359,  // insideDeviation
        -0.7127,  // marginDensity
        0.1803,  // surroundDensity
        -0.5064,  // surroundDeviation
        0.8197,  // surroundVisibility
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        let inputs = evidence.inputs
        var logarithmOfOdds = Self.bias
        for index in inputs.indices { logarithmOfOdds += Self.weights[index] * inputs[index] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
