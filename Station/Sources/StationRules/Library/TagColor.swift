/// The colors of tags, each legible on the station's surfaces, light and dark.
public enum TagColor: String, Hashable, Codable, Sendable, CaseIterable {
    case gray
    case blue
    case green
    case orange
    case red
    case purple

    public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
