import RectoVision

extension FilterSuggestion {
    /// For people: what the page is taken for and how sure that is.
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
