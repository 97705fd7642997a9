extension QuadFeatures.Name {
    /// The feature that represents all features that measure the same thing.
    var topic: QuadFeatures.Name {
        switch self {
        case .minimumCoverage: .meanCoverage
        case .minimumContrast: .meanContrast
        case .maximumExtension: .meanExtension
        case .area: .rootArea
        case .minimumQuarter: .meanQuarter
        case .maximumShade: .meanShade
        default: self
        }
    }

    /// What a value above the mean says about a quad.
    var wordsForMuch: String {
        switch self {
        case .minimumCoverage: "an edge along the weakest side"
        case .meanCoverage: "edges along all sides"
        case .minimumContrast: "contrast across the faintest side"
        case .meanContrast: "contrast across all sides"
        case .consistency: "each side separates two colors"
        case .meanExtension, .maximumExtension: "lines continue beyond the corners"
        case .area, .rootArea: "large"
        case .skew: "corners far from right angles"
        case .oppositeRatio: "opposite sides of similar length"
        case .insideDifference: "of several colors inside"
        case .outsideDifference: "of several colors outside"
        case .brightness: "brighter than its background"
        case .step: "a color different from its background"
        case .insideVariation: "texture inside, along the sides"
        case .visibility: "sides within the picture"
        case .cornersOutside: "corners outside the picture"
        case .meanQuarter, .minimumQuarter: "edges without gaps"
        case .borderSides: "sides on the picture's border"
        case .maximumShade, .meanShade: "shadowed background inside"
        }
    }

    /// What a value below the mean says about a quad.
    var wordsForLittle: String {
        switch self {
        case .minimumCoverage: "a side with almost no edge"
        case .meanCoverage: "few edges along the sides"
        case .minimumContrast: "a side without contrast"
        case .meanContrast: "little contrast across the sides"
        case .consistency: "color steps along a side cancel out"
        case .meanExtension, .maximumExtension: "lines end at the corners"
        case .area, .rootArea: "small"
        case .skew: "corners near right angles"
        case .oppositeRatio: "opposite sides of different length"
        case .insideDifference: "of one color inside"
        case .outsideDifference: "of one color outside"
        case .brightness: "not brighter than its background"
        case .step: "a color similar to its background"
        case .insideVariation: "plain inside, along the sides"
        case .visibility: "sides leave the picture"
        case .cornersOutside: "corners within the picture"
        case .meanQuarter, .minimumQuarter: "gaps in the edges"
        case .borderSides: "no side on the picture's border"
        case .maximumShade, .meanShade: "no shadowed background inside"
        }
    }
}
