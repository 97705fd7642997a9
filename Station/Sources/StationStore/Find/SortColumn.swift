import StationRules

/// What a criterion sorts by in the database. Documents without a value come last in both directions.
struct SortColumn: Hashable, Sendable {
    /// Never NULL: a position in a list is told by comparing with it.
    let expression: String
    let isDescending: Bool
    /// Whether all documents have the same there, so that it orders none.
    private(set) var isConstant = false

    init(_ criterion: SortCriterion) {
        let isDescending = criterion.direction == .descending
        expression = Self.expression(of: criterion.property, isDescending: isDescending)
        // The best rank is the least.
        self.isDescending = isDescending && criterion.property != .relevance
    }

    /// - Parameter expression: Never NULL.
    init(_ expression: String, isDescending: Bool) {
        self.expression = expression
        self.isDescending = isDescending
    }

    static let rank = SortColumn(.relevance)
    /// The order in which the index of words reads backwards.
    static let newestWords = SortColumn("document_words.rowid", isDescending: true)

    static let identifier = "document.id"

    /// The last one of each order, so that it is total.
    init(identifierDescending isDescending: Bool) {
        expression = Self.identifier
        self.isDescending = isDescending
    }

    /// The same from the other end.
    var reversed: SortColumn { SortColumn(expression, isDescending: !isDescending) }

    /// The same where all documents have the same value. Its index would not find what comes next.
    var constant: SortColumn {
        var column = withoutIndex
        column.isConstant = true
        return column
    }

    /// The same values, for which no index is read.
    var withoutIndex: SortColumn { SortColumn("+\(expression)", isDescending: isDescending) }

    var order: String { "\(expression) \(isDescending ? "DESC" : "ASC")" }

    private static func expression(of property: SortCriterion.Property, isDescending: Bool) -> String {
        switch property {
        case .relevance: "rank"
        case .captured: "captured"
        case .changed: "changed"
        case .title: "titleKey"
        case .pages: "pages"
        case .date: isDescending ? "coalesce(date, '')" : "coalesce(date, '~')"
        case .due: isDescending ? "coalesce(due, '')" : "coalesce(due, '~')"
        // Only lists of the trash are sorted by it.
        case .deleted: "trashed"
        case .correspondent: isDescending ? "correspondentKey" : afterAll("correspondentKey")
        case .type: isDescending ? "typeKey" : afterAll("typeKey")
        }
    }

    /// Whether documents outside the trash are found by an index of an order.
    static func isIndexed(_ expression: String) -> Bool { indexed.contains { $0.expression == expression } }

    /// Those of both directions.
    static func expressions(of property: SortCriterion.Property) -> Set<String> {
        [expression(of: property, isDescending: false), expression(of: property, isDescending: true)]
    }

    /// An empty text as one that comes after all others.
    private static func afterAll(_ column: String) -> String { "coalesce(nullif(\(column), ''), char(1114111))" }

    /// All expressions that lists outside the trash are sorted by, with a name for each.
    static let indexed: [(name: String, expression: String)] = SortCriterion.Property.allCases
        .filter { $0 != .relevance && $0 != .deleted }
        .flatMap { property in
            let (down, up) = (
                expression(of: property, isDescending: true), expression(of: property, isDescending: false)
            )
            return down == up
                ? [(property.rawValue, up)] : [("\(property.rawValue)_down", down), ("\(property.rawValue)_up", up)]
        }
}
