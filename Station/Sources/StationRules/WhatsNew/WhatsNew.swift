/// What is new for users in a version. It is part of the program.
package struct WhatsNew: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        /// The name of a Bootstrap icon instead of a picture.
        package let picture: String?
        package let title: String
        package let text: String

        package init(picture: String? = nil, title: String, text: String) {
            (self.picture, self.title, self.text) = (picture, title, text)
        }

        /// Whether the text is too long for a list.
        fileprivate var isLong: Bool { text.count > 160 }
    }

    package enum Variant: String, Hashable, Sendable {
        /// One below the other.
        case list
        /// One page after the other.
        case pages
    }

    /// When it is shown.
    package enum Occasion: Hashable, Sendable {
        /// Once, after a person signs in.
        case afterSignIn
        case profile
    }

    /// The action of the button below a page.
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

    /// A list for several short items; pages for few or long ones.
    package var variant: Variant { items.count > 2 && !items.contains(where: \.isLong) ? .list : .pages }

    /// The items shown, limited to what people read.
    package var shown: [Item] { Array(items.prefix(variant == .list ? 6 : 4)) }

    package var hasIndicator: Bool { variant == .pages && shown.count > 1 }

    /// Returns the action of a page, counting from 0, if it has one.
    package func action(onPage page: Int, _ occasion: Occasion) -> Action? {
        guard occasion == .afterSignIn else { return nil }
        return variant == .pages && page < shown.count - 1 ? .next : .start
    }

    /// Whether to show it after a person signs in.
    /// - Parameter seen: The version that the person saw last; `nil` for a person who has just joined, to whom
    ///   nothing is new.
    package func isDue(seen: ReleaseVersion?) -> Bool { seen.map { $0 < version } ?? false }
}

/// A version of the program: three numbers.
package struct ReleaseVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let numbers: [Int]

    /// - Returns: `nil` for invalid versions. A suffix after a hyphen is ignored.
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
    /// Returns what is new in the running version.
    /// - Parameter version: The version reported by the program.
    package static func current(_ version: String) -> WhatsNew? {
        ReleaseVersion(version).map { WhatsNew($0, latest) }
    }

    /// The changelog entries that users notice. `CHANGELOG.md` has all of them.
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
