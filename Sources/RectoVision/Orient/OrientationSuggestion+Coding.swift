extension OrientationSuggestion: Codable {
    private enum CodingKeys: String, CodingKey { case rotation, confidence }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            rotation: try container.decodeIfPresent(Rotation.self, forKey: .rotation),
            confidence: try container.decode(Double.self, forKey: .confidence))
    }

    /// Without text the rotation is null, not omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rotation, forKey: .rotation)
        try container.encode(confidence, forKey: .confidence)
    }
}
