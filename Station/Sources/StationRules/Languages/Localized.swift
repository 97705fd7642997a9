/// A text in the language of whom it is for: see ``Language/current``.
///
/// - Parameter text: A literal in English, which is the text's key in the ``Catalogue``. What is interpolated is put into the
///   other language's text, too: data stays as it is.
public func localized(_ text: LocalizedText) -> String { text.text(in: .current) }

/// A text with values in it, as a literal of a string.
public struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
    /// The text in English, with `{1}`, `{2}` and so on for its values.
    public let key: String
    let values: [String]

    public init(stringLiteral text: String) {
        key = text
        values = []
    }

    public init(stringInterpolation parts: Interpolation) {
        key = parts.key
        values = parts.values
    }

    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ text: String) { key += text }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            values.append(value.description)
            key += "{\(values.count)}"
        }

        /// With the decimal mark of the language.
        public mutating func appendInterpolation(_ value: Double) {
            appendInterpolation(Language.current.number(value))
        }
    }

    func text(in language: Language) -> String {
        Catalogue.fill(Catalogue.text(key, in: language)) { values.indices.contains($0 - 1) ? values[$0 - 1] : nil }
    }
}
