/// A text in a chart.
public struct ChartLabel: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// The label of a tick or an item.
        case axis
        /// The name of the measure on an axis.
        case measure
        case threshold
        /// The value of a selected mark.
        case value
        /// The text in a stock chart's header, and the sum inside a donut.
        case head
        case legend
    }

    /// The point of the text that lies at its position.
    public enum Anchor: Hashable, Sendable {
        case left
        case middle
        case right
    }

    /// The text as shown, which may be shortened.
    public var text: String
    public var role: Role
    /// The anchor's position, at half the height of the text.
    public var place: ChartPosition
    public var anchor: Anchor
    /// Whether the text is rotated to read from bottom to top. The `anchor` then runs along that direction: its left
    /// is at the bottom.
    public var isUpright = false

    /// The area covered by the text, from its estimated width.
    public var bounds: ChartRect {
        let (width, height) = (TextWidth.of(text, role.fontSize), role.fontSize)
        let before =
            switch anchor {
            case .left: 0.0
            case .middle: width / 2
            case .right: width
            }
        return isUpright
            ? ChartRect(x: place.x - height / 2, y: place.y - width + before, width: height, height: width)
            : ChartRect(x: place.x - before, y: place.y - height / 2, width: width, height: height)
    }

    func mirrored(_ width: Double) -> ChartLabel {
        var label = self
        label.place.x = width - place.x
        if !isUpright {
            switch anchor {
            case .left: label.anchor = .right
            case .middle: break
            case .right: label.anchor = .left
            }
        }
        return label
    }
}

extension ChartLabel.Role {
    /// The font size in pixels.
    public var fontSize: Double { self == .head ? 14 : ChartFrame.fontSize }
}

/// A line that does not represent a value.
public struct ChartRule: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case grid
        /// The line at value 0 or at the end of the plot.
        case baseline
        case target
        case limit
        /// A line from the selected mark to an axis.
        case guide
        /// A line between two steps of a waterfall.
        case connector
    }

    public var role: Role
    public var start: ChartPosition
    public var end: ChartPosition

    func mirrored(_ width: Double) -> ChartRule {
        ChartRule(
            role: role, start: ChartPosition(width - start.x, start.y), end: ChartPosition(width - end.x, end.y))
    }
}

/// A name in the legend with the color, pattern and sign that it explains.
public struct ChartLegendItem: Hashable, Sendable {
    public enum Swatch: Hashable, Sendable {
        case fill
        case line
        case sign
    }

    public var paint: ChartPaint
    public var swatch: Swatch
    /// The full name; `label` may be shortened.
    public var name: String
    public var label: ChartLabel
    /// The series that it selects, if any.
    public var series: Int?
    /// The area of the color sample.
    public var box: ChartRect
    public var isSelected = false

    /// The side of the color sample in pixels.
    static let boxSide = 12.0

    func mirrored(_ width: Double) -> ChartLegendItem {
        var item = self
        item.box.x = width - box.right
        item.label = label.mirrored(width)
        return item
    }
}
