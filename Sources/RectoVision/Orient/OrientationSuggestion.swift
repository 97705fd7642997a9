/// By which turn the text of a page comes upright.
public struct OrientationSuggestion: Hashable, Codable, Sendable {
    /// The turn, clockwise; nothing where no text is seen.
    public let rotation: Rotation?
    /// The probability of the answer, 0…1, be it a turn or that there is no text.
    public let confidence: Double

    /// The turn if it is sure enough to be made without asking: a page that lies on its side is better left so than turned
    /// upside down.
    public var sureRotation: Rotation? { confidence >= Self.sureConfidence ? rotation : nil }

    private static let sureConfidence = 0.8

    private enum CodingKeys: String, CodingKey { case rotation, confidence }

    /// Without text the rotation is null, not left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rotation, forKey: .rotation)
        try container.encode(confidence, forKey: .confidence)
    }

    package init(rotation: Rotation?, confidence: Double) {
        self.rotation = rotation
        self.confidence = confidence
    }
}
