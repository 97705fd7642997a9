/// What has come with a version, for those who use the station. It is part of the program.
package struct WhatsNew: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        /// The name of a Bootstrap icon, which stands for a picture.
        package let picture: String?
        package let title: String
        package let text: String

        package init(picture: String? = nil, title: String, text: String) {
            (self.picture, self.title, self.text) = (picture, title, text)
        }

        /// What does not fit beside others in a list.
        fileprivate var isLong: Bool { text.count > 160 }
    }

    package enum Variant: String, Hashable, Sendable {
        /// One below the other.
        case list
        /// One after the other, to page through.
        case pages
    }

    /// Where it is shown.
    package enum Occasion: Hashable, Sendable {
        /// Once, after somebody has signed in.
        case afterSignIn
        case profile
    }

    /// What the button below a page does.
    package enum Action: String, Hashable, Sendable {
        case next
        case start
    }

    package let version: ReleaseVersion
    package let items: [Item]

    package init(_ version: ReleaseVersion, _ items: [Item]) {
        precondition(!items.isEmpty, "a version has something new")
        (self.version, self.items) = (version, items)
    }

    /// A list for several short ones; pages for few, or for long ones.
    package var variant: Variant { items.count > 2 && !items.contains(where: \.isLong) ? .list : .pages }

    /// The items that are shown: as many as people read.
    package var shown: [Item] { Array(items.prefix(variant == .list ? 6 : 4)) }

    package var hasIndicator: Bool { variant == .pages && shown.count > 1 }

    /// The action of a page, from 0; `nil` where there is none.
    package func action(onPage page: Int, _ occasion: Occasion) -> Action? {
        guard occasion == .afterSignIn else { return nil }
        return variant == .pages && page < shown.count - 1 ? .next : .start
    }

    /// Whether it is shown after somebody has signed in.
    /// - Parameter seen: The version that they saw last; `nil` for who has just joined, to whom nothing is new.
    package func isDue(seen: ReleaseVersion?) -> Bool { seen.map { $0 < version } ?? false }
}

/// A version of the program: three numbers.
package struct ReleaseVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let numbers: [Int]

    /// - Returns: `nil` for what is no version. What follows a hyphen does not count.
    package init?(_ text: String) {
        let parts = text.prefix { $0 != "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
        guard numbers.count == 3, parts.count == 3 else { return nil }
        self.numbers = numbers
    }

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    package static func < (a: ReleaseVersion, b: ReleaseVersion) -> Bool {
        a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}

extension WhatsNew {
    /// Of the version that runs.
    /// - Parameter version: As the program states it.
    package static func current(_ version: String) -> WhatsNew? {
        ReleaseVersion(version).map { WhatsNew($0, latest) }
    }

    /// The entries of the changelog that those who use the station notice. `CHANGELOG.md` has all of them.
    private static var latest: [Item] {
        [
            Item(
                picture: "person", title: localized("People sign in"),
                text: localized("Each has a passcode or a passkey, a role, and settings of their own.")),
            Item(
                picture: "house", title: localized("The overview"),
                text: localized("What came in, what waits for you, and what is due, with charts of your library.")),
            Item(
                picture: "search", title: localized("Find by words"),
                text: localized("Recto reads what is written on your pages, and finds documents by it.")),
            Item(
                picture: "pencil", title: localized("Pages stay editable"),
                text: localized("Crop, filter and turn the pages of saved documents, and take them again.")),
        ]
    }
}
