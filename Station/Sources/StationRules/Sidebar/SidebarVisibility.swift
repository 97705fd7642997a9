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
