/// A light that a camera's driver can switch: a lamp beside the lens, or an illuminator.
public struct CameraLight: Hashable, Sendable {
    public let isOn: Bool
    /// The control and its values for on and off.
    let control: UInt32
    let onValue: Int
    let offValue: Int

    /// Finds the light among a camera's controls; `nil` if it has none that can be set.
    package init?(_ controls: [CameraControl]) {
        let settable = controls.filter { !$0.isReadOnly }
        if let lamp = settable.first(where: { $0.id == StandardControl.lampMode }), Self.hasTorch(lamp) {
            self.init(lamp, onValue: StandardControl.torch, offValue: StandardControl.noLamp)
        } else if let illuminator = settable.first(where: { StandardControl.illuminators.contains($0.id) }) {
            self.init(illuminator, onValue: 1, offValue: 0)
        } else {
            return nil
        }
    }

    private init(_ control: CameraControl, onValue: Int, offValue: Int) {
        isOn = control.value == onValue
        self.control = control.id
        self.onValue = onValue
        self.offValue = offValue
    }

    /// Whether a lamp can stay on. A mere flash is useless for aiming.
    private static func hasTorch(_ lamp: CameraControl) -> Bool {
        lamp.items.isEmpty ? lamp.range.contains(StandardControl.torch) : lamp.items[StandardControl.torch] != nil
    }

    /// Returns the light of a camera, even while a source streams from it; `nil` if it has none.
    public static func of(_ camera: CameraName) throws(DeviceFault) -> CameraLight? {
        try of(camera, in: CameraDirectory()) { path throws(DeviceFault) in try V4L2Device(path: path) }
    }

    /// Turns the light of a camera on or off, even while a source streams from it.
    ///
    /// - Returns: Whether the camera has a light.
    public static func turn(_ isOn: Bool, of camera: CameraName) throws(DeviceFault) -> Bool {
        try turn(isOn, of: camera, in: CameraDirectory()) { path throws(DeviceFault) in try V4L2Device(path: path) }
    }

    package static func of(
        _ camera: CameraName, in directory: CameraDirectory, open: DeviceOpener
    ) throws(DeviceFault) -> CameraLight? {
        let device = try opened(camera, directory, open)
        defer { device.close() }
        return CameraLight(device.controls())
    }

    package static func turn(
        _ isOn: Bool, of camera: CameraName, in directory: CameraDirectory, open: DeviceOpener
    ) throws(DeviceFault) -> Bool {
        let device = try opened(camera, directory, open)
        defer { device.close() }
        guard let light = CameraLight(device.controls()) else { return false }
        try device.setControl(light.control, to: isOn ? light.onValue : light.offValue)
        return true
    }

    private static func opened(
        _ camera: CameraName, _ directory: CameraDirectory, _ open: DeviceOpener
    ) throws(DeviceFault) -> any VideoDevice {
        guard let path = camera.paths(in: directory, lastID: nil).first else { throw DeviceFault("open", code: 2) }
        return try open(path)
    }
}
