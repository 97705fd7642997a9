/// A property of an object in a form: its label, its values, and the kind of cell that suits its data.
public struct FormCell: Hashable, Sendable {
    /// One of the available values.
    public struct Option: Hashable, Sendable {
        /// The value that forms submit.
        public let value: String
        public let label: String

        public init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    /// The unit of a time span such as "3 years".
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case days
        case weeks
        case months
        case years
    }

    public indirect enum Kind: Hashable, Sendable {
        /// The name of the object in a field of fixed height.
        case title(maximum: Int)
        /// A short text without line breaks. Given enough space, the label of an inline one is beside it.
        case text(maximum: Int, isInline: Bool = false)
        /// A text of several lines. It grows if it is the last cell, and scrolls otherwise.
        case note(maximum: Int)
        /// Up to three short values, of which exactly one is selected.
        case segments([Option])
        /// Up to eight short values.
        case chips([Option], isMultiple: Bool)
        /// Any number of values, on a separate screen with a search field.
        /// - Parameter maximumNew: The maximum length of a new value; `nil` if new values are not allowed.
        case picker([Option], isMultiple: Bool, maximumNew: Int?)
        /// A switch that shows further cells while it is on.
        case toggle(reveals: [FormCell])
        /// An upper limit.
        case slider(ClosedRange<Int>)
        case number(ClosedRange<Int>)
        /// A day such as "2026-11-23".
        case day
        /// A day and time such as "2026-11-23T14:30".
        case moment
        /// A number of days, weeks, months or years.
        case duration([Unit], maximum: Int)
        /// Pictures, audio, video and other files.
        case attachments
        /// A read-only value.
        case fixed
    }

    public let name: String
    public let label: String
    public let kind: Kind
    /// The cell's values. Texts, numbers and times have one value; a toggle has "yes" or none.
    public var values: [String]
    /// The message for a cell that must not be empty; `nil` for others.
    public let missing: String?
    public let help: String?
    /// The label of each slider value from the lowest one; empty if the number suffices.
    public let told: [String]
    /// The reason why the value was refused.
    public var fault: String?

    public init(
        _ name: String, _ label: String, _ kind: Kind, _ values: [String] = [], missing: String? = nil,
        help: String? = nil, told: [String] = []
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.values = values.filter { !$0.isEmpty }
        self.missing = missing
        self.help = help
        self.told = told
    }

    public var text: String { values.first ?? "" }
    public var isRequired: Bool { missing != nil }
    public var isOn: Bool { values == [Self.on] }
    public static let on = "yes"
}

extension FormCell.Kind {
    /// Returns the kind of cell for the given options, by their number and length.
    public static func choice(of options: [FormCell.Option], isMultiple: Bool = false) -> Self {
        switch ValueArrangement(of: options.map(\.label)) {
        // Exactly one segment is selected.
        case .segments where !isMultiple: .segments(options)
        case .segments, .chips: .chips(options, isMultiple: isMultiple)
        case .list: .picker(options, isMultiple: isMultiple, maximumNew: nil)
        }
    }
}
