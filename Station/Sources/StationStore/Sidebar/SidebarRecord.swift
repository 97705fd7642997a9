/// The sidebar as it was arranged, and how many there are of what it leads to.
public struct SidebarRecord: Hashable, Sendable {
    public struct PlaceRecord: Hashable, Codable, Sendable {
        public let name: String
        public let hidden: Bool

        public init(name: String, hidden: Bool) {
            self.name = name
            self.hidden = hidden
        }
    }

    public struct PinRecord: Hashable, Codable, Sendable {
        public let document: Int64
        public let title: String
        public let hidden: Bool
    }

    /// In their order; none before it was changed.
    public let places: [PlaceRecord]
    /// In their order.
    public let pins: [PinRecord]
    /// Names of groups.
    public let collapsed: [String]
    public let documents: Int
    public let scenes: Int
    public let devices: Int
}
