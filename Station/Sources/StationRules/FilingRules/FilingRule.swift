/// A rule that files documents: the conditions that a document must meet, all of them, and what it then gets.
///
/// Folders and names are texts. They follow names that are renamed, and missing ones are created when a rule files by them.
public struct FilingRule: Hashable, Codable, Sendable {
    public struct Conditions: Hashable, Codable, Sendable {
        /// The words in the recognized text, in the syntax of ``SearchWords``. They match whole words.
        public var words: String?
        /// The words in the title.
        public var title: String?
        public var correspondent: String?
        public var type: String?
        /// The names from the root of the tree downward. Subfolders count.
        public var folder: [String]?
        public var source: ListFilter.Source?
        /// The smallest archive number.
        public var firstSerial: Int?
        /// The largest archive number.
        public var lastSerial: Int?

        public init() {}
    }

    public struct Actions: Hashable, Codable, Sendable {
        public var folder: [String]?
        public var type: String?
        public var correspondent: String?
        /// The tags to add.
        public var tags: [String] = []
        /// The title with placeholders: see ``TitlePattern``.
        public var title: String?
        /// The retention from the document date on, or from the day it was added, such as "3 years".
        public var keepFor: String?
        /// Whether to replace what a document has already. Otherwise only empty fields are filled in.
        public var replaces = false

        public init() {}
    }

    public var name: String
    public var conditions: Conditions
    public var actions: Actions

    public init(name: String, conditions: Conditions = Conditions(), actions: Actions = Actions()) {
        (self.name, self.conditions, self.actions) = (name, conditions, actions)
    }
}

extension FilingRule {
    /// What a rule needs to know of a document besides its metadata.
    public struct Subject: Hashable, Sendable {
        public var filing: DocumentFiling
        /// Whether a person or a rule chose the title.
        public var hasOwnTitle: Bool
        /// The day on which the document was added.
        public var added: Day
        public var correspondent: String?
        public var type: String?

        public init(
            _ filing: DocumentFiling, hasOwnTitle: Bool, added: Day, correspondent: String? = nil, type: String? = nil
        ) {
            (self.filing, self.hasOwnTitle, self.added) = (filing, hasOwnTitle, added)
            (self.correspondent, self.type) = (correspondent, type)
        }

        var day: Day { filing.date ?? added }
    }

    /// Returns the values that a document gets, without the tags, which are added to its own.
    public func entry(for subject: Subject) -> [FilingEntry.Field: String] {
        let filing = subject.filing
        var entry: [FilingEntry.Field: String] = [:]
        func set(_ field: FilingEntry.Field, _ value: String?, isEmpty: Bool) {
            if let value, isEmpty || actions.replaces { entry[field] = value }
        }
        set(.folder, actions.folder?.joined(separator: "/"), isEmpty: filing.folder == nil)
        set(.type, actions.type, isEmpty: filing.type == nil)
        set(.correspondent, actions.correspondent, isEmpty: filing.correspondent == nil)
        set(
            .retained, actions.keepFor.flatMap { FormDuration($0) }?.after(subject.day).description,
            isEmpty: filing.retained == nil)
        let title = actions.title.flatMap { pattern in
            TitlePattern(pattern).title(
                day: subject.day, correspondent: entry[.correspondent] ?? subject.correspondent,
                type: entry[.type] ?? subject.type)
        }
        set(.title, title, isEmpty: !subject.hasOwnTitle)
        return entry
    }
}

/// A title in which values of the document take the place of `{date}`, `{year}`, `{month}`, `{correspondent}` and
/// `{type}`.
struct TitlePattern {
    private let pattern: String

    init(_ pattern: String) { self.pattern = pattern }

    /// - Returns: `nil` if nothing remains without the missing values.
    func title(day: Day, correspondent: String?, type: String?) -> String? {
        let month = day.month < 10 ? "0\(day.month)" : "\(day.month)"
        let values = [
            "date": day.description, "year": "\(day.year)", "month": month, "correspondent": correspondent ?? "",
            "type": type ?? "",
        ]
        var (text, rest) = ("", pattern[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            text += rest[..<open] + (values[String(name)] ?? String(rest[open...close]))
            rest = rest[rest.index(after: close)...]
        }
        let line = (text + rest).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return try? DocumentTitle(String(line.prefix(DocumentTitle.maximumCharacters))).text
    }
}

extension FilingRule {
    /// A name that documents are filed under.
    public enum Name: Hashable, Sendable {
        case tag
        case correspondent
        case type
    }

    /// Returns the rule after a name was changed.
    /// - Parameter isSame: Whether two texts are the same name.
    public func renaming(
        _ kind: Name, from former: String, to name: String, isSame: (String, String) -> Bool
    ) -> FilingRule {
        func renamed(_ text: String) -> String { isSame(text, former) ? name : text }
        var rule = self
        switch kind {
        case .tag:
            let tags = actions.tags.map(renamed)
            rule.actions.tags = tags.enumerated().filter { tags.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        case .correspondent:
            rule.conditions.correspondent = conditions.correspondent.map(renamed)
            rule.actions.correspondent = actions.correspondent.map(renamed)
        case .type:
            rule.conditions.type = conditions.type.map(renamed)
            rule.actions.type = actions.type.map(renamed)
        }
        return rule
    }

    /// Returns the rule after a folder was renamed or moved, with the folders inside it.
    public func moving(
        folder former: [String], to path: [String], isSame: (String, String) -> Bool
    ) -> FilingRule {
        func moved(_ names: [String]) -> [String] {
            guard names.count >= former.count, zip(names, former).allSatisfy(isSame) else { return names }
            return path + names.dropFirst(former.count)
        }
        var rule = self
        rule.conditions.folder = conditions.folder.map(moved)
        rule.actions.folder = actions.folder.map(moved)
        return rule
    }
}
