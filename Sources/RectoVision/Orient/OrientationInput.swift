/// The evidence for one turn of a page: how much the structures across it resemble text lines, and what distinguishes
/// these lines from the same lines upside down.
package struct OrientationInput: Sendable {
    package static let count = 46
    package private(set) var values = InlineArray<46, Float>(repeating: 0)
    private var filled = 0

    /// The input for a page without text: no lines, and everything else 0.
    package static let noText = OrientationInput()

    private init() {}

    /// - Parameters:
    ///   - lines: The lines across the page after this turn, possibly upside down.
    ///   - others: The lines across the page after one more quarter turn.
    ///   - isInverted: Whether the page is upside down relative to `lines`.
    init(_ lines: TextLines, others: TextLines, isInverted: Bool, area: Int) {
        for lane in 0..<3 {
            append(logarithm((lines.changes[lane] + 1) / (others.changes[lane] + 1)))
        }
        append(lines.changes[1] / (lines.changes[3] + 1))
        append(logarithm(lines.ink / Float(area) + 0.001))
        for axis in [lines, others] {
            let count = axis.coreCount + 1
            let size = axis.logHeight / count
            append(logarithm(count))
            append(axis.coreInk / (axis.ink + 1))
            append(size)
            append(axis.logHeightSquare / count - size * size)
            append(axis.pairCount / count)
        }
        let ink = (6..<12).reduce(1) { $0 + lines.profile[$1] }
        append((6..<12).reduce(0) { $0 + lines.upperEdges[$1] + lines.lowerEdges[$1] } / ink)
        // The relative effect of chance decreases with the number of lines.
        let sign: Float = isInverted ? -1 : 1
        let certainty = sign * min(lines.coreCount, 400).squareRoot() / 8
        let last = TextLines.places - 1
        for place in 0...last / 2 {
            append(certainty * (lines.profile[place] - lines.profile[last - place]) / ink)
        }
        for place in 0...last {
            append(certainty * (lines.upperEdges[place] - lines.lowerEdges[last - place]) / ink)
        }
        for lane in 0..<2 {
            let (left, right) = (lines.leftStems[lane], lines.rightStems[lane])
            append(certainty * (left - right) / (left + right + 4))
        }
        append(sign * logarithm((lines.startAlignment + 0.02) / (lines.endAlignment + 0.02)))
    }

    private mutating func append(_ value: Float) {
        values[filled] = value
        filled += 1
    }
}
