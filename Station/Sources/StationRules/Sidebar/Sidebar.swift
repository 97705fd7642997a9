/// The sidebar: links to the station's places and to pinned documents.
public struct Sidebar: Hashable, Sendable {
    /// The number of objects in each place.
    public struct Counts: Hashable, Sendable {
        public var documents: Int
        /// Unsaved scans.
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
            case .home: 0
            case .library: documents
            case .scan: scans
            case .scenes: scenes
            case .devices: devices
            }
        }
    }

    /// The person's arrangement.
    public struct Arrangement: Hashable, Sendable {
        public var places: [SidebarOrder.Entry]
        public var pins: [SidebarPin]
        /// The folders at the root.
        public var folders: [SidebarFolder]
        public var views: [KeptView]
        public var collapsed: Set<SidebarGroup.Name>

        public init(
            places: [SidebarOrder.Entry] = [], pins: [SidebarPin] = [], folders: [SidebarFolder] = [],
            views: [KeptView] = [], collapsed: Set<SidebarGroup.Name> = []
        ) {
            self.folders = folders
            self.views = views
            self.places = places
            self.pins = pins
            self.collapsed = collapsed
        }
    }

    /// The path of the scans that the badge of their section counts. Its screen links to the camera.
    static let drafts = "/drafts"

    /// The groups that have items.
    public let groups: [SidebarGroup]

    /// - Parameters:
    ///   - place: The section of the current screen.
    ///   - path: The path of the screen.
    ///   - memory: The remembered paths of the sections.
    public init(_ arrangement: Arrangement, counts: Counts, place: Place?, path: String, memory: PlaceMemory) {
        let isPinnedShown = !arrangement.collapsed.contains(.pinned)
        let pins = arrangement.pins.map { pin in
            let own = "\(Place.library.path)/\(pin.document)"
            return SidebarItem(
                name: "\(pin.document)", label: pin.title, path: own,
                accessory: .button(icon: "pin-angle-fill"), isHidden: pin.isHidden,
                isCurrent: isPinnedShown && !pin.isHidden && path == own)
        }
        // At most one item is current: a pinned document rather than its place.
        let isPinCurrent = pins.contains(where: \.isCurrent)
        let order = SidebarOrder(kept: arrangement.places, known: Place.allCases.map(\.rawValue))
        let places = order.entries.compactMap { entry in
            Place(rawValue: entry.name).map { known in
                SidebarItem(
                    name: entry.name, label: known.label,
                    path: known == .scan && counts.scans > 0 && memory[.scan] == nil
                        ? Self.drafts : memory.path(to: known, from: place), icon: known.icon,
                    accessory: counts[known] > 0 ? .number(counts[known]) : nil, isHidden: entry.isHidden,
                    isCurrent: known == place && !isPinCurrent)
            }
        }
        groups = [
            SidebarGroup(.places, items: places),
            SidebarGroup(
                .views, items: arrangement.views.prefix(SidebarFolder.maximum).map(\.item),
                isExpanded: !arrangement.collapsed.contains(.views)),
            SidebarGroup(
                .folders, items: arrangement.folders.map(\.item),
                isExpanded: !arrangement.collapsed.contains(.folders)),
            SidebarGroup(.pinned, items: pins, isExpanded: isPinnedShown),
        ].filter { !$0.items.isEmpty }
    }
}

/// A group of sidebar items.
public struct SidebarGroup: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// The main places: the first group, without a heading.
        case places
        /// The person's saved views, sorted by name.
        case views
        /// The folders, sorted by name.
        case folders
        /// Pinned documents.
        case pinned

        public var heading: String? {
            switch self {
            case .places: nil
            case .views: ViewTexts.views
            case .folders: FolderTexts.folders
            case .pinned: localized("Pinned")
            }
        }

        /// Whether a person arranges its items.
        public var isArranged: Bool { self == .places || self == .pinned }
    }

    public let name: Name
    /// All accessories are of one kind; items may have none.
    public let items: [SidebarItem]
    public let isExpanded: Bool

    public init(_ name: Name, items: [SidebarItem], isExpanded: Bool = true) {
        precondition(Self.accessoriesMatch(items), "the accessories of a group are of one kind")
        self.name = name
        self.items = items
        self.isExpanded = isExpanded
    }

    /// Whether items may be in one group.
    public static func accessoriesMatch(_ items: [SidebarItem]) -> Bool {
        let accessories = items.compactMap(\.accessory)
        return accessories.allSatisfy { $0.matches(accessories[0]) }
    }

    /// The visible items outside edit mode: no hidden ones, except the current one, and none of a collapsed group.
    public var shownItems: [SidebarItem] { isExpanded ? items.filter { !$0.isHidden || $0.isCurrent } : [] }
}

