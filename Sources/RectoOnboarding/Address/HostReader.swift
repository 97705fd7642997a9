/// Reads a host as programs do, and reports irregularities of its spelling.
///
/// Stricter than the host parser of the WHATWG's URL standard: a spelling that the standard would map to another is
/// read, to determine the intended host, and marked. Letters are those of today's scripts (``Script``).
struct HostReader {
    /// `nil` if the text is not a host name; the risks give the reason.
    private(set) var host: HostName?
    private(set) var risks: Set<OnboardingRisk> = []

    /// - Parameter text: The text in the host's position, without user name and port.
    init(_ text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.count <= 1024 else {
            risks.insert(.malformedHost)
            return
        }
        if text.hasPrefix("[") || text.contains(":") {
            // Only an IPv6 address has colons.
            let isAddress = text.hasPrefix("[") || text.utf8.allSatisfy(Self.isInIPv6)
            risks.insert(isAddress ? .addressLiteral : .malformedHost)
            return
        }
        var name = String(text)
        if name.contains("%") {
            risks.insert(.encodedHost)
            name = PercentEncoding.decoded(name) ?? name
        }
        read(unfolded: name)
    }

    private static func isInIPv6(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return byte < 0x80 && (character.isHexDigit || "[]:.%".contains(character))
    }

    private mutating func read(unfolded: String) {
        var name = unfolded.lowercased()
        let plain = Self.folded(name)
        // Letters such as the Kelvin sign become ASCII when lowercased.
        let isLowered = unfolded.unicodeScalars.contains {
            !$0.isASCII && $0.properties.lowercaseMapping.allSatisfy(\.isASCII)
        }
        if plain != name || isLowered {
            risks.insert(.disguisedHost)
            name = plain
        }
        if name.hasSuffix(".") { name.removeLast() }
        guard !Self.endsInNumber(name) else {
            risks.insert(.addressLiteral)
            return
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        var (ascii, unicode): ([String], [String]) = ([], [])
        for label in labels {
            guard let forms = forms(of: label) else {
                risks.insert(.malformedHost)
                return
            }
            ascii.append(forms.ascii)
            unicode.append(forms.unicode)
        }
        let host = HostName(ascii: ascii.joined(separator: "."), unicode: unicode.joined(separator: "."))
        guard host.ascii.utf8.count <= 253 else {
            risks.insert(.malformedHost)
            return
        }
        if host.isInternational { risks.insert(.internationalHost) }
        self.host = host
    }

    // MARK: Labels

    private mutating func forms(of label: Substring) -> (ascii: String, unicode: String)? {
        if label.hasPrefix("xn--") {
            // A label must be in the form that encoding gives.
            guard let unicode = Punycode.decoded(label.dropFirst(4)), !unicode.allSatisfy(\.isASCII),
                isLabel(unicode), Punycode.encoded(unicode) == String(label.dropFirst(4))
            else { return nil }
            return (String(label), unicode)
        }
        guard isLabel(label) else { return nil }
        if label.allSatisfy(\.isASCII) { return (String(label), String(label)) }
        guard let encoded = Punycode.encoded(label), encoded.utf8.count <= 59 else { return nil }
        return ("xn--" + encoded, String(label))
    }

    /// Whether a label has only valid characters, scripts and hyphens.
    private mutating func isLabel(_ label: some StringProtocol) -> Bool {
        guard (1...63).contains(label.utf8.count) || (!label.allSatisfy(\.isASCII) && !label.isEmpty),
            label.first != "-", label.last != "-", label.dropFirst(2).prefix(2) != "--"
        else { return false }
        var scripts: Set<Script> = []
        var previous: Script?
        for scalar in label.unicodeScalars {
            guard let script = Script.of(scalar), Self.isLetterOrDigit(scalar),
                scalar.properties.lowercaseMapping.unicodeScalars.elementsEqual(CollectionOfOne(scalar))
            else { return false }
            // A mark that could be part of its letter is a second spelling. At the start, it has no letter.
            if Self.isMark(scalar), previous?.isPrecomposed ?? true { return false }
            previous = script
            scripts.insert(script)
        }
        if !Script.areMixable(scripts) { risks.insert(.mixedScriptHost) }
        return true
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        // The middle dot of Catalan and Katakana, and the ideographic zero.
        default: return [0xB7, 0x30FB, 0x3007].contains(scalar.value)
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    // MARK: Addresses and disguises

    /// Whether resolvers read the name as an IPv4 address: its last part is a number, decimal, octal or hexadecimal.
    ///
    /// Source: the "ends in a number checker" of the WHATWG's URL standard.
    static func endsInNumber(_ name: String) -> Bool {
        guard let last = name.split(separator: ".").last else { return false }
        let digits = last.hasPrefix("0x") || last.hasPrefix("0X") ? last.dropFirst(2) : nil
        if let digits { return digits.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 } }
        return last.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The name with full-width, circled, mathematical and similar forms replaced by their ASCII equivalents, and
    /// without invisible characters.
    static func folded(_ name: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            folded.append(plain(scalar))
        }
        return String(folded).lowercased()
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value
        switch value {
        case 0..<0x80: return scalar
        case 0x3002, 0xFF61, 0x2024: return "."
        case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? scalar
        case 0x24B6...0x24CF: return letter(value - 0x24B6)
        case 0x24D0...0x24E9: return letter(value - 0x24D0)
        // The mathematical alphabets: capital and small letters alternate.
        case 0x1D400...0x1D6A3: return letter((value - 0x1D400) % 26)
        default: break
        }
        // Digits of the scripts in use stay unchanged; others become ASCII digits.
        guard Script.of(scalar) == nil, let number = scalar.properties.numericValue, (0...9).contains(number),
            number == number.rounded()
        else { return scalar }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(number))
    }

    private static func letter(_ index: UInt32) -> Unicode.Scalar { Unicode.Scalar(UInt8(ascii: "a") + UInt8(index)) }
}
