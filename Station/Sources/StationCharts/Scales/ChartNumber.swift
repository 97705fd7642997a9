import Foundation
import StationRules

/// Formats numbers in the language of ``Language/current``: "1,234.5" or "1.234,5".
package enum ChartNumber {
    static let maximumDecimals = 9
    /// The smallest number written with a power of ten.
    private static let greatest = 1e15

    /// Formats a number with at least three significant digits and no trailing zeros.
    package static func text(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let magnitude = value.magnitude
        if magnitude >= greatest || (magnitude < 1e-6 && magnitude > 0) { return scientific(value) }
        let decimals = magnitude >= 100 || magnitude == 0 ? 1 : min(2 - Int(log10(magnitude).rounded(.down)), 8)
        return text(value, decimals: decimals, trimmed: true)
    }

    /// Formats a number with a fixed number of decimals, for ticks.
    static func text(_ value: Double, decimals: Int) -> String {
        if value == 0 { return "0" }
        return value.magnitude >= greatest || value.magnitude < 1e-8
            ? scientific(value) : text(value, decimals: decimals, trimmed: false)
    }

    /// Formats a number with its unit: "12 MB".
    package static func text(_ value: Double, unit: String) -> String {
        let number = text(value)
        if unit.isEmpty { return number }
        return unit == "%" && Language.current == .english ? "\(number)%" : "\(number)\u{a0}\(unit)"
    }

    /// Formats a share from 0 to 1 as a percentage.
    package static func percentage(_ share: Double) -> String {
        let least = 0.001
        // A share above 0 is never shown as 0, and one below 100 % never as 100.
        if share > 0, share < least / 2 { return "<" + text(least * 100, unit: "%") }
        if share < 1, share > 1 - least / 2 { return ">" + text((1 - least) * 100, unit: "%") }
        return text((share * 1000).rounded() / 10, unit: "%")
    }

    private static func text(_ value: Double, decimals: Int, trimmed: Bool) -> String {
        let power = pow(10, Double(decimals))
        let scaled = (value.magnitude * power).rounded()
        guard scaled < 9e18 else { return scientific(value) }
        let (whole, rest) = UInt64(scaled).quotientAndRemainder(dividingBy: UInt64(power))
        var fraction = decimals == 0 ? "" : String(String(UInt64(power) + rest).dropFirst())
        if trimmed { while fraction.last == "0" { fraction.removeLast() } }
        let marks = Language.current == .german ? (group: ".", decimal: ",") : (group: ",", decimal: ".")
        let sign = value < 0 && scaled > 0 ? "−" : ""
        return sign + grouped(whole, marks.group) + (fraction.isEmpty ? "" : marks.decimal + fraction)
    }

    private static func grouped(_ number: UInt64, _ mark: String) -> String {
        let digits = Array(String(number))
        guard digits.count > 3 else { return String(digits) }
        let first = digits.count % 3
        var groups = first == 0 ? [] : [String(digits[..<first])]
        groups += stride(from: first, to: digits.count, by: 3).map { String(digits[$0..<$0 + 3]) }
        return groups.joined(separator: mark)
    }

    /// Formats huge numbers as "1.2 × 10^20".
    private static func scientific(_ value: Double) -> String {
        let exponent = Int(log10(value.magnitude).rounded(.down))
        let mantissa = (value / pow(10, Double(exponent)) * 100).rounded() / 100
        return "\(text(mantissa))\u{a0}×\u{a0}10^\(exponent)"
    }
}
