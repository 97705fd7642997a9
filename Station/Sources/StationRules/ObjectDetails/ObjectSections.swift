/// What a section of an object's screen is for. Sections come in this order.
public enum SectionGroup: Int, Hashable, Sendable, CaseIterable, Comparable {
    case header
    /// What helps to understand the object.
    case contextual
    /// What helps to do what is to be done now.
    case instructional
    /// What is at hand if it is needed.
    case referential
    /// What is needed seldom. It is opened.
    case facet
    case actions

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A section of an object's screen. Those of a group are listed by how often they are used.
public protocol ObjectSection: Hashable, Sendable, CaseIterable {
    var group: SectionGroup { get }
}

/// A section that stands higher than its group, and why.
public struct RaisedSection<Section: ObjectSection>: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// It is what the object is opened for.
        case frequency
        /// It cannot wait.
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
    /// In the order in which the screen has them: raised ones behind the header, the others by their groups.
    /// - Parameter raised: What cannot wait comes before what is used often.
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

    /// - Parameter isInInbox: Whether somebody has yet to look at it.
    public static func raised(isInInbox: Bool) -> [RaisedSection<DocumentSection>] {
        // A document is opened to see its pages. One that is new is filed first.
        [RaisedSection(.pages, for: .frequency)] + (isInInbox ? [RaisedSection(.suggestions, for: .priority)] : [])
    }
}
