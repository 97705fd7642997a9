/// A main place of the station, as the sidebar and the tab bar lead to it.
public enum Place: String, Hashable, Sendable, CaseIterable {
    case library
    case scan
    case devices

    public var label: String {
        switch self {
        case .library: "Library"
        case .scan: "Scan"
        case .devices: "Devices"
        }
    }

    public var path: String {
        switch self {
        case .library: "/documents"
        case .scan: "/scan"
        case .devices: "/devices"
        }
    }

    /// Of Bootstrap's icons.
    public var icon: String {
        switch self {
        case .library: "collection"
        case .scan: "camera"
        case .devices: "phone"
        }
    }
}
