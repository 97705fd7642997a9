/// Who can see a document.
public enum DocumentSharing: String, Hashable, Codable, Sendable, CaseIterable {
    case everyone
    /// Only the person who set it.
    case onlyMe

    public init(owner: Int64?) { self = owner == nil ? .everyone : .onlyMe }

    public var label: String {
        switch self {
        case .everyone: localized("Shared with everyone")
        case .onlyMe: localized("Only me")
        }
    }

    static var unknownText: String { localized("Choose who sees it.") }
}

extension DocumentSharing {
    /// Whether a person may choose who sees a document: if they added it or already own it. Without sign-in, there is
    /// no choice.
    /// - Parameters:
    ///   - person: The person who added it.
    ///   - reader: `nil` if nobody has signed in.
    package static func isChosen(by reader: Int64?, person: Int64, owner: Int64?) -> Bool {
        reader != nil && (reader == person || reader == owner)
    }
}
