/// A property of an object in a form: its label, what it holds, and the kind of cell that suits its data.
public struct FormCell: Hashable, Sendable {
    /// One of several values.
    public struct Option: Hashable, Sendable {
        /// As forms send it.
        public let value: String
        public let label: String

        public init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    /// Of a length of time: "3 years".
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case days
        case weeks
        case months
        case years
    }

    public indirect enum Kind: Hashable, Sendable {
        /// The name of the object: a line of fixed height.
        case title(maximum: Int)
        /// A short text without line breaks. Where there is room, the label of an inline one stands beside it.
        case text(maximum: Int, isInline: Bool = false)
        /// A text of several lines. It grows if nothing stands below it, otherwise it scrolls.
        case note(maximum: Int)
        /// Up to three short values, of which one holds.
        case segments([Option])
        /// Up to eight short values.
        case chips([Option], isMultiple: Bool)
        /// Any number of values, on a screen of their own where they are searched.
        /// - Parameter maximumNew: How long a value may be that is not there yet; `nil` if there are no others.
        case picker([Option], isMultiple: Bool, maximumNew: Int?)
        /// On or off. What it reveals is asked for while it is on.
        case toggle(reveals: [FormCell])
        /// The most of something.
        case slider(ClosedRange<Int>)
        case number(ClosedRange<Int>)
        /// "2026-11-23"
        case day
        /// A day and a time: "2026-11-23T14:30"
        case moment
        /// A number of days, weeks, months or years.
        case duration([Unit], maximum: Int)
        /// Pictures, sound, films and other files.
        case attachments
        /// What is shown and not entered.
        case fixed
    }

    public let name: String
    public let label: String
    public let kind: Kind
    /// What it holds. Texts, numbers and times have one value, toggles "yes" or none.
    public var values: [String]
    public let isRequired: Bool
    public let help: String?
    /// What each value of a slider means, from the lowest one; empty where the number says it.
    public let told: [String]
    /// Why it was refused.
    public var fault: String?

    public init(
        _ name: String, _ label: String, _ kind: Kind, _ values: [String] = [], isRequired: Bool = false,
        help: String? = nil, told: [String] = []
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.values = values.filter { !$0.isEmpty }
        self.isRequired = isRequired
        self.help = help
        self.told = told
    }

    public var text: String { values.first ?? "" }
    public var isOn: Bool { values == [Self.on] }
    public static let on = "yes"
}

extension FormCell.Kind {
    /// The kind of cell for some values that are known, by their number and length.
    public static func choice(of options: [FormCell.Option], isMultiple: Bool = false) -> Self {
        switch ValueArrangement(of: options.map(\.label)) {
        // Of segments one alone holds.
        case .segments where !isMultiple: .segments(options)
        case .segments, .chips: .chips(options, isMultiple: isMultiple)
        case .list: .picker(options, isMultiple: isMultiple, maximumNew: nil)
        }
    }
}
