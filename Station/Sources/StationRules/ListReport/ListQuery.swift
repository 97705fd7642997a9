import Foundation

/// What a list of documents shows, and in which order.
///
/// There is one such value for all that asks for documents: the address of a list holds it, and forms, chips, menus, the search
/// field, kept views, programs and exports read and change it. So none of them can disagree with another.
public struct ListQuery: Hashable, Sendable {
    /// What a list is divided by.
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

    /// The words that are searched for; empty without a search.
    public private(set) var text = ""
    public var filter = ListFilter() {
        // The trash has an order of its own.
        didSet { if filter.isTrash != oldValue.isTrash { sort(by: sort) } }
    }
    /// What was chosen, the most important one first, each property once. Empty: ``order`` is the usual one.
    public private(set) var sort: [SortCriterion] = []
    public var grouping: Grouping?

    public static let maximumCharacters = 200

    public init() {}

    /// - Parameter text: Control characters and surrounding spaces are removed, and what is too long is cut.
    public mutating func search(_ text: String) {
        self.text = String(text.asLine.prefix(Self.maximumCharacters)).asLine
        sort(by: sort)
    }

    /// Sorts the list. Criteria that can have no effect are left out.
    public mutating func sort(by criteria: [SortCriterion]) {
        var seen: Set<SortCriterion.Property> = []
        sort = criteria.filter { seen.insert($0.property).inserted && $0.property.sorts(self) }
        if sort == [usual] { sort = [] }
    }

    /// The criteria that hold.
    public var order: [SortCriterion] { sort.isEmpty ? [usual] : sort }

    /// The order of a list for which none was chosen.
    private var usual: SortCriterion { text.isEmpty ? filter.isTrash ? .deletedLast : .newest : .relevance }

    /// Whether the list is all of its place, whatever its order.
    public var isWhole: Bool { text.isEmpty && filter.count == 0 }
}

// MARK: Addresses

extension ListQuery {
    /// Why a text is no query.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The name of the part, as in addresses.
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        public var description: String { localized("“\(name)” cannot be “\(value)”.") }
    }

    /// A part of an address: `name=value`.
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
        // Forms have a field for each bound of a span.
        static let from = ".from"
        static let to = ".to"
    }

    /// The names of all parts.
    public static let names = [Name.text] + ListFilter.Field.allCases.map(\.rawValue) + [Name.sort, Name.grouping]

    /// The parts that are set. The same query has the same ones, in the same order.
    public var items: [Item] {
        var items: [Item] = []
        if !text.isEmpty { items.append(Item(Name.text, text)) }
        items += ListFilter.Field.allCases.compactMap { field in filter.text(of: field).map { Item(field.rawValue, $0) }
        }
        if !sort.isEmpty { items.append(Item(Name.sort, sort.map(\.description).joined(separator: ","))) }
        if let grouping { items.append(Item(Name.grouping, grouping.rawValue)) }
        return items
    }

    /// The query of an address, which is how it is kept.
    public var addressText: String { Self.text(of: items) }

    /// - Parameter text: As ``addressText``. Forms send a space as "+".
    public init(addressText text: String) throws(Failure) { try self.init(Self.items(of: text)) }

    /// The parts of the query of an address.
    public static func items(of text: String) -> [Item] {
        text.replacing("+", with: " ").split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
            return Item(parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
    }

    private static func text(of items: [Item]) -> String {
        items.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    /// The address of the list at a path.
    /// - Parameters:
    ///   - first: What comes before the query's parts.
    ///   - last: What comes after them.
    public func address(at path: String, first: [Item] = [], last: [Item] = []) -> String {
        Self.address(at: path, first + items + last)
    }

    public static func address(at path: String, _ items: [Item]) -> String {
        items.isEmpty ? path : "\(path)\(path.contains("?") ? "&" : "?")\(text(of: items))"
    }

    /// Reads the parts of an address.
    /// - Parameter items: Other names than ``names`` are ignored. A name may come again, as forms send sets: its values belong
    ///   together. They send the bounds of a span as "pages.from" and "pages.to".
    /// - Throws: ``Failure`` for a value that the part cannot have.
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
    /// For the query of an address.
    fileprivate var percentEncoded: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,".utf8)
        return utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
