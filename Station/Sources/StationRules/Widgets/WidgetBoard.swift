/// The widgets on a person's board, in order.
public struct WidgetBoard: Hashable, Codable, Sendable {
    public struct Entry: Hashable, Codable, Sendable {
        public let kind: WidgetKind
        public var size: WidgetSize

        public init(_ kind: WidgetKind, _ size: WidgetSize) {
            self.kind = kind
            self.size = size
        }

        /// A name that distinguishes it from most others: "inbox-m".
        public var name: String { "\(kind.rawValue)-\(size.rawValue)" }
    }

    /// A change to the board.
    public enum Change: Hashable, Sendable {
        case add(Entry)
        case resize(Int, WidgetSize)
        /// Moves a widget by one position.
        case move(Int, later: Bool)
        case remove(Int)

        var place: Int? {
            switch self {
            case .add: nil
            case .resize(let place, _), .move(let place, _), .remove(let place): place
            }
        }
    }

    public static let maximum = 24

    public private(set) var entries: [Entry]

    public init(_ entries: [Entry] = standard) { self.entries = Array(entries.prefix(Self.maximum)) }

    /// The default board.
    public static let standard = [
        Entry(.today, .small), Entry(.due, .small), Entry(.inbox, .medium), Entry(.recent, .large),
        Entry(.types, .small), Entry(.recent, .small), Entry(.storage, .medium),
    ]

    public var isFull: Bool { entries.count >= Self.maximum }

    /// Applies a change. A missing widget is ignored, because the board may have changed in another window.
    /// - Parameter seen: The name of the widget that the person saw at this position; `nil` if unknown.
    public mutating func apply(_ change: Change, seen: String? = nil) {
        if let seen, let place = change.place, !entries.indices.contains(place) || entries[place].name != seen {
            return
        }
        switch change {
        case .add(let entry): if !isFull { entries.append(entry) }
        case .resize(let place, let size): if entries.indices.contains(place) { entries[place].size = size }
        case .move(let place, let later):
            let other = place + (later ? 1 : -1)
            if entries.indices.contains(place), entries.indices.contains(other) { entries.swapAt(place, other) }
        case .remove(let place): if entries.indices.contains(place) { entries.remove(at: place) }
        }
    }
}

extension WidgetKind: Codable {}
extension WidgetSize: Codable {}

/// A website that may embed widgets in a frame: `https://dashboard.example.org`.
public struct EmbeddingOrigin: Hashable, Sendable, CustomStringConvertible {
    public static let maximum = 20
    private static let maximumCharacters = 253

    public let description: String

    /// Throws for anything but an origin, because it becomes part of a header.
    public init(_ text: String) throws(InvalidOrigin) {
        let lowercased = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lowercased.hasPrefix($0) }) else {
            throw InvalidOrigin(text: text)
        }
        let parts = lowercased.dropFirst(scheme.count).split(separator: ":", omittingEmptySubsequences: false)
        let host = parts.first ?? ""
        let isHost =
            !host.isEmpty && host.utf8.count <= Self.maximumCharacters
            && host.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
        let isPort =
            parts.count == 1 || (parts.count == 2 && parts[1].allSatisfy(\.isWholeNumber) && UInt16(parts[1]) != nil)
        guard isHost, isPort else { throw InvalidOrigin(text: text) }
        description = lowercased
    }

    /// Parses one origin per line, as people write or paste them: `https://` may be missing, and a path is ignored.
    public static func list(_ text: String) throws(InvalidOrigin) -> [EmbeddingOrigin] {
        var all: [EmbeddingOrigin] = []
        for line in text.split(whereSeparator: \.isNewline) where all.count < maximum {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let word = words.first else { continue }
            guard words.count == 1 else { throw InvalidOrigin(text: String(line)) }
            all.append(try EmbeddingOrigin(typed: word))
        }
        return all
    }

    private init(typed text: Substring) throws(InvalidOrigin) {
        let scheme = text.firstRange(of: "://")
        let rest = scheme.map { text[$0.upperBound...] } ?? text
        let host = rest.prefix { $0 != "/" }
        do { try self.init((scheme.map { String(text[..<$0.upperBound]) } ?? "https://") + host) } catch {
            throw InvalidOrigin(text: String(text))
        }
    }

    public struct InvalidOrigin: Error, Hashable, Sendable, CustomStringConvertible {
        public let text: String

        public var description: String {
            localized("“\(String(text.prefix(60)))” is not the address of a website, such as https://example.org.")
        }
    }
}
