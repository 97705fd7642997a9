/// The order of a group's items, and which are hidden, as arranged in edit mode.
public struct SidebarOrder: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let name: String
        public var isHidden: Bool

        public init(name: String, isHidden: Bool = false) {
            self.name = name
            self.isHidden = isHidden
        }
    }

    public private(set) var entries: [Entry]

    /// - Parameters:
    ///   - kept: The stored order. Unknown items are dropped.
    ///   - known: The names of all items in the default order. New ones come last.
    public init(kept: [Entry], known: [String]) {
        let remaining = kept.filter { known.contains($0.name) }
        let names = Set(remaining.map(\.name))
        entries = remaining + known.filter { !names.contains($0) }.map { Entry(name: $0) }
    }

    /// Moves an item to a position among the others, clamped to their range. Unknown names are ignored.
    public mutating func move(_ name: String, to place: Int) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        let entry = entries.remove(at: index)
        entries.insert(entry, at: min(max(place, 0), entries.count))
    }

    public mutating func setHidden(_ isHidden: Bool, _ name: String) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        entries[index].isHidden = isHidden
    }
}

/// Whether the sidebar is open: beside the content in landscape windows, over it in portrait ones.
public struct SidebarVisibility: Hashable, Sendable {
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
        case landscape
        case portrait
    }

    public enum State: String, Hashable, Sendable {
        case open
        case closed
    }

    private let closed: Set<Orientation>

    /// - Parameter closed: The orientations in which the person closed it.
    public init(closed: Set<Orientation> = []) { self.closed = closed }

    public subscript(_ orientation: Orientation) -> State { closed.contains(orientation) ? .closed : .open }
}
