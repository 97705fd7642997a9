/// Validation of entries. Browsers show the same messages before a form is sent.
extension FormCell {
    public func tooLongText(_ maximum: Int) -> String { localized("Shorten “\(label)” to \(maximum) characters.") }

    public static func rangeText(_ range: ClosedRange<Int>) -> String {
        localized("Enter a number from \(range.lowerBound) to \(range.upperBound).")
    }

    public static var nameText: String { localized("Enter a name.") }
    public static var dayText: String { localized("Enter a date as 2026-11-23.") }
    public static var momentText: String { localized("Enter a date and a time as 2026-11-23T14:30.") }

    /// Returns the problem as a sentence; `nil` for valid values.
    /// - Parameter entered: The values submitted under the cell's name.
    public func fault(of entered: [String]) -> String? {
        let texts = entered.map(\.asText).filter { !$0.isEmpty }
        switch kind {
        // Attachments are validated as files.
        case .attachments, .fixed: return nil
        case .toggle: return texts.allSatisfy { [Self.on, "no"].contains($0) } ? nil : choiceText
        default: break
        }
        guard let text = texts.last else { return missing }
        switch kind {
        case .title(let maximum), .text(let maximum, _):
            return Self.length(text.asLine) <= maximum ? nil : tooLongText(maximum)
        case .note(let maximum): return Self.length(text) <= maximum ? nil : tooLongText(maximum)
        case .segments(let options), .chips(let options, false): return fault(ofChoice: [text], among: options, nil)
        case .chips(let options, true): return fault(ofChoice: texts, among: options, nil)
        case .picker(let options, let isMultiple, let maximum):
            return fault(ofChoice: isMultiple ? texts : [text], among: options, maximum)
        case .slider(let range), .number(let range):
            return Int(text).map(range.contains) == true ? nil : Self.rangeText(range)
        case .day: return Day(text) == nil ? Self.dayText : nil
        case .moment: return FormMoment(text) == nil ? Self.momentText : nil
        case .duration(let units, let maximum):
            guard let duration = FormDuration(text), units.contains(duration.unit), duration.count <= maximum else {
                return Self.rangeText(1...maximum)
            }
            return nil
        case .toggle, .attachments, .fixed: return nil
        }
    }

    private var choiceText: String { localized("Choose one of the values of “\(label)”.") }

    private func fault(ofChoice texts: [String], among options: [Option], _ maximumNew: Int?) -> String? {
        for text in texts where !options.contains(where: { $0.value == text }) {
            guard let maximumNew else { return choiceText }
            guard Self.length(text) <= maximumNew else { return tooLongText(maximumNew) }
        }
        return nil
    }

    /// Returns the length as browsers count it.
    private static func length(_ text: String) -> Int { min(text.count, text.utf16.count) }
}

extension String {
    /// The text without surrounding whitespace and line breaks.
    var asText: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// A time of day.
public struct FormTime: Hashable, Sendable, CustomStringConvertible {
    public let hour: Int
    public let minute: Int

    public init?(hour: Int, minute: Int) {
        guard 0...23 ~= hour, 0...59 ~= minute else { return nil }
        (self.hour, self.minute) = (hour, minute)
    }

    /// - Parameter text: A time such as "14:30". Some browsers add seconds.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), parts.count == 2 || Int(parts[2]) ?? 60 < 60
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    public var description: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}

/// A day and time without a time zone.
public struct FormMoment: Hashable, Sendable, CustomStringConvertible {
    public let day: Day
    public let time: FormTime

    public init(day: Day, time: FormTime) { (self.day, self.time) = (day, time) }

    /// - Parameter text: A date and time such as "2026-11-23T14:30".
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let day = Day(parts[0]), let time = FormTime(parts[1]) else { return nil }
        self.init(day: day, time: time)
    }

    public var description: String { "\(day)T\(time)" }
}

/// A time span.
public struct FormDuration: Hashable, Sendable, CustomStringConvertible {
    public let count: Int
    public let unit: FormCell.Unit

    /// - Parameter text: A time span such as "3 years".
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), count > 0,
            let unit = FormCell.Unit(rawValue: String(parts[1]))
        else { return nil }
        (self.count, self.unit) = (count, unit)
    }

    public var description: String { "\(count) \(unit.rawValue)" }

    /// Returns the day after this time span. A day missing from a shorter month becomes its last day. No day is after
    /// the year 9999.
    public func after(_ day: Day) -> Day {
        // Even as days, a larger count would exceed the maximum.
        let count = min(count, 3_660_000)
        switch unit {
        case .days: return day.adding(count)
        case .weeks: return day.adding(7 * count)
        case .months, .years:
            let months = day.year * 12 + day.month - 1 + count * (unit == .years ? 12 : 1)
            let (year, month) = (min(months / 12, 9999), months % 12 + 1)
            return (0..<4).lazy.compactMap { Day(year: year, month: month, day: day.day - $0) }.first ?? day
        }
    }
}

extension FormCell.Unit {
    public var label: String {
        switch self {
        case .days: localized("Days")
        case .weeks: localized("Weeks")
        case .months: localized("Months")
        case .years: localized("Years")
        }
    }
}
