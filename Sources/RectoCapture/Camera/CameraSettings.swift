/// The values of a camera's controls to set when it is opened.
public struct CameraSettings: Hashable, Sendable {
    /// How a control is found.
    public enum Key: Hashable, Sendable {
        /// The name as in ``CameraControl/name``, which varies between drivers and versions of Linux.
        case name(String)
        /// The number as in ``CameraControl/id``.
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

    /// The entries in the order in which they are set: an automatic mode must be off before its value can be set.
    public private(set) var entries: [Entry] = []

    public init() {}

    /// Adds any control. Controls that the camera lacks are ignored.
    public mutating func set(_ key: Key, to value: Int) { entries.append(Entry(key: key, value: value)) }

    /// Enables continuous autofocus, or sets the distance in the camera's steps.
    public mutating func focus(at distance: Int?) {
        set(.id(StandardControl.focusAutomatic), to: distance == nil ? 1 : 0)
        if let distance { set(.id(StandardControl.focusAbsolute), to: distance) }
    }

    /// Enables automatic exposure, or sets the exposure time in steps of 100 µs.
    public mutating func exposure(for time: Int?) {
        // In this menu, 3 is aperture priority, which USB cameras use as automatic, and 1 is manual.
        set(.id(StandardControl.exposureAutomatic), to: time == nil ? 3 : 1)
        if let time { set(.id(StandardControl.exposureAbsolute), to: time) }
    }

    /// Turns the lamp on or off, if there is one.
    public mutating func torch(isOn: Bool) {
        set(.id(StandardControl.lampMode), to: isOn ? StandardControl.torch : StandardControl.noLamp)
    }
}

/// Control numbers from `linux/v4l2-controls.h`.
enum StandardControl {
    static let exposureAutomatic: UInt32 = 0x009A_0901
    static let exposureAbsolute: UInt32 = 0x009A_0902
    static let focusAbsolute: UInt32 = 0x009A_090A
    static let focusAutomatic: UInt32 = 0x009A_090C
    static let lampMode: UInt32 = 0x009C_0901
    /// The values of the lamp's mode.
    static let noLamp = 0
    static let torch = 2
    /// The on/off illuminators of microscopes and document cameras.
    static let illuminators: [UInt32] = [0x0098_0925, 0x0098_0926]
}
