/// Items of the sidebar that belong together.
public struct SidebarGroup: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// The main places, which stand first, without a heading.
        case places
        /// Documents that are kept at hand.
        case pinned

        public var heading: String? {
            switch self {
            case .places: nil
            case .pinned: "Pinned"
            }
        }
    }

    public let name: Name
    /// Accessories of one kind alone; some items may have none.
    public let items: [SidebarItem]
    public let isExpanded: Bool

    public init(_ name: Name, items: [SidebarItem], isExpanded: Bool = true) {
        precondition(Self.accessoriesMatch(items), "the accessories of a group are of one kind")
        self.name = name
        self.items = items
        self.isExpanded = isExpanded
    }

    /// Whether items may stand in one group.
    public static func accessoriesMatch(_ items: [SidebarItem]) -> Bool {
        let accessories = items.compactMap(\.accessory)
        return accessories.allSatisfy { $0.matches(accessories[0]) }
    }

    /// What is shown of it when it is not edited: neither what is hidden, unless that is the current screen, nor anything of a
    /// group that is collapsed.
    public var shownItems: [SidebarItem] { isExpanded ? items.filter { !$0.isHidden || $0.isCurrent } : [] }
}
