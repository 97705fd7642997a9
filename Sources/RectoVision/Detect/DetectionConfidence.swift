/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on generated scenes, seeds 20 000..<21 400 with a page and
/// 30 000..<30 700 without one, less those whose page is partly outside; a quarter of them without their colours, a quarter
/// at the scale of a second look. Right is a refined quad with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private static let bias: Float = -28.4703
    private static let weights: InlineArray<28, Float> = [
        0.2932,  // lead
        2.9773,  // share
        1.4526,  // leastCoverage
        1.7327,  // meanCoverage
        1.1102,  // leastContrast
        -0.8335,  // meanContrast
        1.2943,  // consistency
        -3.5763,  // meanExtension
        0.4524,  // mostExtension
        0.3411,  // area
        2.6094,  // rootArea
        -1.5784,  // skew
        -5.4906,  // oppositeRatio
        0.1689,  // insideDifference
        0.1443,  // outsideDifference
        0.2159,  // step
        -1.3177,  // insideVariation
        24.7572,  // visibility
        -5.2507,  // cornersOutside
        0.2979,  // meanQuarter
        -1.0323,  // leastQuarter
        -4.1090,  // borderSides
        0.4339,  // insideDensity
        1.0003,  // insideDeviation
        -0.7509,  // marginDensity
        0.1668,  // surroundDensity
        -0.4273,  // surroundDeviation
        0.4993,  // surroundVisibility
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        let inputs = evidence.inputs
        var logarithmOfOdds = Self.bias
        for index in inputs.indices { logarithmOfOdds += Self.weights[index] * inputs[index] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
