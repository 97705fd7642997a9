/// Which annotation of a scene is selected: one index for markers and cards alike.
public struct AnnotationSelection: Hashable, Sendable {
    /// Of the scene's annotations.
    public let count: Int
    public private(set) var selected: Int?
    /// Whether the detail panel of the selected one is open.
    public private(set) var showsDetail = false

    public init(count: Int) { self.count = count }

    /// A marker was tapped, or a card came into the middle.
    public mutating func select(_ index: Int) {
        guard 0..<count ~= index, index != selected else { return }
        (selected, showsDetail) = (index, false)
    }

    /// A card was tapped: the focused one tells more, another one becomes the focused one.
    public mutating func tapCard(_ index: Int) {
        guard 0..<count ~= index else { return }
        if index == selected { showsDetail = true } else { select(index) }
    }

    /// The next card, or the first one where none is focused; after the last one nothing changes.
    public mutating func selectNext() { select(selected.map { $0 + 1 } ?? 0) }
    public mutating func selectPrevious() { select(selected.map { $0 - 1 } ?? 0) }

    /// One step back: the detail panel closes, then the card leaves.
    public mutating func back() {
        if showsDetail { showsDetail = false } else { selected = nil }
    }
}
