import Foundation

/// The content and the order of a list of documents.
///
/// Everything that queries documents uses this type: it is the URL of a list, and forms, chips, menus, the search
/// field, saved views, programs and exports read and change it. So they always agree.
public struct ListQuery: Hashable, Sendable {
    /// The property that a list is grouped by.
    public enum Grouping: String, Hashable, Sendable, CaseIterable {
        case month
        case folder
        case type
        case correspondent
        case state

        public var label: String {
            switch self {
            case .month: localized("Month")
            case .folder: localized("Folder")
            case .type: localized("Document Type")
            case .correspondent: localized("Correspondent")
            case .state: localized("Status")
            }
        }
    }

    /// The search text; empty without a search.
    public private(set) var text = ""
    public var filter = ListFilter() {
        // The trash has another default order.
        didSet { if filter.isTrash != oldValue.isTrash { sort(by: sort) } }
    }
    /// The chosen criteria, most important first, each property at most once. If empty, ``order`` is the default.
    public private(set) var sort: [SortCriterion] = []
    public var grouping: Grouping?

    public static let maximumCharacters = 200

    public init() {}

    /// - Parameter text: The search text. Control characters and surrounding spaces are removed, and excessive text
    ///   is cut.
    public mutating func search(_ text: String) {
        self.text = String(text.asLine.prefix(Self.maximumCharacters)).asLine
        sort(by: sort)
    }

    /// Sorts the list. Criteria without an effect are removed.
    public mutating func sort(by criteria: [SortCriterion]) {
        var seen: Set<SortCriterion.Property> = []
        sort = criteria.filter { seen.insert($0.property).inserted && $0.property.sorts(self) }
        if sort == [usual] { sort = [] }
    }

    /// The effective criteria.
    public var order: [SortCriterion] { sort.isEmpty ? [usual] : sort }

    /// The default order of the list.
    private var usual: SortCriterion { text.isEmpty ? filter.isTrash ? .deletedLast : .newest : .relevance }

    /// Whether the list is unfiltered, whatever its order.
    public var isWhole: Bool { text.isEmpty && filter.count == 0 }
}

// MARK: Addresses

extension ListQuery {
    /// The reason why a text is not a query.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The name of the part in URLs.
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        public var description: String { localized("“\(name)” cannot be “\(value)”.") }
    }

    /// A parameter of a URL: `name=value`.
    public struct Item: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private enum Name {
        static let text = "q"
        static let sort = "sort"
        static let grouping = "group"
        // Forms have one field for each bound of a span.
        static let from = ".from"
        static let to = ".to"
    }

    /// The names of all parts.
    public static let names = [Name.text] + ListFilter.Field.allCases.map(\.rawValue) + [Name.sort, Name.grouping]

    /// The parts that are set. Equal queries have equal items in the same order.
    public var items: [Item] {
        var items: [Item] = []
        if !text.isEmpty { items.append(Item(Name.text, text)) }
        items += ListFilter.Field.allCases.compactMap { field in filter.text(of: field).map { Item(field.rawValue, $0) }
        }
        if !sort.isEmpty { items.append(Item(Name.sort, sort.map(\.description).joined(separator: ","))) }
        if let grouping { items.append(Item(Name.grouping, grouping.rawValue)) }
        return items
    }

    /// The query string of a URL, which is also the stored form.
    public var addressText: String { Self.text(of: items) }

    /// - Parameter text: A query string in the format of ``addressText``. Forms encode a space as "+".
    public init(addressText text: String) throws(Failure) { try self.init(Self.items(of: text)) }

    /// Splits the query string of a URL.
    public static func items(of text: String) -> [Item] {
        text.replacing("+", with: " ").split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
            return Item(parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
    }

    private static func text(of items: [Item]) -> String {
        items.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    /// Returns the URL of the list.
    /// - Parameters:
    ///   - first: Parameters before those of the query.
    ///   - last: Parameters after those of the query.
    public func address(at path: String, first: [Item] = [], last: [Item] = []) -> String {
        Self.address(at: path, first + items + last)
    }

    public static func address(at path: String, _ items: [Item]) -> String {
        items.isEmpty ? path : "\(path)\(path.contains("?") ? "&" : "?")\(text(of: items))"
    }

    /// Parses the parameters of a URL.
    /// - Parameter items: The parameters. Names other than ``names`` are ignored. Forms repeat names for the values
    ///   of a set, and send the bounds of a span as "pages.from" and "pages.to".
    /// - Throws: ``Failure`` for an invalid value.
    public init(_ items: some Sequence<Item>) throws(Failure) {
        var values: [String: [String]] = [:]
        for item in items where !item.value.isEmpty { values[item.name, default: []].append(item.value) }
        func value(_ name: String) -> String? {
            if let values = values[name] { return values.joined(separator: ",") }
            let bounds = [values[name + Name.from]?.last, values[name + Name.to]?.last]
            return bounds == [nil, nil] ? nil : bounds.map { $0 ?? "" }.joined(separator: "..")
        }
        search(value(Name.text) ?? "")
        for field in ListFilter.Field.allCases {
            guard let text = value(field.rawValue) else { continue }
            guard filter.set(field, to: text) else { throw Failure(name: field.rawValue, value: text) }
        }
        if let text = value(Name.sort) {
            let parts = text.split(separator: ",")
            let criteria = parts.compactMap { SortCriterion($0) }
            guard criteria.count == parts.count else { throw Failure(name: Name.sort, value: text) }
            sort(by: criteria)
        }
        if let text = value(Name.grouping) {
            guard let grouping = Grouping(rawValue: text) else { throw Failure(name: Name.grouping, value: text) }
            self.grouping = grouping
        }
    }
}

extension String {
    /// Percent-encodes the text for a query string.
    fileprivate var percentEncoded: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,".utf8)
        return utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
