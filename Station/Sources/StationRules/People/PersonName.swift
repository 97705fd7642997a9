import Foundation

/// The name by which somebody is known at the station, and signs in.
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
    /// What names are compared by: neither case nor accents nor the width of spaces tell people apart.
    package var key: String { Self.key(text) }

    package init(_ text: String) throws(Failure) {
        let line = text.asLine
        guard !line.isEmpty else { throw .empty }
        guard line.count <= Self.maximum else { throw .tooLong(maximum: Self.maximum) }
        self.text = line
    }

    /// - Parameter text: What somebody has typed as a name. It need not be one.
    package static func key(_ text: String) -> String {
        text.prefix(2 * maximum).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
        ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What stands for a picture: the first letters of the first and the last word.
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

    /// As many as fit into a small window. Where there are more, the chosen one stands in a section of its own.
    private static let fitting = 6

    /// The people whose names have all words, beginning with them, by name.
    package let people: [Person]
    package let chosen: Person?
    package let hasSections: Bool

    /// - Parameter words: What is searched for; empty for all.
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
