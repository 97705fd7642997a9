public import FoundationEssentials

/// A device that was activated: a browser that may use the station.
public struct DeviceRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public let name: String
    public let activated: Date
}
