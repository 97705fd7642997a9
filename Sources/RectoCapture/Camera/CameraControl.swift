import CVideo4Linux

/// A setting of a camera: focus, exposure, torch and whatever else its driver lists.
public struct CameraControl: Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case integer, boolean, menu, button
    }

    /// The driver's number.
    public let id: UInt32
    /// As the driver names it, in small letters with underscores: `focus_automatic_continuous`.
    public let name: String
    /// Nothing for kinds that are not set by a number.
    package let kind: Kind?
    public let range: ClosedRange<Int>
    public let step: Int
    public let standard: Int
    /// Nothing for buttons and the like.
    public let value: Int?
    /// Names of a menu's values.
    public let items: [Int: String]
    /// Whether another control, such as an automatic, overrides it.
    public let isInactive: Bool
    public let isReadOnly: Bool

    /// Integer, boolean, menu or button.
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

    /// "White Balance, Automatic" as `white_balance_automatic`.
    package static func plainName(_ name: String) -> String {
        name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "_")
    }
}

/// What a camera's controls are to be set to when it is opened, by name.
public struct CameraSettings: Hashable, Sendable {
    /// Values by name, in the order in which they are set: an automatic must be off before its value can be.
    public private(set) var values: [(name: String, value: Int)] = []

    public init() {}

    /// Any control by its name, see ``CameraControl/name``.
    public mutating func set(_ name: String, to value: Int) { values.append((name, value)) }

    /// Lets the camera focus by itself, all the time; or sets the distance in the camera's own steps.
    public mutating func focus(at distance: Int?) {
        set("focus_automatic_continuous", to: distance == nil ? 1 : 0)
        if let distance { set("focus_absolute", to: distance) }
    }

    /// Lets the camera choose the exposure; or sets its time in steps of 100 µs.
    public mutating func exposure(for time: Int?) {
        // Of the menu, 3 is aperture priority, which USB cameras take for automatic, and 1 manual.
        set("auto_exposure", to: time == nil ? 3 : 1)
        if let time { set("exposure_time_absolute", to: time) }
    }

    /// Turns the lamp on or off, where there is one.
    public mutating func torch(isOn: Bool) { set("led_mode", to: isOn ? 2 : 0) }

    public static func == (a: CameraSettings, b: CameraSettings) -> Bool {
        a.values.elementsEqual(b.values) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        for (name, value) in values {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}
