import StationRules

extension Chart {
    /// The chart described in one sentence, for screen readers.
    public var summary: String {
        if data.isEmpty || !type.takes(data) { return localized("There are no values yet.") }
        switch data {
        case .table(let items, let series):
            return type == .donut ? summary(Donut(items, series[0])) : summary(ItemNames(items), series)
        case .steps(let steps): return summary(steps)
        case .points(let series, let x, _): return summary(series, x)
        case .sessions(let sessions, let name, _): return summary(sessions, name)
        }
    }

    private func summary(_ names: ItemNames, _ series: [ChartSeries]) -> String {
        let count = series.reduce(0) { sum, series in
            sum + (0..<names.items.count).count { series.value($0) != nil }
        }
        guard let low = extreme(names, series, <), let high = extreme(names, series, >) else { return "" }
        if count == 1 { return localized("One value: \(low.amount) (\(low.name)).") }
        if low.value == high.value { return localized("\(count) values, all of them \(low.amount).") }
        return localized(
            "\(count) values, from \(low.amount) (\(low.name)) to \(high.amount) (\(high.name)).")
    }

    /// Returns the first of the lowest or highest values.
    private func extreme(
        _ names: ItemNames, _ series: [ChartSeries], _ precedes: (Double, Double) -> Bool
    ) -> (value: Double, amount: String, name: String)? {
        var best: (value: Double, series: Int, item: Int)?
        for (index, one) in series.enumerated() {
            for item in 0..<names.items.count {
                guard let value = one.value(item), best.map({ precedes(value, $0.value) }) ?? true else { continue }
                best = (value, index, item)
            }
        }
        guard let best else { return nil }
        let name = names.full(best.item)
        let full = series.count > 1 ? "\(name), \(series[best.series].name)" : name
        return (best.value, amount(best.value), full)
    }

    private func summary(_ donut: Donut) -> String {
        // Ignore the combined "Other".
        let single = donut.segments.filter { $0.items.count == 1 }
        guard let largest = (single.isEmpty ? donut.segments : single).max(by: { $0.value < $1.value }) else {
            return localized("There are no values yet.")
        }
        let (total, share) = (amount(donut.total), ChartNumber.percentage(largest.share))
        if donut.segments.count == 1 { return localized("\(total), all of them \(largest.name).") }
        let count = donut.segments.count
        return localized("\(total) in \(count) parts; the largest is \(largest.name) with \(share).")
    }

    private func summary(_ steps: [ChartStep]) -> String {
        let waterfall = Waterfall(steps)
        let changes = zip(steps, waterfall.columns).compactMap { step, column in
            if case .change = step.kind { column?.value } else { nil }
        }
        let up = amount(changes.filter { $0 > 0 }.reduce(0, +))
        let down = amount(-changes.filter { $0 < 0 }.reduce(0, +))
        return localized("Increases of \(up) and decreases of \(down) lead to \(amount(waterfall.end)).")
    }

    private func summary(_ series: [ChartPointSeries], _ x: ChartMeasure) -> String {
        let points = series.flatMap(\.points).filter(\.isDrawn)
        guard let across = ItemScale.range(points.map(\.x)), let up = ItemScale.range(points.map(\.y))
        else { return "" }
        func told(_ range: ClosedRange<Double>, _ measure: ChartMeasure) -> String {
            let low = ChartNumber.text(range.lowerBound)
            let high = ChartNumber.text(range.upperBound, unit: measure.unit)
            return range.lowerBound == range.upperBound ? high : "\(low) – \(high)"
        }
        return points.count == 1
            ? localized("One point: \(x.name) \(told(across, x)), \(measure.name) \(told(up, measure)).")
            : localized("\(points.count) points: \(x.name) \(told(across, x)), \(measure.name) \(told(up, measure)).")
    }

    private func summary(_ sessions: [ChartSession], _ name: String) -> String {
        let drawn = sessions.filter(\.isDrawn)
        guard let current = drawn.last, let low = drawn.map(\.low).min(), let high = drawn.map(\.high).max()
        else { return "" }
        return localized("\(name) is at \(amount(current.close)), between \(amount(low)) and \(amount(high)) so far.")
    }
}
