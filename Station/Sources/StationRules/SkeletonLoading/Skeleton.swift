/// The structure of a screen whose content is loading.
public struct Skeleton: Hashable, Sendable {
    /// A container of placeholders with the lines, paddings and margins of the real one.
    public enum Part: Hashable, Sendable {
        /// The screen's bar, with a title or a back link.
        case bar(title: Bool)
        /// The search field, and the chips below it.
        case search
        case header
        case list(of: Placeholder.ObjectCell, count: Int)
        /// The kinds of the cards; `nil` for each unknown one.
        case cards([CardKind?])
        /// Pictures of pages.
        case pages(count: Int)
        /// Names with their values.
        case facts(count: Int)
    }

    public let parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// The placeholders of all containers.
    public var placeholders: [Placeholder] {
        parts.flatMap { part -> [Placeholder] in
            switch part {
            case .bar(let title): title ? [.text(TextPlaceholder(.title1, .short)), .button] : [.button]
            case .search: [.button, .button]
            case .header: [.objectHeader]
            case .list(let cell, let count): Array(repeating: .objectCell(cell), count: count)
            case .cards(let kinds):
                kinds.map { .card(CardPlaceholder(of: $0), $0?.size ?? CardKind.usualSize) }
            case .pages(let count): Array(repeating: .image(.page), count: count)
            case .facts(let count): Array(repeating: .text(TextPlaceholder(.body, .full)), count: count)
            }
        }
    }
}

/// A screen behind links, and its skeleton while it loads.
public enum LoadingScreen: String, Hashable, Sendable, CaseIterable {
    case home
    case library
    case document
    case search
    case scenes
    case devices
    case scanner
    case sceneScanner

    /// A regular expression for the screen's path.
    public var path: String {
        switch self {
        case .home: "^/(home)?$"
        case .library: "^/documents$"
        case .document: "^/documents/[0-9]+$"
        case .search: "^/search$"
        case .scenes: "^/ar$"
        case .devices: "^/devices$"
        case .scanner: "^/scan(/[0-9a-f]{16})?$"
        case .sceneScanner: "^/ar/[0-9]+$"
        }
    }

    /// Returns the skeleton; `nil` for a camera picture.
    /// - Parameter hasCards: Whether cards precede the list of documents. Their kinds are unknown until they are
    ///   loaded.
    public func skeleton(hasCards: Bool = false) -> Skeleton? {
        switch self {
        case .home: Skeleton([.bar(title: true), .cards([.list, .list, .chart, .chart, .chart, .chart])])
        case .library:
            Skeleton(
                [.bar(title: true), .search] + (hasCards ? [.cards([nil])] : []) + [
                    .list(
                        of: Placeholder.ObjectCell(isMultiline: true, image: .thumbnail, trailing: .chevron), count: 12)
                ])
        case .search: Skeleton([.bar(title: true), .search])
        case .document: Skeleton([.bar(title: false), .header, .pages(count: 4)])
        case .scenes: Skeleton([.bar(title: true), .cards(Array(repeating: .ar, count: 6))])
        case .devices:
            Skeleton([
                .bar(title: true), .list(of: Placeholder.ObjectCell(isMultiline: true, trailing: .button), count: 4),
            ])
        case .scanner, .sceneScanner: nil
        }
    }

    public func feedback(hasCards: Bool = false) -> LoadingFeedback {
        LoadingFeedback(of: .nothing, structure: skeleton(hasCards: hasCards))
    }

    public var label: String {
        switch self {
        case .home: localized("Loading the overview")
        case .library: localized("Loading the library")
        case .document: localized("Loading the document")
        case .search: localized("Opening the search")
        case .scenes: localized("Loading the scenes")
        case .devices: localized("Loading the devices")
        case .scanner: localized("Opening the scanner")
        case .sceneScanner: localized("Opening the scene")
        }
    }
}

/// A slow part of a screen, which is loaded after the rest and has its own skeleton.
public enum LoadingPart: String, Hashable, Sendable, CaseIterable {
    case activity
    case storage

    public var path: String { "/profile/\(rawValue)" }

    public var skeleton: Skeleton {
        switch self {
        case .activity: Skeleton([.cards([.calendar])])
        case .storage: Skeleton([.facts(count: 2)])
        }
    }

    public var feedback: LoadingFeedback { LoadingFeedback(of: .nothing, structure: skeleton) }

    public var heading: String {
        switch self {
        case .activity: localized("Activity")
        case .storage: localized("Storage")
        }
    }

    public var label: String {
        switch self {
        case .activity: localized("Loading the activity")
        case .storage: localized("Measuring the storage")
        }
    }
}
