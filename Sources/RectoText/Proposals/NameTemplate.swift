public import FoundationEssentials

/// A pattern for names of files, such as `{date} {title}`: fields in braces stand for what is known of a document.
public struct NameTemplate: Hashable, Sendable {
    /// What may stand in braces.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// As ISO 8601 writes it.
        case date
        case title
        /// Of the separator that the document begins with.
        case code
        /// Of the document, from 1.
        case number
    }

    /// Why a pattern is none.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    private enum Part: Hashable {
        case text(String)
        case field(Field)
    }

    private let parts: [Part]
    /// More would be too long for the usual file systems, with a number and an ending behind it.
    private static let maximumBytes = 200

    /// - Throws: ``Failure`` for a field that is unknown, braces that do not match, and a pattern without a field.
    public init(_ pattern: String) throws(Failure) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw Failure(description: "\"\(pattern)\" has a brace without its other one")
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

    /// The name, without an ending. A field that is not known is left out, with what stands between it and the field before.
    /// - Returns: A name that every usual file system takes; `nil` if none of the fields is known.
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

    /// Without what file systems refuse, or what hides a file or makes it an option of commands.
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
    /// From which confidence on a proposal is good enough for a name.
    public static let sureConfidence = 0.5

    /// The fields that a document's text fills in.
    public static func values(of proposals: DocumentProposals) -> [Field: String] {
        var values: [Field: String] = [:]
        if let date = proposals.dates.first, date.confidence >= sureConfidence { values[.date] = "\(date.value)" }
        if let title = proposals.titles.first, title.confidence >= sureConfidence { values[.title] = title.value }
        return values
    }
}

extension NameTemplate.Failure: LocalizedError {
    /// Names the pattern.
    public var errorDescription: String? { "The template \(description)" }
}
