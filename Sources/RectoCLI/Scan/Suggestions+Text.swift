import RectoVision

extension FilterSuggestion {
    /// The kind of content and its confidence, for people.
    var description: String {
        let name =
            switch content {
            case .text: "text"
            case .coloredDocument: "document with colors"
            case .photo: "photo"
            case .whiteboard: "whiteboard"
            }
        return "\(name) (\(confidence.rounded(decimals: 2)))"
    }
}

extension OrientationSuggestion {
    /// The direction of the text and its confidence, for people.
    var description: String {
        let text =
            switch rotation {
            case nil: "no text found"
            case .some(.none): "text upright"
            case .some(let rotation): "text upright after \(rotation.rawValue)°"
            }
        return "\(text) (\(confidence.rounded(decimals: 2)))"
    }
}
