extension Chart {
    /// The selection; none if the selected element does not exist.
    var drawnSelection: ChartSelection {
        let exists =
            switch selection {
            case .none: true
            case .item(let item): has(item)
            case .items(let items): !items.isEmpty && items.allSatisfy(has)
            case .series(let series): hasSeries(series)
            case .point(let series, let item): hasSeries(series) && has(item, of: series)
            }
        return exists ? selection : .none
    }

    /// The thresholds that can be drawn.
    var drawnThresholds: [ChartThreshold] { thresholds.filter { ChartData.drawn($0.value) != nil } }

    private func hasSeries(_ series: Int) -> Bool { data.seriesNames.indices.contains(series) }

    private func has(_ item: Int) -> Bool {
        switch data {
        case .table(let items, _): 0..<items.count ~= item
        case .steps(let steps): steps.indices.contains(item)
        case .sessions(let sessions, _, _): sessions.indices.contains(item)
        case .points: false
        }
    }

    private func has(_ item: Int, of series: Int) -> Bool {
        guard case .points(let all, _, _) = data else { return has(item) }
        return all[series].points.indices.contains(item)
    }
}

extension ChartSelection {
    /// The items that keep their marks even if there are too many for each to have one.
    var items: Set<Int> {
        switch self {
        case .none, .series: []
        case .item(let item), .point(_, let item): [item]
        case .items(let items): items
        }
    }

    /// Returns how to draw a mark for this selection.
    /// - Parameter item: `nil` for an element that belongs to all items, such as a line.
    func emphasis(series: Int?, item: Int?) -> ChartMark.Emphasis {
        switch self {
        case .none: return .normal
        case .series(let selected): return series == selected ? .selected : .dimmed
        case .item(let selected): return of(item.map { $0 == selected })
        case .items(let selected): return of(item.map(selected.contains))
        case .point(let selected, let selectedItem):
            guard series == selected else { return .dimmed }
            return of(item.map { $0 == selectedItem })
        }
    }

    private func of(_ isSelected: Bool?) -> ChartMark.Emphasis {
        switch isSelected {
        case nil: .normal
        case true?: .selected
        case false?: .dimmed
        }
    }
}
