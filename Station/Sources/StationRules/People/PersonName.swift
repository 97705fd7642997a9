import Foundation

/// The name by which a person is known to the station and signs in.
package struct PersonName: Hashable, Sendable {
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case tooLong(maximum: Int)

        package var description: String {
            switch self {
            case .empty: localized("Enter a name.")
            case .tooLong(let maximum): localized("Shorten the name to \(maximum) characters.")
            }
        }
    }

    private static let maximum = 60

    package let text: String
    /// The key for comparing names, which ignores case, accents and the width of spaces.
    package var key: String { Self.key(text) }

    package init(_ text: String) throws(Failure) {
        let line = text.asLine
        guard !line.isEmpty else { throw .empty }
        guard line.count <= Self.maximum else { throw .tooLong(maximum: Self.maximum) }
        self.text = line
    }

    /// - Parameter text: A typed name, which may be invalid.
    package static func key(_ text: String) -> String {
        text.prefix(2 * maximum).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
        ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the initials that replace a picture: the first letters of the first and last words.
    package static func initials(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let shown = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words)
        return shown.compactMap { $0.first { $0.isLetter || $0.isNumber } }.map { $0.uppercased() }.joined()
    }
}

/// The list of people to choose from.
package struct PeopleList: Hashable, Sendable {
    package struct Person: Hashable, Sendable, Identifiable {
        package let id: Int64
        package let name: String

        package init(id: Int64, name: String) { (self.id, self.name) = (id, name) }
    }

    /// The number of people that fit into a small window. If there are more, the chosen one has a separate section.
    private static let fitting = 6

    /// The people whose names contain all search words as prefixes, sorted by name.
    package let people: [Person]
    package let chosen: Person?
    package let hasSections: Bool

    /// - Parameter words: The search words; empty for all people.
    package init(_ people: [Person], words: String = "", chosen: Int64? = nil) {
        let wanted = PersonName.key(words).split(separator: " ")
        self.people = people.filter { person in
            let names = PersonName.key(person.name).split(separator: " ")
            return wanted.allSatisfy { word in names.contains { $0.hasPrefix(word) } }
        }.sorted { (PersonName.key($0.name), $0.id) < (PersonName.key($1.name), $1.id) }
        self.chosen = people.first { $0.id == chosen }
        hasSections = people.count > Self.fitting && self.chosen != nil
    }
}
