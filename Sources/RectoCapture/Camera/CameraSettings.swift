/// What a camera's controls are to be set to when it is opened.
public struct CameraSettings: Hashable, Sendable {
    /// How a control is found.
    public enum Key: Hashable, Sendable {
        /// See ``CameraControl/name``; drivers and versions of Linux differ in them.
        case name(String)
        /// See ``CameraControl/id``.
        case id(UInt32)

        func finds(_ control: CameraControl) -> Bool {
            switch self {
            case .name(let name): control.name == name
            case .id(let id): control.id == id
            }
        }
    }

    /// A control and its value.
    public struct Entry: Hashable, Sendable {
        public let key: Key
        public let value: Int
    }

    /// In the order in which they are set: an automatic must be off before its value can be.
    public private(set) var entries: [Entry] = []

    public init() {}

    /// Any control; one that the camera has not is passed over.
    public mutating func set(_ key: Key, to value: Int) { entries.append(Entry(key: key, value: value)) }

    /// Lets the camera focus by itself, all the time; or sets the distance in the camera's own steps.
    public mutating func focus(at distance: Int?) {
        set(.id(StandardControl.focusAutomatic), to: distance == nil ? 1 : 0)
        if let distance { set(.id(StandardControl.focusAbsolute), to: distance) }
    }

    /// Lets the camera choose the exposure; or sets its time in steps of 100 µs.
    public mutating func exposure(for time: Int?) {
        // Of the menu, 3 is aperture priority, which USB cameras take for automatic, and 1 manual.
        set(.id(StandardControl.exposureAutomatic), to: time == nil ? 3 : 1)
        if let time { set(.id(StandardControl.exposureAbsolute), to: time) }
    }

    /// Turns the lamp on or off, where there is one.
    public mutating func torch(isOn: Bool) {
        set(.id(StandardControl.lampMode), to: isOn ? StandardControl.torch : StandardControl.noLamp)
    }
}

/// Numbers of `linux/v4l2-controls.h`.
enum StandardControl {
    static let exposureAutomatic: UInt32 = 0x009A_0901
    static let exposureAbsolute: UInt32 = 0x009A_0902
    static let focusAbsolute: UInt32 = 0x009A_090A
    static let focusAutomatic: UInt32 = 0x009A_090C
    static let lampMode: UInt32 = 0x009C_0901
    /// Values of the lamp's mode.
    static let noLamp = 0
    static let torch = 2
    /// Lights of microscopes and document cameras, each on or off.
    static let illuminators: [UInt32] = [0x0098_0925, 0x0098_0926]
}
