import StationRules

/// The database expression for a sort criterion. Documents without a value come last in both directions.
struct SortColumn: Hashable, Sendable {
    /// The expression. Never NULL, because positions in a list are compared with it.
    let expression: String
    let isDescending: Bool
    /// Whether all documents have the same value, which makes it irrelevant for the order.
    private(set) var isConstant = false

    init(_ criterion: SortCriterion) {
        let isDescending = criterion.direction == .descending
        expression = Self.expression(of: criterion.property, isDescending: isDescending)
        // The best rank is the lowest number.
        self.isDescending = isDescending && criterion.property != .relevance
    }

    /// - Parameter expression: An expression that is never NULL.
    init(_ expression: String, isDescending: Bool) {
        self.expression = expression
        self.isDescending = isDescending
    }

    static let rank = SortColumn(.relevance)
    /// The order of reading the search index backward.
    static let newestWords = SortColumn("document_words.rowid", isDescending: true)

    static let identifier = "document.id"

    /// The last column of each order, which makes it total.
    init(identifierDescending isDescending: Bool) {
        expression = Self.identifier
        self.isDescending = isDescending
    }

    /// The same column in the opposite direction.
    var reversed: SortColumn { SortColumn(expression, isDescending: !isDescending) }

    /// The same column if all documents have the same value. Its index would not help.
    var constant: SortColumn {
        var column = withoutIndex
        column.isConstant = true
        return column
    }

    /// The same values without using the index.
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

    /// Whether an expression has an index for documents outside the trash.
    static func isIndexed(_ expression: String) -> Bool { indexed.contains { $0.expression == expression } }

    /// Returns the expressions for both directions.
    static func expressions(of property: SortCriterion.Property) -> Set<String> {
        [expression(of: property, isDescending: false), expression(of: property, isDescending: true)]
    }

    /// Replaces empty text by one that sorts last.
    private static func afterAll(_ column: String) -> String { "coalesce(nullif(\(column), ''), char(1114111))" }

    /// All expressions that lists outside the trash are sorted by, with their names.
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
