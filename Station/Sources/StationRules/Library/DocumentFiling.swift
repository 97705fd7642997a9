/// What people file a document by: all that they edit of it, but for its pages.
public struct DocumentFiling: Hashable, Codable, Sendable {
    public var title: String
    public var folder: Int64?
    public var type: Int64?
    public var correspondent: Int64?
    public var tags: Set<Int64>
    /// The date that is written on it.
    public var date: Day?
    public var due: Day?
    /// It is to be kept until this day.
    public var retained: Day?
    public var state: ListFilter.ReviewState
    /// The number on the paper, where papers are filed by numbers.
    public var serial: Int?
    /// The place of the map that it is in.
    public var place: Int64?
    /// Whose own it is; `nil` if everybody sees it.
    public var owner: Int64?

    public init(title: String, state: ListFilter.ReviewState = .inbox) {
        self.title = title
        self.state = state
        tags = []
    }

    /// Takes over what is known of a document that becomes a part of this one: its tags, and what this one does not say itself.
    /// Of two days until which they are kept, the later one counts.
    public mutating func takeOver(_ other: DocumentFiling) {
        folder = folder ?? other.folder
        type = type ?? other.type
        correspondent = correspondent ?? other.correspondent
        date = date ?? other.date
        due = due ?? other.due
        retained = [retained, other.retained].compactMap(\.self).max()
        tags.formUnion(other.tags)
    }

    /// Puts back what a change changed, and leaves what was changed since as it is.
    /// - Returns: `false` if something of it was changed again, which is no longer this change's to undo.
    public mutating func undo(_ change: DocumentChange) -> Bool {
        var isOwn = true
        func put<Value: Equatable>(_ part: WritableKeyPath<Self, Value>) {
            let (before, after) = (change.before[keyPath: part], change.after[keyPath: part])
            guard before != after else { return }
            if self[keyPath: part] == after { self[keyPath: part] = before } else { isOwn = false }
        }
        put(\.title)
        put(\.folder)
        put(\.type)
        put(\.correspondent)
        put(\.date)
        put(\.due)
        put(\.retained)
        put(\.state)
        put(\.serial)
        put(\.place)
        put(\.owner)
        // Tags are put on and taken off one by one.
        tags.formUnion(change.before.tags.subtracting(change.after.tags))
        tags.subtract(change.after.tags.subtracting(change.before.tags))
        return isOwn
    }
}

/// A change of how a document is filed.
public struct DocumentChange: Hashable, Codable, Sendable {
    public let before: DocumentFiling
    public let after: DocumentFiling

    public init(from before: DocumentFiling, to after: DocumentFiling) {
        self.before = before
        self.after = after
    }
}
