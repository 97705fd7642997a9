public import FoundationEssentials

/// A pattern for file names, such as `{date} {title}`: fields in braces are replaced with what is known of a
/// document.
public struct NameTemplate: Hashable, Sendable {
    /// The fields that may be used in braces.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// In ISO 8601 format.
        case date
        case title
        /// The code of the separator at the document's start.
        case code
        /// The document's number, from 1.
        case number
    }

    /// Why a pattern is invalid.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    private enum Part: Hashable {
        case text(String)
        case field(Field)
    }

    private let parts: [Part]
    /// Longer names, with a number and an extension, exceed the limits of common file systems.
    private static let maximumBytes = 200

    /// - Throws: ``Failure`` for an unknown field, unmatched braces, or a pattern without fields.
    public init(_ pattern: String) throws(Failure) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw Failure(description: "\"\(pattern)\" has an unmatched brace")
            }
            let name = rest[rest.index(after: brace)..<end]
            guard let field = Field(rawValue: String(name)) else {
                let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw Failure(description: "\"\(pattern)\" has {\(name)}, required: \(known)")
            }
            parts += [.text(String(rest[..<brace])), .field(field)]
            rest = rest[rest.index(after: end)...]
        }
        guard !parts.isEmpty else { throw Failure(description: "\"\(pattern)\" has no field such as {title}") }
        self.parts = parts + [.text(String(rest))]
    }

    public var fields: Set<Field> {
        Set(parts.compactMap { if case .field(let field) = $0 { field } else { nil } })
    }

    /// Returns the name without an extension. An unknown field is omitted, together with the text between it and the
    /// previous field.
    /// - Returns: A name that is valid on all common file systems; `nil` if none of the fields is known.
    public func name(_ values: [Field: String]) -> String? {
        var name = ""
        var between = ""
        var isAnyKnown = false
        for part in parts {
            switch part {
            case .text(let text): between += text
            case .field(let field):
                guard let value = values[field].map(Self.plain), !value.isEmpty else {
                    between = ""
                    continue
                }
                name += between + value
                (between, isAnyKnown) = ("", true)
            }
        }
        guard isAnyKnown else { return nil }
        let plain = Self.plain(name + between)
        return plain.isEmpty ? nil : plain
    }

    /// Removes what file systems reject, and what would hide the file or make it look like a command's option.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            let isRefused = "/\\:*?\"<>|".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
            let isInvisible = [.control, .format, .unassigned, .privateUse].contains(scalar.properties.generalCategory)
            return isRefused || isInvisible ? " " : scalar
        }
        var name = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        while let first = name.first, ".- ".contains(first) { name.removeFirst() }
        while name.utf8.count > maximumBytes { name.removeLast() }
        while let last = name.last, ". ".contains(last) { name.removeLast() }
        return name
    }
}

extension NameTemplate {
    /// The minimum confidence of a proposal used in a name.
    public static let sureConfidence = 0.5

    /// Returns the fields that a document's text provides.
    public static func values(of proposals: DocumentProposals) -> [Field: String] {
        var values: [Field: String] = [:]
        if let date = proposals.dates.first, date.confidence >= sureConfidence { values[.date] = "\(date.value)" }
        if let title = proposals.titles.first, title.confidence >= sureConfidence { values[.title] = title.value }
        return values
    }
}

extension NameTemplate.Failure: LocalizedError {
    /// Includes the name of the pattern.
    public var errorDescription: String? { "The template \(description)" }
}
