import FoundationEssentials
import StationRules

/// A stock chart: a header with all prices, the line of closing prices with the span of each session, and the volume
/// below.
extension ChartLayout {
    mutating func layOutSessions(_ sessions: [ChartSession], _ name: String, _ zone: TimeZone) {
        let names = ItemNames(.dates(sessions.map(\.date), zone))
        takeHeadRoom(sessions, name)
        let drawn = sessions.filter(\.isDrawn)
        let thresholds = chart.drawnThresholds.map(\.value)
        let range = ItemScale.range(drawn.map(\.low) + drawn.map(\.high) + thresholds) ?? 0...1
        let ticks = takeValueRoom(range, whole: false)
        let bands = addBands(names)
        let volumeHeight = plot.height * Self.volumeShare
        let values = LinearScale(ticks.range, from: plot.bottom - volumeHeight - 8, to: plot.y)
        addValueAxis(ticks, values)
        addVolumes(sessions, bands, volumeHeight)
        addSessions(sessions, names, bands, values)
        addThresholds(values)
        addGuide(sessions, bands)
    }

    /// The share of the plot's height for the volume.
    private static let volumeShare = 0.2

    /// Returns the session that the header describes: the selected one, otherwise the last.
    private func told(_ sessions: [ChartSession]) -> ChartSession? {
        switch chart.drawnSelection {
        case .item(let item), .point(_, let item): sessions[item].isDrawn ? sessions[item] : nil
        case .none, .items, .series: sessions.last(where: \.isDrawn)
        }
    }

    /// Takes space for the name, the current value, the prices and the volume, in as many rows as needed.
    private mutating func takeHeadRoom(_ sessions: [ChartSession], _ name: String) {
        guard let session = told(sessions) else { return }
        let current = sessions.last(where: \.isDrawn)?.close ?? session.close
        let title = TextWidth.shortened(name, to: plot.width * 0.6, size: ChartLabel.Role.head.fontSize)
        let texts = [title, ChartNumber.text(current, unit: chart.measure.unit)] + prices(session)
        var place = ChartPosition(plot.x, plot.y + Self.headRow / 2)
        var bottom = plot.y
        for text in texts where !text.isEmpty {
            let width = TextWidth.of(text, ChartLabel.Role.head.fontSize)
            if place.x > plot.x, place.x + width > plot.right {
                place = ChartPosition(plot.x, place.y + Self.headRow)
            }
            guard place.y + Self.headRow / 2 <= frame.height * Self.headShare else { break }
            bottom = place.y + Self.headRow / 2
            labels.append(ChartLabel(text: text, role: .head, place: place, anchor: .left))
            place.x += width + 16
        }
        take(top: bottom + 8 - plot.y)
    }

    private static let headRow = 20.0
    /// The largest share of the frame's height for the header. A thumbnail leaves the remaining prices to the text
    /// beside it.
    private static let headShare = 0.45

    private func prices(_ session: ChartSession) -> [String] {
        ChartReading.prices(session, chart.measure).map { "\($0.name) \($0.value)" }
    }

    private mutating func addVolumes(_ sessions: [ChartSession], _ bands: BandScale, _ height: Double) {
        let greatest = ItemScale.range(sessions.map(\.volume))?.upperBound ?? 0
        guard greatest > 0 else { return }
        let kept = drawnItems(
            count: sessions.count, limit: max(Int(plot.width / 3), 1), keys: [{ ChartData.drawn(sessions[$0].volume) }])
        let scale = LinearScale(0...greatest, from: plot.bottom, to: plot.bottom - height)
        let width = max(min(bands.pitch * 0.7, 24), 1)
        for item in kept {
            guard let volume = ChartData.drawn(sessions[item].volume), volume > 0 else { continue }
            let left = min(max(bands.center(item) - width / 2, plot.x), plot.right - width)
            add(
                .rect(
                    ChartRect(ChartPosition(left, plot.bottom), ChartPosition(left + width, scale.position(volume)))),
                .volume, item: item)
        }
    }

    private mutating func addSessions(
        _ sessions: [ChartSession], _ names: ItemNames, _ bands: BandScale, _ values: LinearScale
    ) {
        let kept = drawnItems(
            count: sessions.count, limit: max(Int(plot.width / 6), 1),
            keys: [
                { sessions[$0].isDrawn ? sessions[$0].high : nil }, { sessions[$0].isDrawn ? sessions[$0].low : nil },
            ])
        let width = max(min(bands.pitch * 0.4, 8), 1)
        for item in kept where sessions[item].isDrawn {
            let (low, high) = (values.position(sessions[item].low), values.position(sessions[item].high))
            let left = min(max(bands.center(item) - width / 2, plot.x), plot.right - width)
            let paint: ChartPaint = sessions[item].close < sessions[item].open ? .decrease : .increase
            let prices = prices(sessions[item]).joined(separator: ", ")
            add(
                .rect(ChartRect(ChartPosition(left, low), ChartPosition(left + width, high))), paint, item: item,
                name: "\(names.full(item)): \(prices)")
        }
        addCloses(sessions, bands, values)
    }

    private mutating func addCloses(_ sessions: [ChartSession], _ bands: BandScale, _ values: LinearScale) {
        let places = sessions.indices.map { item in
            sessions[item].isDrawn
                ? ChartPosition(bands.center(item), values.position(sessions[item].close)) : nil
        }
        let runs = places.split(separator: nil).map { Thinning.line($0.compactMap { $0 }) }
        add(.line(runs), .series(0), series: 0)
    }

    private mutating func addGuide(_ sessions: [ChartSession], _ bands: BandScale) {
        guard case .item(let item) = chart.drawnSelection, sessions[item].isDrawn else { return }
        let x = bands.center(item)
        rules.append(ChartRule(role: .guide, start: ChartPosition(x, plot.y), end: ChartPosition(x, plot.bottom)))
    }
}
