/// The purpose of a section on an object's screen. Sections come in this order.
public enum SectionGroup: Int, Hashable, Sendable, CaseIterable, Comparable {
    case header
    /// Helps to understand the object.
    case contextual
    /// Helps with the next task.
    case instructional
    /// Reference information.
    case referential
    /// Rarely needed information, collapsed at first.
    case facet
    case actions

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A section of an object's screen. Within a group, sections are listed by how often they are used.
public protocol ObjectSection: Hashable, Sendable, CaseIterable {
    var group: SectionGroup { get }
}

/// A section moved above its group, with the reason.
public struct RaisedSection<Section: ObjectSection>: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// People open the object for it.
        case frequency
        /// It is urgent.
        case priority
    }

    public let section: Section
    public let reason: Reason

    public init(_ section: Section, for reason: Reason) {
        self.section = section
        self.reason = reason
    }
}

extension Collection where Element: ObjectSection {
    /// Returns the sections in screen order: raised ones after the header, the others by group.
    /// - Parameter raised: The raised sections. Urgent ones precede frequently used ones.
    public func ordered(raising raised: [RaisedSection<Element>] = []) -> [Element] {
        let sorted = Element.allCases.filter(contains).sorted { $0.group < $1.group }
        let urgent = raised.filter { $0.reason == .priority } + raised.filter { $0.reason == .frequency }
        let first = urgent.map(\.section).filter { contains($0) && $0.group != .header }
        return sorted.filter { $0.group == .header } + first
            + sorted.filter { $0.group != .header && !first.contains($0) }
    }
}

/// The sections of a document's screen.
public enum DocumentSection: String, ObjectSection {
    case header
    case facts
    case suggestions
    case pages
    case related
    case notes
    case attachments
    case text
    case history

    public var group: SectionGroup {
        switch self {
        case .header: .header
        case .facts: .contextual
        case .suggestions: .instructional
        case .pages, .related, .notes, .attachments: .referential
        case .text, .history: .facet
        }
    }

    /// - Parameter isInInbox: Whether the document has not been reviewed yet.
    public static func raised(isInInbox: Bool) -> [RaisedSection<DocumentSection>] {
        // People open a document to see its pages. A new one has to be filed first.
        [RaisedSection(.pages, for: .frequency)] + (isInInbox ? [RaisedSection(.suggestions, for: .priority)] : [])
    }
}
