/// Returns a text in ``Language/current``.
///
/// - Parameter text: An English literal, which is also the text's key in the ``Catalogue``. Interpolated values are
///   inserted into the translation unchanged.
public func localized(_ text: LocalizedText) -> String { text.text(in: .current) }

/// A text with interpolated values, written as a string literal.
public struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
    /// The English text, with `{1}`, `{2}` and so on for its values.
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

        /// Formats the value with the language's decimal separator.
        public mutating func appendInterpolation(_ value: Double) {
            appendInterpolation(Language.current.number(value))
        }
    }

    func text(in language: Language) -> String {
        Catalogue.fill(Catalogue.text(key, in: language)) { values.indices.contains($0 - 1) ? values[$0 - 1] : nil }
    }
}
