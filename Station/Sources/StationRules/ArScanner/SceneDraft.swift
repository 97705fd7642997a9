/// The entries of a scene's form.
public struct SceneDraft: Hashable, Sendable {
    public static let maximumTitleCharacters = 60

    /// The title as entered.
    public var title: String
    public var width: String

    public init(title: String = "", width: String = "") {
        self.title = title
        self.width = width
    }

    /// The errors by field.
    public struct Problems: Hashable, Sendable {
        public var title: String?
        public var width: String?

        public init(title: String? = nil, width: String? = nil) {
            self.title = title
            self.width = width
        }

        /// The errors as messages with their fields.
        public var messages: [ScreenMessage] {
            [
                title.map { ScreenMessage(.error, $0, field: "title", label: localized("Title")) },
                width.map { ScreenMessage(.error, $0, field: "width", label: localized("Width in millimeters")) },
            ].compactMap(\.self)
        }

        public var isEmpty: Bool { title == nil && width == nil }
    }

    public struct Checked: Hashable, Sendable {
        public let title: String
        public let width: AnchorWidth?
    }

    public func checked() -> Result<Checked, Problems> {
        var problems = Problems()
        var checkedTitle = ""
        var checkedWidth: AnchorWidth?
        do {
            checkedTitle = try EnteredLine(title, field: .title, characters: 1...Self.maximumTitleCharacters).text
        } catch { problems.title = "\(error)" }
        do { checkedWidth = try AnchorWidth.entered(width) } catch { problems.width = "\(error)" }
        return problems.isEmpty ? .success(Checked(title: checkedTitle, width: checkedWidth)) : .failure(problems)
    }
}

extension SceneDraft.Problems: Error {}

/// The width of an anchor's print, which gives distances their scale.
public struct AnchorWidth: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case notANumber
        case outside

        /// The problem, and how to correct it.
        public var description: String {
            switch self {
            case .notANumber: localized("Enter the width as a number of millimeters, such as 210.")
            case .outside:
                localized("Enter a width from \(AnchorWidth.range.lowerBound) to \(AnchorWidth.range.upperBound) mm.")
            }
        }
    }

    /// The valid widths in millimeters.
    public static let range = 10...20_000

    public let millimeters: Double
    public var meters: Double { millimeters / 1000 }

    /// "210 mm", or "8.3 in".
    public var text: String { UnitSystem.current.length(millimeters: millimeters) }

    public init(meters: Double) { millimeters = (meters * 1_000_000).rounded() / 1000 }

    /// Parses an entered width.
    /// - Returns: `nil` for an empty field: the width is unknown.
    public static func entered(_ text: String) throws(Failure) -> AnchorWidth? {
        let line = text.asLine
        guard !line.isEmpty else { return nil }
        // In English, a comma separates thousands.
        let number = Language.current == .german ? line.replacing(",", with: ".") : line
        guard let millimeters = Double(number), millimeters.isFinite else { throw .notANumber }
        guard Double(range.lowerBound)...Double(range.upperBound) ~= millimeters else { throw .outside }
        return AnchorWidth(meters: millimeters / 1000)
    }
}
