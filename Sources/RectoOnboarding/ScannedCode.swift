/// What a code reader read from one code. It is what another party has printed: nothing about it is trusted.
///
/// Two reads are equal if the same bytes were read; the text follows from them.
public struct ScannedCode: Hashable, Sendable {
    /// The bytes of the message, as the code holds them.
    public var bytes: [UInt8]
    /// The text in an encoding that the code itself names (ECI designator, Kanji mode); nothing where it names none:
    /// then the bytes must be UTF-8. A text in an encoding that the reader only guessed does not belong here.
    public var declaredText: String?
    /// Whether this is one part of a message that spreads over several codes (structured append).
    public var isPart: Bool

    public init(bytes: [UInt8], declaredText: String? = nil, isPart: Bool = false) {
        self.bytes = bytes
        self.declaredText = declaredText
        self.isPart = isPart
    }

    /// A code whose message is this text in UTF-8.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// The text; nothing if the code names no encoding and its bytes are no UTF-8.
    var text: String? { declaredText ?? String(validating: bytes, as: UTF8.self) }
}

extension ScannedCode: Redacted {
    public var facts: [OnboardingFact] { [OnboardingFact("bytes", "\(bytes.count)")] }
    public var description: String { "code of \(bytes.count) bytes" }
}
