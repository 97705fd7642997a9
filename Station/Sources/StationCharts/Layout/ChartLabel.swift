/// A text in a chart.
public struct ChartLabel: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// Of a tick or an item.
        case axis
        /// What an axis measures.
        case measure
        case threshold
        /// The value of a selected mark.
        case value
        /// Of a stock chart's head, and the sum within a donut.
        case head
        case legend
    }

    /// Which point of the text is at its place.
    public enum Anchor: Hashable, Sendable {
        case left
        case middle
        case right
    }

    /// As it is shown: shortened, perhaps.
    public var text: String
    public var role: Role
    /// Of the middle of its height.
    public var place: ChartPosition
    public var anchor: Anchor
    /// Read from below. Then `anchor` is along that direction: its left is below.
    public var isUpright = false

    /// What the text covers, by the estimate of its width.
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
    /// In pixels.
    public var fontSize: Double { self == .head ? 14 : ChartFrame.fontSize }
}

/// A line that is no value.
public struct ChartRule: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case grid
        /// Where values are 0, or where the plot ends.
        case baseline
        case target
        case limit
        /// From the selected mark to an axis.
        case guide
        /// Between two steps of a waterfall.
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

/// A name of the legend with the color, pattern and sign that it explains.
public struct ChartLegendItem: Hashable, Sendable {
    public enum Swatch: Hashable, Sendable {
        case fill
        case line
        case sign
    }

    public var paint: ChartPaint
    public var swatch: Swatch
    /// In full; `label` may be shortened.
    public var name: String
    public var label: ChartLabel
    /// Which series it selects; `nil` if it selects none.
    public var series: Int?
    /// The sample of the paint.
    public var box: ChartRect
    public var isSelected = false

    /// In pixels.
    static let boxSide = 12.0

    func mirrored(_ width: Double) -> ChartLegendItem {
        var item = self
        item.box.x = width - box.right
        item.label = label.mirrored(width)
        return item
    }
}
