/// Turns what speaks for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// By `RectoTraining confidence`: logistic regression on generated scenes, seeds 20 000..<21 000 with a page and
/// 30 000..<30 500 without one, less those whose page is partly outside; a quarter of them without their colours, a quarter
/// at the scale of a second look. Right is a refined quad with IoU ≥ 0.9.
struct DetectionConfidence: Sendable {
    private static let bias: Float = -25.8326
    private static let weights: InlineArray<28, Float> = [
        0.2557,  // lead
        3.1453,  // share
        1.5906,  // leastCoverage
        1.6036,  // meanCoverage
        0.8010,  // leastContrast
        -0.3424,  // meanContrast
        1.5766,  // consistency
        -3.5366,  // meanExtension
        -0.0029,  // mostExtension
        0.2664,  // area
        2.7727,  // rootArea
        -3.1607,  // skew
        -6.2802,  // oppositeRatio
        0.3077,  // insideDifference
        0.0826,  // outsideDifference
        0.0796,  // step
        -1.8192,  // insideVariation
        23.3101,  // visibility
        -4.2797,  // cornersOutside
        0.1934,  // meanQuarter
        -1.2170,  // leastQuarter
        -4.1742,  // borderSides
        0.2790,  // insideDensity
        1.0102,  // insideDeviation
        -0.6695,  // marginDensity
        0.3450,  // surroundDensity
        -0.7767,  // surroundDeviation
        0.3790,  // surroundVisibility
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        let inputs = evidence.inputs
        var logarithmOfOdds = Self.bias
        for index in inputs.indices { logarithmOfOdds += Self.weights[index] * inputs[index] }
        return 1 / (1 + exponential(-Double(logarithmOfOdds)))
    }
}
