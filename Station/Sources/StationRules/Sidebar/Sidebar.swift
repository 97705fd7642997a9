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
