import RectoVision

extension OrientationSuggestion {
    /// For people: how the text lies and how sure that is.
    var description: String {
        let text =
            switch rotation {
            case nil: "no text seen"
            case .some(.none): "text upright"
            case .some(let rotation): "text upright after \(rotation.rawValue)°"
            }
        return "\(text) (\(confidence.rounded(decimals: 2)))"
    }
}
