/// In which order the items of a group stand, and which of them are hidden: what is changed in edit mode, and kept.
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
    ///   - kept: From earlier; what is no more goes.
    ///   - known: Names of all items, in their usual order; those that are new come last.
    public init(kept: [Entry], known: [String]) {
        let remaining = kept.filter { known.contains($0.name) }
        let names = Set(remaining.map(\.name))
        entries = remaining + known.filter { !names.contains($0) }.map { Entry(name: $0) }
    }

    /// Puts an item at a place among the others, from 0; beyond the ends is at the end. Nothing happens to what is no item.
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

/// Whether the sidebar is open: beside the content where the window is wider than high, over it where it is not.
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

    /// - Parameter closed: Where somebody closed it; it is open elsewhere.
    public init(closed: Set<Orientation> = []) { self.closed = closed }

    public subscript(_ orientation: Orientation) -> State { closed.contains(orientation) ? .closed : .open }
}
