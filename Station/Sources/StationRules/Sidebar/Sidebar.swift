/// The ways to the station's places and to what is pinned, as a screen shows them.
public struct Sidebar: Hashable, Sendable {
    /// How many there are of what the places hold.
    public struct Counts: Hashable, Sendable {
        public var documents: Int
        /// Scans that are not saved yet.
        public var scans: Int
        public var scenes: Int
        public var devices: Int

        public init(documents: Int = 0, scans: Int = 0, scenes: Int = 0, devices: Int = 0) {
            self.documents = documents
            self.scans = scans
            self.scenes = scenes
            self.devices = devices
        }

        subscript(_ place: Place) -> Int {
            switch place {
            case .library: documents
            case .scan: scans
            case .scenes: scenes
            case .devices: devices
            }
        }
    }

    /// What the person has made of it.
    public struct Arrangement: Hashable, Sendable {
        public var places: [SidebarOrder.Entry]
        public var pins: [SidebarPin]
        public var collapsed: Set<SidebarGroup.Name>

        public init(
            places: [SidebarOrder.Entry] = [], pins: [SidebarPin] = [], collapsed: Set<SidebarGroup.Name> = []
        ) {
            self.places = places
            self.pins = pins
            self.collapsed = collapsed
        }
    }

    /// Those that have items.
    public let groups: [SidebarGroup]

    /// - Parameters:
    ///   - place: To which the screen belongs.
    ///   - path: Of the screen.
    ///   - memory: Where the places lead.
    public init(_ arrangement: Arrangement, counts: Counts, place: Place?, path: String, memory: PlaceMemory) {
        let isPinnedShown = !arrangement.collapsed.contains(.pinned)
        let pins = arrangement.pins.map { pin in
            let own = "\(Place.library.path)/\(pin.document)"
            return SidebarItem(
                name: "\(pin.document)", label: pin.title, path: own, icon: "file-earmark-text",
                accessory: .button(icon: "pin-angle-fill"), isHidden: pin.isHidden,
                isCurrent: isPinnedShown && !pin.isHidden && path == own)
        }
        // One item at most is the current one: a pinned document before the place that it is in.
        let isPinCurrent = pins.contains(where: \.isCurrent)
        let order = SidebarOrder(kept: arrangement.places, known: Place.allCases.map(\.rawValue))
        let places = order.entries.compactMap { entry in
            Place(rawValue: entry.name).map { known in
                SidebarItem(
                    name: entry.name, label: known.label, path: memory.path(to: known, from: place), icon: known.icon,
                    accessory: counts[known] > 0 ? .number(counts[known]) : nil, isHidden: entry.isHidden,
                    isCurrent: known == place && !isPinCurrent)
            }
        }
        groups = [
            SidebarGroup(.places, items: places), SidebarGroup(.pinned, items: pins, isExpanded: isPinnedShown),
        ].filter { !$0.items.isEmpty }
    }
}

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

/// A way from the sidebar to a place, or to a document that is pinned.
public struct SidebarItem: Hashable, Sendable {
    /// Tells it from the others of its group.
    public let name: String
    public let label: String
    public let path: String
    /// Of Bootstrap's icons.
    public let icon: String
    public let accessory: SidebarAccessory?
    /// Whether the person wants it left out.
    public let isHidden: Bool
    /// Whether it leads to the screen that is shown.
    public let isCurrent: Bool

    public init(
        name: String, label: String, path: String, icon: String, accessory: SidebarAccessory? = nil,
        isHidden: Bool = false, isCurrent: Bool = false
    ) {
        self.name = name
        self.label = label
        self.path = path
        self.icon = icon
        self.accessory = accessory
        self.isHidden = isHidden
        self.isCurrent = isCurrent
    }
}

/// What stands at the right of an item of the sidebar.
public enum SidebarAccessory: Hashable, Sendable {
    /// How many there are of what the item leads to.
    case number(Int)
    /// A button of its own, with an icon of Bootstrap's.
    case button(icon: String)

    /// Whether both may stand in one group: numbers with numbers, and buttons with those of the same icon.
    public func matches(_ other: SidebarAccessory) -> Bool {
        switch (self, other) {
        case (.number, .number): true
        case (.button(let icon), .button(let other)): icon == other
        default: false
        }
    }
}

/// A document that is kept at hand.
public struct SidebarPin: Hashable, Sendable {
    /// Most that are kept at once: each page shows them.
    public static let maximum = 30

    public let document: Int64
    public let title: String
    public let isHidden: Bool

    public init(document: Int64, title: String, isHidden: Bool = false) {
        self.document = document
        self.title = title
        self.isHidden = isHidden
    }
}
