/// A line of text from a form's field.
public struct EnteredLine: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty(field: String)
        case tooLong(field: String, maximum: Int)

        /// Says how to correct it.
        public var description: String {
            switch self {
            case .empty(let field): "Enter a \(field)."
            case .tooLong(let field, let maximum): "Shorten the \(field) to \(maximum) characters."
            }
        }
    }

    public let text: String

    /// - Parameters:
    ///   - text: Surrounding spaces and control characters are removed.
    ///   - field: The field's name for the middle of a sentence.
    ///   - range: The allowed number of characters.
    public init(_ text: String, field: String, characters range: ClosedRange<Int>) throws(Failure) {
        let line = text.asLine
        guard line.count >= range.lowerBound else { throw .empty(field: field) }
        guard line.count <= range.upperBound else { throw .tooLong(field: field, maximum: range.upperBound) }
        self.text = line
    }
}

extension String {
    /// The text without control characters and surrounding spaces.
    var asLine: String {
        var rest = String(String.UnicodeScalarView(unicodeScalars.filter { !Self.isControl($0) }))[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// The text for a place on a picture. Browsers fill in its two numbers while the place moves.
public struct PlaceText: Hashable, Sendable {
    /// `{x}` and `{y}` stand for whole numbers.
    public let pattern: String

    public static let pixels = PlaceText(pattern: "{x} across, {y} down")
    public static let percent = PlaceText(pattern: "{x} % across, {y} % down")

    public func text(x: Double, y: Double) -> String {
        pattern.replacing("{x}", with: "\(Int(x.rounded()))").replacing("{y}", with: "\(Int(y.rounded()))")
    }
}
