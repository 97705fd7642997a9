/// Tells by its codes where in a stack of pages a document begins, as [paperless-ngx](https://docs.paperless-ngx.com) does.
///
/// A sheet with the code `PATCHT` stands between two documents and belongs to neither. A page with a label of an archive, `ASN`
/// and a number, is the first of a document. So is a page with a code of a pattern of the caller's.
public struct DocumentSeparator: Hashable, Sendable {
    /// What a page is that separates documents.
    public enum Mark: Hashable, Sendable {
        /// Between documents, and of none.
        case sheet
        /// The first of a document, by this code.
        case first(code: String)
    }

    /// What the code of a separating sheet says, in capitals or small letters.
    public var sheet = "PATCHT"
    /// How the codes of an archive's labels begin, in capitals or small letters.
    public var labelPrefix = "ASN"
    public var patterns: [CodePattern] = []

    public init() {}

    /// The codes to read: those that text and drawings are not easily taken for.
    public static let symbologies: Set<Symbology> = [
        .qrCode, .code128, .code93, .code39, .ean13, .ean8, .upcA, .upcE,
    ]

    /// - Parameter codes: Of one page.
    /// - Returns: `nil` for a page that goes on with the document. A sheet comes before a label, a label before a pattern.
    public func mark(_ codes: [Code]) -> Mark? { mark(texts: codes.map { $0.text }) }

    /// The same for the texts of codes that another reader has found.
    public func mark(texts: [String]) -> Mark? {
        if texts.contains(where: { $0.count == sheet.count && $0.startsIgnoringCase(sheet) }) { return .sheet }
        let label = texts.first { archiveNumber(of: $0) != nil }
        return (label ?? texts.first { text in patterns.contains { $0.matches(text) } }).map { .first(code: $0) }
    }

    /// The number of an archive's label, at most 4,294,967,295 as in paperless-ngx; `nil` if the text is none.
    public func archiveNumber(of text: String) -> Int? {
        guard !labelPrefix.isEmpty, text.startsIgnoringCase(labelPrefix) else { return nil }
        let rest = text.dropFirst(labelPrefix.count)
        // "ASN 00012" and "ASN-12" too, but no word that begins so.
        let digits = rest.drop { " -_:#".contains($0) }
        guard 1...10 ~= digits.count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(digits).flatMap { $0 <= Int(UInt32.max) ? $0 : nil }
    }
}

extension String {
    /// Whether the text begins so; ASCII letters are equal in capitals and small.
    fileprivate func startsIgnoringCase(_ start: String) -> Bool {
        func small(_ byte: UInt8) -> UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte }
        return utf8.count >= start.utf8.count && zip(utf8, start.utf8).allSatisfy { small($0) == small($1) }
    }
}

/// A text in which `*` stands for any characters, also none, and `?` for any one.
public struct CodePattern: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Whether the whole of a text is as the pattern says, letter by letter.
    /// - Complexity: At most the product of both lengths, whatever they hold.
    public func matches(_ other: String) -> Bool {
        let (pattern, text) = (Array(self.text), Array(other))
        var (p, t) = (0, 0)
        // Where the last star stands, and what it has taken so far.
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

/// Puts the pages of a stack, one after the other, into documents.
public struct StackSplitter: Sendable {
    /// How many documents have begun.
    public private(set) var documentCount = 0
    private var isBetween = true

    public init() {}

    /// The next page's document, from 0 on; `nil` for a sheet that belongs to none.
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
