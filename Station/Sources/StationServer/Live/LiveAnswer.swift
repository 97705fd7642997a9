/// What goes down a live channel: a screen's answer, with the number of the picture that it answers.
struct LiveAnswer<Content: Encodable>: Encodable {
    /// Nothing for what answers no picture of the browser's.
    let sequence: UInt32?
    let content: Content

    private enum CodingKeys: CodingKey { case sequence }

    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sequence, forKey: .sequence)
    }
}
