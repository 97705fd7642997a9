/// Decides which labels fit on an axis.
///
/// Labels of a horizontal axis are rotated if that makes all of them fit; otherwise some are omitted. Only those of
/// stacked columns and waterfalls are shortened.
package enum LabelFitting {
    /// The space between two labels in pixels.
    static let gap = 8.0
    /// The smallest distance between items at which shortened names are still useful, in pixels.
    static let minimumShortened = 48.0

    package enum Arrangement: Hashable {
        /// Horizontal labels, every n-th one shown.
        case level(every: Int)
        /// All labels, rotated to read from bottom to top.
        case upright
    }

    /// - Parameters:
    ///   - count: The number of items.
    ///   - pitch: The distance between two items in pixels.
    ///   - room: The height available to rotated labels in pixels; `nil` if labels may not be rotated.
    ///   - name: Returns the label of an item.
    /// - Complexity: Asks for labels until one does not fit, then for about twenty more.
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

    /// Places labels on a line from left to right. Omits those that would overlap their neighbor or extend beyond the
    /// ends.
    /// - Parameter labels: The labels with the positions of their centers, ascending.
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
