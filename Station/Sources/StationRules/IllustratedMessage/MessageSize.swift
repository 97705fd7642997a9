/// How large the drawing of a message is, by what holds it.
public enum MessageSize: String, Hashable, Sendable, CaseIterable {
    /// A page or dialog that has nothing else.
    case extraLarge
    /// A part of a page, a large dialog or card.
    case large
    /// A smaller part or dialog, a card of two fields.
    case medium
    /// A small dialog, a card of one field.
    case small
    case extraSmall

    /// In CSS pixels.
    public var drawing: (width: Int, height: Int) {
        switch self {
        case .extraLarge: (320, 240)
        case .large: (160, 160)
        case .medium: (92, 92)
        case .small: (64, 64)
        case .extraSmall: (48, 48)
        }
    }
}
