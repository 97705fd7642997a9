/// A camera of this machine.
public struct CameraInfo: Hashable, Sendable {
    /// The node, such as `/dev/video0`: another one after each time that the camera is plugged in.
    public let path: String
    /// The camera's own name.
    public let name: String
    /// A name that stays: made of the vendor, product and serial numbers of a USB camera, or of where it is plugged in
    /// if it has no serial number; of the bus and the device else.
    public let id: String
    /// The serial number of a USB camera that has one.
    public let serial: String?
    /// The driver's name.
    public let driver: String

    init(path: String, name: String, id: String, serial: String? = nil, driver: String = "") {
        self.path = path
        self.name = name
        self.id = id
        self.serial = serial
        self.driver = driver
    }
}
