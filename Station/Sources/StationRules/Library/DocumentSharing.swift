/// Who sees a document.
public enum DocumentSharing: String, Hashable, Codable, Sendable, CaseIterable {
    case everyone
    /// Whoever sets it.
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
    /// Whether somebody may choose who sees a document: whoever has added it, or has it already. Where nobody signs in, there is
    /// nothing to choose.
    /// - Parameters:
    ///   - person: Who has added it.
    ///   - reader: `nil` where nobody has signed in.
    package static func isChosen(by reader: Int64?, person: Int64, owner: Int64?) -> Bool {
        reader != nil && (reader == person || reader == owner)
    }
}
