/// Decides which labels an axis has room for.
///
/// Labels along a horizontal axis are turned upright if that makes room for all, and otherwise some are left out. Only those of
/// stacked columns and waterfalls are shortened.
package enum LabelFitting {
    /// Between two labels, in pixels.
    static let gap = 8.0
    /// The distance of two items from which the beginnings of their names tell something, in pixels.
    static let minimumShortened = 48.0

    package enum Arrangement: Hashable {
        /// Side by side, each n-th one.
        case level(every: Int)
        /// All of them, read from below.
        case upright
    }

    /// - Parameters:
    ///   - count: The number of items.
    ///   - pitch: The distance of two items in pixels.
    ///   - room: How high upright labels may be, in pixels; `nil` if they may not be upright.
    ///   - name: The label of an item.
    /// - Complexity: Labels are asked for until one does not fit; then some twenty more.
    package static func arrangement(
        count: Int, pitch: Double, uprightRoom room: Double?, name: (Int) -> String
    ) -> Arrangement {
        if fits(count, pitch: pitch, every: 1, name) { return .level(every: 1) }
        if let room, pitch >= ChartFrame.lineHeight, widest(0..<count, name) <= room { return .upright }
        var every = 2
        while every < count, !fits(count, pitch: pitch, every: every, name) { every *= 2 }
        return .level(every: every)
    }

    private static func fits(_ count: Int, pitch: Double, every: Int, _ name: (Int) -> String) -> Bool {
        let room = pitch * Double(every) - gap
        return room > 0
            && stride(from: 0, to: count, by: every).allSatisfy { TextWidth.of(name($0), ChartFrame.fontSize) <= room }
    }

    static func widest(_ items: some Sequence<Int>, _ name: (Int) -> String) -> Double {
        items.reduce(0) { max($0, TextWidth.of(name($1), ChartFrame.fontSize)) }
    }

    /// Puts labels on one line, from left to right. What would overlap its neighbor, or not stay whole between the ends, is left
    /// out.
    /// - Parameter labels: With the places that their middles should have, ascending.
    static func row(
        _ labels: some Sequence<(text: String, x: Double)>, y: Double, from left: Double, to right: Double
    ) -> [ChartLabel] {
        var (row, end) = ([ChartLabel](), left - gap)
        for (text, x) in labels {
            let width = TextWidth.of(text, ChartFrame.fontSize)
            let middle = min(max(x, left + width / 2), right - width / 2)
            guard width <= right - left, middle - width / 2 >= end + gap, (middle - x).magnitude <= width / 2 else {
                continue
            }
            row.append(ChartLabel(text: text, role: .axis, place: ChartPosition(middle, y), anchor: .middle))
            end = middle + width / 2
        }
        return row
    }
}
