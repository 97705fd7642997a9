/// Metadata entered by a person or a program: names as text, for which folders, tags, correspondents and types are
/// created if missing. `nil` leaves a value unchanged; an empty text removes it.
public struct FilingEntry: Hashable, Codable, Sendable {
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case title
        case folder
        case type
        case correspondent
        case tags
        case date
        case due
        case retained
        case serial
        case place
        case state
        case sharing
    }

    /// The errors by field, each a sentence that says how to correct it.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let reasons: [Field: String]

        public var description: String {
            Field.allCases.compactMap { reasons[$0] }.joined(separator: " ")
        }
    }

    public static let maximumNameCharacters = 60
    public static let maximumTags = 30
    public static let maximumLevels = 10
    public static let serials = 1...9_999_999

    public private(set) var title: String?
    /// The names from the root of the tree downward.
    public private(set) var folder: [String]?
    public private(set) var type: String?
    public private(set) var correspondent: String?
    public private(set) var tags: [String]?
    /// `.some(nil)` removes the date.
    public private(set) var date: Day??
    public private(set) var due: Day??
    public private(set) var retained: Day??
    public private(set) var serial: Int??
    /// The code or the name of a place; empty to remove it.
    public private(set) var place: String?
    public private(set) var state: ListFilter.ReviewState?
    public private(set) var sharing: DocumentSharing?

    /// - Parameter entered: The values by field; missing ones stay unchanged. Folders are separated by "/", tags by
    ///   commas; days are formatted as "2026-11-23".
    public init(_ entered: [Field: String]) throws(Failure) {
        var reasons: [Field: String] = [:]
        func read<Value>(_ field: Field, _ body: (String) throws -> Value) -> Value? {
            guard let text = entered[field] else { return nil }
            do { return try body(text.asLine) } catch {
                reasons[field] = "\(error)"
                return nil
            }
        }
        title = read(.title) { try DocumentTitle($0).text }
        folder = read(.folder) { try Self.names($0, separator: "/", field: .folder, maximum: Self.maximumLevels) }
        type = read(.type) { try Self.name($0, field: .documentType) }
        correspondent = read(.correspondent) { try Self.name($0, field: .correspondent) }
        tags = read(.tags) { try Self.names($0, separator: ",", field: .tag, maximum: Self.maximumTags) }
        date = read(.date, Self.day)
        due = read(.due, Self.day)
        retained = read(.retained, Self.day)
        serial = read(.serial) { text in
            if text.isEmpty { return nil }
            guard let number = Int(text), Self.serials ~= number else {
                throw Reason(
                    localized("Enter a number from \(Self.serials.lowerBound) to \(Self.serials.upperBound)."))
            }
            return number
        }
        place = read(.place) { text in
            guard text.count <= MapObject.nameCharacters.upperBound else {
                throw Reason(localized("There is no such place on the map."))
            }
            return text
        }
        state = read(.state) { text in
            guard let state = ListFilter.ReviewState(rawValue: text) else {
                throw Reason(localized("Choose a status."))
            }
            return state
        }
        sharing = read(.sharing) { text in
            guard let sharing = DocumentSharing(rawValue: text) else { throw Reason(DocumentSharing.unknownText) }
            return sharing
        }
        guard reasons.isEmpty else { throw Failure(reasons: reasons) }
    }

    private struct Reason: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private static func name(_ text: String, field: EnteredLine.Field) throws -> String {
        try EnteredLine(text, field: field, characters: 0...maximumNameCharacters).text
    }

    /// Returns the names without empty ones and duplicates.
    private static func names(
        _ text: String, separator: Character, field: EnteredLine.Field, maximum: Int
    ) throws -> [String] {
        let names = try text.split(separator: separator).map { try name(String($0), field: field) }.filter {
            !$0.isEmpty
        }
        guard names.count <= maximum else {
            throw Reason(
                field == .tag
                    ? localized("Enter at most \(maximum) tags.") : localized("Enter at most \(maximum) folders."))
        }
        return names
    }

    private static func day(_ text: String) throws -> Day? {
        if text.isEmpty { return nil }
        guard let day = Day(text) else { throw Reason(localized("Enter a date as 2026-11-23.")) }
        return day
    }
}
