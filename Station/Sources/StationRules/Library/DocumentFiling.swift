/// The metadata that people file a document by: everything they can edit except its pages.
public struct DocumentFiling: Hashable, Codable, Sendable {
    public var title: String
    public var folder: Int64?
    public var type: Int64?
    public var correspondent: Int64?
    public var tags: Set<Int64>
    /// The date written on the document.
    public var date: Day?
    public var due: Day?
    /// The end of the retention period.
    public var retained: Day?
    public var state: ListFilter.ReviewState
    /// The number on the paper, for paper filed by number.
    public var serial: Int?
    /// The place on the map where the paper is stored.
    public var place: Int64?
    /// The only person who sees the document; `nil` if everybody does.
    public var owner: Int64?

    public init(title: String, state: ListFilter.ReviewState = .inbox) {
        self.title = title
        self.state = state
        tags = []
    }

    /// Adds the metadata of a document merged into this one: its tags, and fields that are empty here. The later of
    /// two retention days is kept.
    public mutating func takeOver(_ other: DocumentFiling) {
        folder = folder ?? other.folder
        type = type ?? other.type
        correspondent = correspondent ?? other.correspondent
        date = date ?? other.date
        due = due ?? other.due
        retained = [retained, other.retained].compactMap(\.self).max()
        tags.formUnion(other.tags)
    }

    /// Reverts a change without touching fields that were changed again since.
    /// - Returns: `false` if a field was changed again and was therefore not reverted.
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
        // Tags are added and removed individually.
        tags.formUnion(change.before.tags.subtracting(change.after.tags))
        tags.subtract(change.after.tags.subtracting(change.before.tags))
        return isOwn
    }
}

/// A change of a document's metadata.
public struct DocumentChange: Hashable, Codable, Sendable {
    public let before: DocumentFiling
    public let after: DocumentFiling
    /// The name of the rule that made it; `nil` if a person or a program did.
    public let rule: String?

    public init(from before: DocumentFiling, to after: DocumentFiling, by rule: String? = nil) {
        self.before = before
        self.after = after
        self.rule = rule
    }
}
