/// Characters of a text that are invisible or misleading.
struct TextHazards: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// C0 and C1 controls, DEL, line and paragraph separators, and noncharacters.
    static let controls = TextHazards(rawValue: 1)
    /// Characters that change the direction of the text after them (Unicode Standard Annex 9).
    static let bidirectional = TextHazards(rawValue: 2)
    /// Characters without a shape: joiners, soft hyphens, fillers, variation selectors, tags.
    static let invisible = TextHazards(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// - Parameter allowsLines: Whether tabs and line ends are harmless, as between the parts of JSON.
    init(in text: some StringProtocol, allowsLines: Bool = false) {
        self = []
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            formUnion(Self(scalar, after: previous, allowsLines: allowsLines))
            previous = scalar
        }
    }

    private init(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, allowsLines: Bool) {
        switch scalar.value {
        // The presentation selector of an emoji.
        case 0xFE0E...0xFE0F where previous.map { $0.properties.isEmoji && !$0.isASCII } ?? false: self = []
        case 0x20...0x7E: self = []
        case 0x09, 0x0A, 0x0D: self = allowsLines ? [] : .controls
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: self = .controls
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: self = .bidirectional
        default:
            let properties = scalar.properties
            self =
                properties.isNoncharacterCodePoint
                ? .controls : properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800 ? .invisible : []
        }
    }

    /// The corresponding risks.
    var risks: [OnboardingRisk] {
        var risks: [OnboardingRisk] = []
        if contains(.controls) { risks.append(.controlCharacters) }
        if contains(.bidirectional) { risks.append(.bidirectionalControls) }
        if contains(.invisible) { risks.append(.invisibleCharacters) }
        return risks
    }

    /// The text with such characters written as `\u{…}`, so that it can be shown on a line.
    static func escaped(_ text: String) -> String {
        guard !TextHazards(in: text).isEmpty else { return text }
        var shown = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if Self(scalar, after: previous, allowsLines: false).isEmpty {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            }
            previous = scalar
        }
        return shown
    }
}
