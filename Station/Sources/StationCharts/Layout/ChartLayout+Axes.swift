import FoundationEssentials

/// Axes. They take space from the plot in this order: legend, measure, values, items.
extension ChartLayout {
    /// The accessible name of a mark, from the names of its item and series and its value.
    func markName(_ item: String, _ series: String?, _ value: Double) -> String {
        let amount = ChartNumber.text(value, unit: chart.measure.unit)
        guard let series, !series.isEmpty else { return "\(item): \(amount)" }
        return "\(item), \(series): \(amount)"
    }

    /// Adds a mark with the emphasis that the selection gives it.
    mutating func add(
        _ shape: ChartMark.Shape, _ paint: ChartPaint, series: Int? = nil, item: Int? = nil, name: String = "",
        isQuiet: Bool = false
    ) {
        var mark = ChartMark(shape: shape, paint: paint, series: series, item: item, name: name, isQuiet: isQuiet)
        mark.emphasis = chart.drawnSelection.emphasis(series: series, item: item)
        marks.append(mark)
    }

    /// Returns the items that have marks: all of them, or only the extremes and selected ones if there are many.
    /// - Parameters: See ``Thinning/extremes(count:limit:keys:)``.
    func drawnItems(count: Int, limit: Int, keys: [(Int) -> Double?]) -> [Int] {
        let kept = Thinning.extremes(count: count, limit: limit, keys: keys)
        let missing = chart.drawnSelection.items.subtracting(kept)
        return missing.isEmpty ? kept : (kept + missing).sorted()
    }

    /// Takes space above the value axis for the name of its measure.
    mutating func takeMeasureRoom() {
        guard !frame.isSmall, frame.height >= 160, !chart.measure.text.isEmpty else { return }
        let shown = TextWidth.shortened(chart.measure.text, to: plot.width, size: ChartFrame.fontSize)
        let middle = plot.y + ChartFrame.fontSize / 2
        labels.append(
            ChartLabel(text: shown, role: .measure, place: ChartPosition(plot.x, middle), anchor: .left))
        take(top: ChartFrame.lineHeight + 8)
    }

    /// Takes space below the plot for the name of a value axis's measure.
    mutating func takeMeasureRoomBelow(_ measure: ChartMeasure) {
        guard !frame.isSmall, frame.height >= 160, !measure.text.isEmpty else { return }
        let text = TextWidth.shortened(measure.text, to: plot.width, size: ChartFrame.fontSize)
        let place = ChartPosition(plot.right, plot.bottom - ChartFrame.fontSize / 2)
        labels.append(ChartLabel(text: text, role: .measure, place: place, anchor: .right))
        take(bottom: ChartFrame.lineHeight)
    }

    mutating func take(top: Double = 0, left: Double = 0, bottom: Double = 0) {
        plot = ChartRect(
            x: plot.x + left, y: plot.y + top, width: plot.width - left, height: plot.height - top - bottom)
    }

    /// Returns the approximate number of steps for an axis of a given length.
    func tickCount(_ length: Double) -> Int { max(min(Int(length / 56), 6), 1) }

    /// Takes space on the left for the labels of a value axis.
    /// - Parameter range: The values to draw.
    /// - Returns: The ticks of the axis.
    mutating func takeValueRoom(_ range: ClosedRange<Double>, whole: Bool) -> ChartTicks {
        let ticks = ChartTicks(range, count: tickCount(plot.height), whole: whole)
        let widest = ticks.values.map { TextWidth.of(text($0, ticks), ChartFrame.fontSize) }.max() ?? 0
        take(left: widest + 8)
        return ticks
    }

    func text(_ tick: Double, _ ticks: ChartTicks) -> String {
        ChartNumber.text(tick, decimals: ticks.decimals)
    }

    /// Draws a value axis on the left of the plot and omits labels that would overlap.
    mutating func addValueAxis(_ ticks: ChartTicks, _ scale: LinearScale) {
        var free = Double.infinity
        for tick in ticks.values {
            let y = scale.position(tick)
            let role: ChartRule.Role = tick == 0 || tick == ticks.range.lowerBound ? .baseline : .grid
            rules.append(
                ChartRule(role: role, start: ChartPosition(plot.x, y), end: ChartPosition(plot.right, y)))
            guard y <= free else { continue }
            labels.append(
                ChartLabel(text: text(tick, ticks), role: .axis, place: ChartPosition(plot.x - 8, y), anchor: .right))
            free = y - ChartFrame.fontSize
        }
    }

    /// Draws thresholds across the plot, and their names where space permits.
    mutating func addThresholds(_ scale: LinearScale) {
        for threshold in chart.drawnThresholds {
            let y = scale.position(threshold.value)
            rules.append(
                ChartRule(
                    role: threshold.kind == .target ? .target : .limit, start: ChartPosition(plot.x, y),
                    end: ChartPosition(plot.right, y)))
            let above = y - ChartFrame.fontSize / 2 - 3
            let middle = above - ChartFrame.fontSize / 2 < plot.y ? y + ChartFrame.fontSize / 2 + 3 : above
            let text = TextWidth.shortened(threshold.name, to: plot.width / 2, size: ChartFrame.fontSize)
            addIfFree(
                ChartLabel(
                    text: text, role: .threshold, place: ChartPosition(plot.right - 4, middle), anchor: .right))
        }
    }

