/// Puts values on an axis in equal distances.
public struct LinearScale: Hashable, Sendable {
    public let domain: ClosedRange<Double>
    /// Where the domain's ends are, in pixels. The axis of values goes up, so that its start is below.
    public let start: Double
    public let end: Double

    /// - Parameter domain: Not of one value alone.
    public init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        precondition(domain.lowerBound < domain.upperBound)
        self.domain = domain
        self.start = start
        self.end = end
    }

    /// - Returns: The place of a value, in pixels. What is outside the domain is at its nearest end.
    public func position(_ value: Double) -> Double {
        let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
        return start + (end - start) * min(max(share, 0), 1)
    }
}

/// Gives each of several items the same part of an axis.
public struct BandScale: Hashable, Sendable {
    public let count: Int
    public let start: Double
    public let end: Double

    public init(count: Int, from start: Double, to end: Double) {
        self.count = count
        self.start = start
        self.end = end
    }

    /// The length of an item's part, in pixels.
    public var pitch: Double { (end - start) / Double(max(count, 1)) }

    public func center(_ item: Int) -> Double { start + (Double(item) + 0.5) * pitch }
}

/// The places of a table's items along their axis.
enum ItemScale {
    case bands(BandScale)
    /// The items' own numbers or seconds, and where they are.
    case values([Double], LinearScale)

    /// - Returns: The place in pixels; `nil` for an item whose number is none.
    func position(_ item: Int) -> Double? {
        switch self {
        case .bands(let bands): bands.center(item)
        case .values(let values, let scale): ChartData.drawn(values[item]).map(scale.position)
        }
    }

    /// The range of what can be drawn; `nil` if there is nothing.
    static func range(_ values: some Sequence<Double>) -> ClosedRange<Double>? {
        values.lazy.compactMap { ChartData.drawn($0) }.reduce(nil as ClosedRange<Double>?) { range, value in
            guard let range else { return value...value }
            return min(range.lowerBound, value)...max(range.upperBound, value)
        }
    }
}
