import Foundation

/// The tick values of an axis, spaced by 1, 2 or 5 times a power of ten.
public struct ChartTicks: Hashable, Sendable {
    /// At least two ascending values. The first and the last are the ends of the axis.
    public let values: [Double]
    public let step: Double

    /// - Parameters:
    ///   - range: The finite range that the first and last tick must enclose.
    ///   - count: The approximate number of steps, at least 1.
    ///   - whole: Whether the values are counts, so that ticks are whole numbers.
    public init(_ range: ClosedRange<Double>, count: Int, whole: Bool = false) {
        precondition(range.lowerBound.isFinite && range.upperBound.isFinite)
        let range = Self.widened(range)
        let step = Self.step(above: (range.upperBound - range.lowerBound) / Double(max(count, 1)), whole: whole)
        let first = (range.lowerBound / step).rounded(.down)
        let last = (range.upperBound / step).rounded(.up)
        values = (0...Int(last - first)).map { (first + Double($0)) * step }
        self.step = step
    }

    public var range: ClosedRange<Double> { values[0]...values[values.count - 1] }

    /// The number of decimals needed to distinguish two ticks.
    public var decimals: Int { min(max(Int(-log10(step).rounded(.down)), 0), ChartNumber.maximumDecimals) }

    /// Widens a range that is a single value in both directions; 0 alone becomes 0 to 1.
    private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard high - low <= max(low.magnitude, high.magnitude) * 1e-9 else { return range }
        let middle = low / 2 + high / 2
        return middle == 0 ? 0...1 : middle - middle.magnitude / 2...middle + middle.magnitude / 2
    }

    private static func step(above raw: Double, whole: Bool) -> Double {
        let power = pow(10, log10(raw).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw * (1 - 1e-9) } ?? 10 * power
        return whole ? max(step.rounded(.up), 1) : step
    }
}
