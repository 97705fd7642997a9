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
