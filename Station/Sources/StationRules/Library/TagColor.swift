/// Tag colors, legible on the station's light and dark surfaces.
public enum TagColor: String, Hashable, Codable, Sendable, CaseIterable {
    case gray
    case blue
    case green
    case orange
    case red
    case purple

    public var label: String {
        switch self {
        case .gray: localized("Gray")
        case .blue: localized("Blue")
        case .green: localized("Green")
        case .orange: localized("Orange")
        case .red: localized("Red")
        case .purple: localized("Purple")
        }
    }

    /// Returns the color closest to one of another program.
    /// - Parameter text: A color such as "#a6cee3". Anything else is gray.
    public init(nearestTo text: String) {
        guard text.count == 7, text.first == "#", let number = Int(text.dropFirst(), radix: 16) else {
            self = .gray
            return
        }
        let (red, green, blue) = (number >> 16, number >> 8 & 255, number & 255)
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        let range = Double(most - least)
        // Colors with little saturation count as gray.
        guard range > 0.12 * 255, range > 0.15 * Double(most) else {
            self = .gray
            return
        }
        // The hue in degrees, from red through green and blue.
        let hue =
            switch most {
            case red: 60 * Double(green - blue) / range
            case green: 60 * (2 + Double(blue - red) / range)
            default: 60 * (4 + Double(red - green) / range)
            }
        self =
            switch hue {
            case ..<(-20): .purple
            case ..<16: .red
            case ..<70: .orange
            case ..<170: .green
            case ..<255: .blue
            default: .purple
            }
    }
}
