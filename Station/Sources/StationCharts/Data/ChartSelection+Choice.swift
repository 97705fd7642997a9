/// The selection as text in a URL, and the changes that pointing at the chart makes to it.
extension ChartSelection {
    /// The selection as "item-3", "items-1-2", "series-0" or "point-0-3"; empty if nothing is selected.
    public var text: String {
        switch self {
        case .none: ""
        case .item(let item): "item-\(item)"
        case .items(let items): "items" + items.sorted().map { "-\($0)" }.joined()
        case .series(let series): "series-\(series)"
        case .point(let series, let item): "point-\(series)-\(item)"
        }
    }

    /// - Parameter text: In the format of ``text``. `nil` if it does not describe a selection.
    public init?(_ text: some StringProtocol) {
        let parts = String(text).split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int($0).flatMap { 0...Self.greatest ~= $0 ? $0 : nil } }
        guard numbers.count == parts.count - 1 || text.isEmpty else { return nil }
        switch (parts.first ?? "", numbers.count) {
        case ("", 0): self = .none
        case ("item", 1): self = .item(numbers[0])
        case ("items", 1...Self.maximumItems): self = .items(Set(numbers))
        case ("series", 1): self = .series(numbers[0])
        case ("point", 2): self = .point(series: numbers[0], item: numbers[1])
        default: return nil
        }
    }

    private static let greatest = 1_000_000
    private static let maximumItems = 100

    /// Returns the selection after the user chose a mark or a legend item.
    /// - Parameters:
    ///   - series: The series of the mark or legend item.
    ///   - item: `nil` for a legend item.
    ///   - keeps: Whether choosing the selected mark again keeps it selected, as while a finger slides over the
    ///     chart.
    public func choosing(series: Int?, item: Int?, of type: ChartType, keeps: Bool = false) -> ChartSelection {
        let chosen: ChartSelection
        switch (series, item) {
        case (nil, nil): return self
        case (let series?, nil): chosen = .series(series)
        case (_, let item?):
            switch type {
            case .donut: return toggling(item, keeps)
            // A column is selected as a whole, whatever its parts are.
            case .bar, .column, .stackedColumn, .combo, .waterfall, .stock: chosen = .item(item)
            case .line, .area, .scatter, .bubble: chosen = .point(series: series ?? 0, item: item)
            }
        }
        return chosen == self && !keeps ? .none : chosen
    }

    /// Adds or removes a donut segment; several may be selected.
    private func toggling(_ item: Int, _ keeps: Bool) -> ChartSelection {
        var items = items
        if keeps { items.insert(item) } else { items.formSymmetricDifference([item]) }
        return items.isEmpty ? .none : .items(items)
    }
}
