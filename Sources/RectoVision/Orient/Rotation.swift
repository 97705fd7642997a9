/// A turn by quarters, clockwise.
public enum Rotation: Int, Hashable, Codable, Sendable, CaseIterable {
    case none = 0
    case clockwise90 = 90
    case half = 180
    case clockwise270 = 270

    /// Quarter turns clockwise, 0…3.
    public var quarterTurns: Int { rawValue / 90 }

    /// Both turns, one after the other.
    public static func + (a: Rotation, b: Rotation) -> Rotation {
        switch (a.quarterTurns + b.quarterTurns) % 4 {
        case 1: .clockwise90
        case 2: .half
        case 3: .clockwise270
        default: .none
        }
    }
}
