/// A line of text that a person has entered in a form's field.
public struct EnteredLine: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty(field: String)
        case tooLong(field: String, maximum: Int)

        /// With how to correct it.
        public var description: String {
            switch self {
            case .empty(let field): "Enter a \(field)."
            case .tooLong(let field, let maximum): "Shorten the \(field) to \(maximum) characters."
            }
        }
    }

    public let text: String

    /// - Parameters:
    ///   - text: Spaces around it, and control characters, are left out.
    ///   - field: What it is, in the middle of a sentence.
    ///   - range: Of the number of its characters.
    public init(_ text: String, field: String, characters range: ClosedRange<Int>) throws(Failure) {
        let line = text.asLine
        guard line.count >= range.lowerBound else { throw .empty(field: field) }
        guard line.count <= range.upperBound else { throw .tooLong(field: field, maximum: range.upperBound) }
        self.text = line
    }
}

extension String {
    /// Without control characters, and spaces around it.
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

/// How a place on a picture is told: a text with room for two numbers, which a browser fills in anew while the place moves.
public struct PlaceText: Hashable, Sendable {
    /// With `{x}` and `{y}` where whole numbers go.
    public let pattern: String

    public static let pixels = PlaceText(pattern: "{x} across, {y} down")
    public static let percent = PlaceText(pattern: "{x} % across, {y} % down")

    public func text(x: Double, y: Double) -> String {
        pattern.replacing("{x}", with: "\(Int(x.rounded()))").replacing("{y}", with: "\(Int(y.rounded()))")
    }
}