    /// Adds a label if it overlaps no other one and fits within the frame.
    mutating func addIfFree(_ label: ChartLabel) {
        let bounds = label.bounds
        let whole = ChartRect(x: 0, y: 0, width: frame.width, height: frame.height)
        guard !label.text.isEmpty, whole.contains(bounds), !labels.contains(where: { $0.bounds.overlaps(bounds) })
        else { return }
        labels.append(label)
    }

    /// Takes space below the plot for the labels of items, and draws them.
    mutating func addBands(_ names: ItemNames) -> BandScale {
        let bands = BandScale(count: names.items.count, from: plot.x, to: plot.right)
        let bottom = plot.bottom
        let room = frame.isSmall || names.items.isTime ? nil : min(plot.height * 0.4, 140)
        switch LabelFitting.arrangement(
            count: bands.count, pitch: bands.pitch, uprightRoom: room, name: names.short)
        {
        case .level(let every):
            take(bottom: ChartFrame.lineHeight + 6)
            let isShortened = every > 1 && mayShorten(names) && bands.pitch >= LabelFitting.minimumShortened
            let room = bands.pitch - LabelFitting.gap
            let shown = stride(from: 0, to: bands.count, by: isShortened ? 1 : every).lazy.map {
                let name = names.short($0)
                let text = isShortened ? TextWidth.shortened(name, to: room, size: ChartFrame.fontSize) : name
                return (text: text, x: bands.center($0))
            }
            labels += LabelFitting.row(shown, y: bottom - ChartFrame.fontSize / 2, from: 0, to: frame.width)
        case .upright:
            let height = LabelFitting.widest(0..<bands.count, names.short)
            take(bottom: height + 8)
            labels += (0..<bands.count).map {
                ChartLabel(
                    text: names.short($0), role: .axis, place: ChartPosition(bands.center($0), bottom - height),
                    anchor: .right, isUpright: true)
            }
        }
        return bands
    }

    /// Whether labels may be shortened: in charts that, unlike columns, cannot be shown as bars instead.
    private func mayShorten(_ names: ItemNames) -> Bool {
        guard case .categories = names.items else { return false }
        return chart.type == .stackedColumn || chart.type == .waterfall
    }

    /// Takes space below the plot for the axis of the items, and draws it. Dates and numbers are placed by their
    /// values; categories, and dates or numbers that are all equal, get bands.
    mutating func addItemAxis(_ names: ItemNames) -> ItemScale {
        switch names.items {
        case .categories: return .bands(addBands(names))
        case .dates(let dates, let zone):
            let seconds = dates.map(\.timeIntervalSince1970)
            guard let range = ItemScale.range(seconds), range.lowerBound < range.upperBound else {
                return .bands(addBands(names))
            }
            let scale = LinearScale(range, from: plot.x + 6, to: plot.right - 6)
            addTimes(range, zone, scale, names)
            return .values(seconds, scale)
        case .numbers(let numbers, let measure):
            guard let range = ItemScale.range(numbers), range.lowerBound < range.upperBound else {
                return .bands(addBands(names))
            }
            return .values(numbers, addNumbers(range, measure))
        }
    }

    private mutating func addTimes(
        _ range: ClosedRange<Double>, _ zone: TimeZone, _ scale: LinearScale, _ names: ItemNames
    ) {
        let y = plot.bottom - ChartFrame.fontSize / 2
        take(bottom: ChartFrame.lineHeight + 6)
        let (start, end) = (
            Date(timeIntervalSince1970: range.lowerBound), Date(timeIntervalSince1970: range.upperBound)
        )
        let ticks = TimeTicks(
            start...end, zone: zone, count: max(Int(plot.width / 72), 1),
            least: names.step.unit == .hour ? .minute : names.step)
        let calendar = ChartCalendar(zone)
        var row = LabelFitting.row(
            ticks.dates.map { (text: calendar.name($0, ticks.step), x: scale.position($0.timeIntervalSince1970)) },
            y: y,
            from: 0,
            to: frame.width)
        if row.isEmpty {
            row = LabelFitting.row(
                [(text: names.short(0), x: scale.position(range.lowerBound))], y: y, from: 0, to: frame.width)
        }
        labels += row
    }

    /// Draws an axis of numbers below the plot.
    /// - Returns: The scale of the axis.
    mutating func addNumbers(_ range: ClosedRange<Double>, _ measure: ChartMeasure) -> LinearScale {
        let ticks = ChartTicks(range, count: tickCount(plot.width * 0.7))
        let scale = LinearScale(ticks.range, from: plot.x, to: plot.right)
        takeMeasureRoomBelow(measure)
        let y = plot.bottom - ChartFrame.fontSize / 2
        take(bottom: ChartFrame.lineHeight + 6)
        labels += LabelFitting.row(
            ticks.values.map { (text: text($0, ticks), x: scale.position($0)) }, y: y, from: 0, to: frame.width)
        return scale
    }
}
