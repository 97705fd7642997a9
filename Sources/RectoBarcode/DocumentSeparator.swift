/// Finds where documents start in a stack of pages, by their codes, like
/// [paperless-ngx](https://docs.paperless-ngx.com).
///
/// A sheet with the code `PATCHT` separates two documents and belongs to neither. A page with an archive label, `ASN`
/// and a number, is the first page of a document, and so is a page with a code that matches one of the caller's
/// patterns.
public struct DocumentSeparator: Hashable, Sendable {
    /// How a page separates documents.
    public enum Mark: Hashable, Sendable {
        /// A separator sheet, which belongs to no document.
        case sheet
        /// The first page of a document, marked by this code.
        case first(code: String)
    }

    /// The text of a separator sheet's code, case-insensitive.
    public var sheet = "PATCHT"
    /// The prefix of archive label codes, case-insensitive.
    public var labelPrefix = "ASN"
    public var patterns: [CodePattern] = []

    public init() {}

    /// The symbologies to read: those that are rarely misread in text and drawings.
    public static let symbologies: Set<Symbology> = [
        .qrCode, .code128, .code93, .code39, .ean13, .ean8, .upcA, .upcE,
    ]

    /// - Parameter codes: The codes of one page.
    /// - Returns: `nil` for a page that continues the document. Sheets take precedence over labels, and labels over
    ///   patterns.
    public func mark(_ codes: [Code]) -> Mark? { mark(texts: codes.map { $0.text }) }

    /// Does the same for the texts of codes read elsewhere.
    public func mark(texts: [String]) -> Mark? {
        if texts.contains(where: { $0.count == sheet.count && $0.startsIgnoringCase(sheet) }) { return .sheet }
        let label = texts.first { archiveNumber(of: $0) != nil }
        return (label ?? texts.first { text in patterns.contains { $0.matches(text) } }).map { .first(code: $0) }
    }

    /// Returns the number of an archive label, at most 4,294,967,295 as in paperless-ngx; `nil` if the text is not a
    /// label.
    public func archiveNumber(of text: String) -> Int? {
        guard !labelPrefix.isEmpty, text.startsIgnoringCase(labelPrefix) else { return nil }
        let rest = text.dropFirst(labelPrefix.count)
        // Accepts "ASN 00012" and "ASN-12", but not words that start with the prefix.
        let digits = rest.drop { " -_:#".contains($0) }
        guard 1...10 ~= digits.count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(digits).flatMap { $0 <= Int(UInt32.max) ? $0 : nil }
    }
}

extension String {
    /// Returns whether the text has this prefix, ignoring the case of ASCII letters.
    fileprivate func startsIgnoringCase(_ start: String) -> Bool {
        func small(_ byte: UInt8) -> UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte }
        return utf8.count >= start.utf8.count && zip(utf8, start.utf8).allSatisfy { small($0) == small($1) }
    }
}

/// A pattern in which `*` matches any characters, or none, and `?` matches exactly one.
public struct CodePattern: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Returns whether the pattern matches the whole text, case-sensitively.
    /// - Complexity: At most the product of both lengths, for any input.
    public func matches(_ other: String) -> Bool {
        let (pattern, text) = (Array(self.text), Array(other))
        var (p, t) = (0, 0)
        // The position of the last star and the end of its match so far.
        var star: (p: Int, t: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, t)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                (p, t) = (p + 1, t + 1)
            } else if let last = star {
                star = (last.p, last.t + 1)
                (p, t) = (last.p + 1, last.t + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}

/// Splits a stack of pages into documents.
public struct StackSplitter: Sendable {
    /// The number of documents started so far.
    public private(set) var documentCount = 0
    private var isBetween = true

    public init() {}

    /// Returns the index of the next page's document, from 0; `nil` for a separator sheet.
    public mutating func document(of mark: DocumentSeparator.Mark?) -> Int? {
        if case .sheet = mark {
            isBetween = true
            return nil
        }
        if isBetween || mark != nil { documentCount += 1 }
        isBetween = false
        return documentCount - 1
    }
}
