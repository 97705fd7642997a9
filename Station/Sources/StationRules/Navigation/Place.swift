/// A main place of the station, as the sidebar and the tab bar lead to it.
public enum Place: String, Hashable, Sendable, CaseIterable {
    case library
    case scan
    case scenes
    case devices

    public var label: String {
        switch self {
        case .library: "Library"
        case .scan: "Scan"
        case .scenes: "AR Scenes"
        case .devices: "Devices"
        }
    }

    public var path: String {
        switch self {
        case .library: "/documents"
        case .scan: "/scan"
        case .scenes: "/ar"
        case .devices: "/devices"
        }
    }

    /// Of Bootstrap's icons.
    public var icon: String {
        switch self {
        case .library: "collection"
        case .scan: "camera"
        case .scenes: "badge-ar"
        case .devices: "phone"
        }
    }
}
