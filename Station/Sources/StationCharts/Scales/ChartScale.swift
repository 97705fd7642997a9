/// A linear scale from values to positions on an axis.
public struct LinearScale: Hashable, Sendable {
    public let domain: ClosedRange<Double>
    /// The position of the domain's start in pixels. A value axis points up, so its start is at the bottom.
    public let start: Double
    public let end: Double

    /// - Parameter domain: The range of values, which must not be a single value.
    public init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        precondition(domain.lowerBound < domain.upperBound)
        self.domain = domain
        self.start = start
        self.end = end
    }

    /// - Returns: The position of a value in pixels. Values outside the domain are clamped.
    public func position(_ value: Double) -> Double {
        let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
        return start + (end - start) * min(max(share, 0), 1)
    }
}

/// A scale that gives every item an equal part of an axis.
public struct BandScale: Hashable, Sendable {
    public let count: Int
    public let start: Double
    public let end: Double

    public init(count: Int, from start: Double, to end: Double) {
        self.count = count
        self.start = start
        self.end = end
    }

    /// The length of an item's part in pixels.
    public var pitch: Double { (end - start) / Double(max(count, 1)) }

    public func center(_ item: Int) -> Double { start + (Double(item) + 0.5) * pitch }
}

/// The positions of a table's items along their axis.
enum ItemScale {
    case bands(BandScale)
    /// Positions by the items' numbers or dates.
    case values([Double], LinearScale)

    /// - Returns: The position in pixels; `nil` for an item whose number is not finite.
    func position(_ item: Int) -> Double? {
        switch self {
        case .bands(let bands): bands.center(item)
        case .values(let values, let scale): ChartData.drawn(values[item]).map(scale.position)
        }
    }

    /// Returns the range of the values that can be drawn; `nil` if there are none.
    static func range(_ values: some Sequence<Double>) -> ClosedRange<Double>? {
        values.lazy.compactMap { ChartData.drawn($0) }.reduce(nil as ClosedRange<Double>?) { range, value in
            guard let range else { return value...value }
            return min(range.lowerBound, value)...max(range.upperBound, value)
        }
    }
}