/// A sidebar link to a place or to a pinned document.
public struct SidebarItem: Hashable, Sendable {
    /// Identifies it in its group.
    public let name: String
    public let label: String
    public let path: String
    /// The name of a Bootstrap icon, beside the label; `nil` without one.
    public let icon: String?
    public let accessory: SidebarAccessory?
    /// Whether the person has hidden it.
    public let isHidden: Bool
    /// Whether it leads to the current screen.
    public let isCurrent: Bool
    /// The level in a tree, from 1.
    public let level: Int
    /// The folder assigned to documents that are dropped on it.
    public let drops: String?

    public init(
        name: String, label: String, path: String, icon: String? = nil, accessory: SidebarAccessory? = nil,
        isHidden: Bool = false, isCurrent: Bool = false, level: Int = 1, drops: String? = nil
    ) {
        (self.level, self.drops) = (level, drops)
        self.name = name
        // An icon alone does not name a destination.
        self.label = label.isEmpty ? localized("Untitled") : label
        self.path = path
        self.icon = icon
        self.accessory = accessory
        self.isHidden = isHidden
        self.isCurrent = isCurrent
    }
}

/// The accessory at the right of a sidebar item.
public enum SidebarAccessory: Hashable, Sendable {
    /// The number of objects behind the item.
    case number(Int)
    /// A button with a Bootstrap icon.
    case button(icon: String)

    /// Whether both may be in one group: numbers with numbers, and buttons with buttons of the same icon.
    public func matches(_ other: SidebarAccessory) -> Bool {
        switch (self, other) {
        case (.number, .number): true
        case (.button(let icon), .button(let other)): icon == other
        default: false
        }
    }
}

/// A folder that documents can be dropped on.
public struct SidebarFolder: Hashable, Sendable {
    /// The maximum number of folders and of views. More would hide the pinned documents, and the list of folders
    /// shows all.
    public static let maximum = 20

    /// The maximum number of folders read from the tree.
    public static let maximumRead = 200

    public let id: Int64
    public let name: String
    /// The level, from 1 at the root.
    public let level: Int
    /// The path for filing documents, such as "Home / Bills".
    public let path: String

    public init(id: Int64, name: String, level: Int = 1, path: String? = nil) {
        (self.id, self.name, self.level, self.path) = (id, name, level, path ?? name)
    }

    /// Returns the folders to show: as many levels of the tree as fit.
    public static func shown(_ tree: FolderTree) -> [SidebarFolder] {
        let deepest = tree.nodes.map(\.level).max() ?? 1
        let level = (1...deepest).last { level in tree.nodes.count { $0.level <= level } <= maximum } ?? 1
        return tree.nodes.filter { $0.level <= level }.prefix(maximum).map {
            SidebarFolder(id: $0.folder.id, name: $0.folder.name, level: $0.level, path: $0.path)
        }
    }

    fileprivate var item: SidebarItem {
        var query = ListQuery()
        query.filter.folder = .inside(id)
        return SidebarItem(
            name: "\(id)", label: name, path: query.address(at: Place.library.path), icon: "folder", level: level,
            drops: path)
    }
}

extension KeptView {
    fileprivate var item: SidebarItem { SidebarItem(name: "\(id)", label: name, path: path, icon: Self.icon) }
}

/// A pinned document.
public struct SidebarPin: Hashable, Sendable {
    /// The maximum number of pins. Every page shows them.
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
