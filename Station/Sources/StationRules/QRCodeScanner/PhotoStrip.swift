/// The row of the person's photos below a live view.
public struct PhotoStrip: Hashable, Sendable {
    /// Photos that the person has given access to; nothing before that.
    public private(set) var photos: Int?
    public private(set) var isExpanded = true

    public init() {}

    /// The person chose the photos that may be used.
    public mutating func allow(_ photos: Int) {
        guard photos > 0 else { return }
        self.photos = photos
        isExpanded = true
    }

    public mutating func toggle() { isExpanded.toggle() }

    /// The person let go of the row.
    /// - Parameter share: How far down it was then, 0 for all of it shown, 1 for none.
    public mutating func letGo(at share: Double) { isExpanded = share < 0.5 }

    /// Without photos there is nothing to expand.
    public var isShown: Bool { photos != nil }
    public var chevronLabel: String { isExpanded ? "Hide photos" : "Show photos" }
    public var chevronIcon: String { isExpanded ? "chevron-down" : "chevron-up" }
}
