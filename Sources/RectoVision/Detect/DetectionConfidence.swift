/// Turns the evidence for the best quad into the probability that it is a page with IoU ≥ 0.9.
///
/// Trained by `RectoTraining confidence`: logistic regression on generated scenes, seeds 20 000..<21 000 with a page
/// and 30 000..<31 000 without one, excluding those whose page is partly outside. A quarter of them have no color, and
/// a quarter are at the scale of a second pass. A refined quad with IoU ≥ 0.9 counts as correct.
struct DetectionConfidence: Sendable {
    private static let bias: Float = -25.5119
    private static let weights: InlineArray<30, Float> = [
        0.2254,  // lead
        2.1595,  // share
        1.5597,  // minimumCoverage
        2.2296,  // meanCoverage
        0.7520,  // minimumContrast
        -0.3264,  // meanContrast
        1.4059,  // consistency
        -4.1514,  // meanExtension
        0.0334,  // maximumExtension
        0.5436,  // area
        3.9570,  // rootArea
        -1.1770,  // skew
        -3.8869,  // oppositeRatio
        0.3890,  // insideDifference
        -0.1440,  // outsideDifference
        0.1986,  // step
        -1.3415,  // insideVariation
        18.5163,  // visibility
        -2.8091,  // cornersOutside
        1.1572,  // meanQuarter
        -1.0050,  // minimumQuarter
        -3.3918,  // borderSides
        -1.7934,  // maximumShade
        -0.2557,  // meanShade
        0.3566,  // insideDensity
        1.1890,  // insideDeviation
        -0.7742,  // marginDensity
        0.1031,  // surroundDensity
        -0.6845,  // surroundDeviation
        1.9642,  // surroundVisibility
    ]

    func probability(of evidence: DetectionEvidence) -> Double {
        let inputs = evidence.inputs
        var logarithmOfOdds = Self.bias
        for index in inputs.indices { logarithmOfOdds += Self.weights[index] * inputs[index] }
        return 1 / (1 + exp(-Double(logarithmOfOdds)))
    }
}
