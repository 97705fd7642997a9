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
