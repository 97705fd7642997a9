import CVideo4Linux

/// A setting of a camera: focus, exposure, torch and whatever else its driver lists.
public struct CameraControl: Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case integer, boolean, menu, button
    }

    /// The driver's number for it.
    public let id: UInt32
    /// The driver's name in lower case with underscores: `focus_automatic_continuous`.
    public let name: String
    /// `nil` for kinds whose value is not a number.
    package let kind: Kind?
    public let range: ClosedRange<Int>
    public let step: Int
    public let standard: Int
    /// `nil` for controls without a value, such as buttons.
    public let value: Int?
    /// The names of a menu's values.
    public let items: [Int: String]
    /// Whether another control, such as an automatic mode, overrides it.
    public let isInactive: Bool
    public let isReadOnly: Bool

    /// The kind: integer, boolean, menu or button.
    public var type: Kind { kind ?? .integer }

    package init(
        id: UInt32, name: String, kind: Kind?, range: ClosedRange<Int>, step: Int = 1, standard: Int = 0,
        value: Int? = nil, items: [Int: String] = [:], isInactive: Bool = false, isReadOnly: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.range = range
        self.step = step
        self.standard = standard
        self.value = value
        self.items = items
        self.isInactive = isInactive
        self.isReadOnly = isReadOnly
    }

    init(_ entry: video_control, value: Int?, item: (Int64) -> String?) {
        let (least, most) = (min(entry.minimum, entry.maximum), max(entry.minimum, entry.maximum))
        let kind: Kind? =
            switch entry.kind {
            case VIDEO_CONTROL_INTEGER: .integer
            case VIDEO_CONTROL_BOOLEAN: .boolean
            case VIDEO_CONTROL_MENU: .menu
            case VIDEO_CONTROL_BUTTON: .button
            default: nil
            }
        var items: [Int: String] = [:]
        if kind == .menu {
            for index in max(0, least)...min(max(0, most), max(0, least) + 255) {
                if let name = item(index) { items[Int(index)] = name }
            }
        }
        self.init(
            id: entry.id, name: Self.plainName(string(entry.name)), kind: kind, range: Int(least)...Int(most),
            step: Int(entry.step), standard: Int(entry.standard), value: value, items: items,
            isInactive: entry.is_inactive, isReadOnly: entry.is_read_only)
    }

    /// Returns "White Balance, Automatic" as `white_balance_automatic`.
    package static func plainName(_ name: String) -> String {
        name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "_")
    }
}
