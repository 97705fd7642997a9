/// Visual similarity of hosts.
///
/// Source: the skeletons of Unicode Technical Standard 39, section 4, and Chromium's rules for international host
/// names. Differences from both: the table holds only letters that resemble lower-case Latin ones, and a typo of one
/// character counts as well.
enum LookAlike {
    /// A host that others may imitate.
    struct Known: Hashable, Sendable {
        let name: String
        fileprivate let shape: [UInt32]
        /// With hyphens instead of dots.
        fileprivate let hyphenated: [UInt32]
        fileprivate let labelCount: Int
        /// Whether the first label is so long that a typo of one character is unlikely to be another word.
        fileprivate let isLong: Bool

        /// - Parameter name: Labels in Unicode, in lower case.
        init(_ name: String) {
            self.name = name
            shape = LookAlike.shape(of: name)
            hyphenated = LookAlike.shape(of: name.replacing(".", with: "-"))
            labelCount = name.split(separator: ".").count
            isLong = name.prefix { $0 != "." }.count >= 5
        }
    }

    /// A host that may imitate others.
    struct Candidate {
        private let labels: [Substring]
        private let shape: [UInt32]
        /// Start of each label in the shape.
        private let starts: [Int]

        private static let (dot, hyphen) = (UInt32(UInt8(ascii: ".")), UInt32(UInt8(ascii: "-")))

        /// - Parameter name: Labels in Unicode, in lower case.
        init(_ name: String) {
            labels = name.split(separator: ".")
            shape = LookAlike.shape(of: name)
            starts = [0] + shape.indices.filter { [shape] in shape[$0] == Self.dot }.map { $0 + 1 }
        }

        /// Whether the host imitates a known host, without being it or a subdomain of it.
        func imitates(_ known: Known) -> Bool {
            let end = shape[(starts.suffix(known.labelCount).first ?? 0)...]
            if end.elementsEqual(known.shape) {
                return labels.suffix(known.labelCount).joined(separator: ".") != known.name
            }
            // example.com.evil.net and example-com.evil.net
            if leads(known.shape) || leads(known.hyphenated) { return true }
            return known.isLong && isOneSlip(Array(end), known.shape)
        }

        /// Whether one or more whole labels, followed by others, begin with this.
        private func leads(_ other: [UInt32]) -> Bool {
            starts.contains { start in
                guard shape[start...].starts(with: other) else { return false }
                let next = start + other.count
                return next < shape.count && (shape[next] == Self.dot || shape[next] == Self.hyphen)
            }
        }
    }

    /// The appearance of a text, with look-alikes replaced by ASCII letters.
    private static func shape(of text: String) -> [UInt32] {
        var shape = ""
        for scalar in text.unicodeScalars { shape += Self.shape(scalar) }
        return shape.replacing("rn", with: "m").replacing("vv", with: "w").unicodeScalars.map(\.value)
    }

    /// Whether all letters of a label are from another script and resemble Latin ones: `аррӏе`.
    static func isWhollyConfusable(_ label: some StringProtocol) -> Bool {
        let foreign = label.unicodeScalars.filter { !$0.isASCII }
        guard !foreign.isEmpty, foreign.allSatisfy({ Script.of($0) != .latin }) else { return false }
        return foreign.allSatisfy(passing.contains)
    }

    /// Letters of other scripts that resemble a Latin one in any typeface. Many more do so among Latin letters.
    private static let passing = Set("асԁеһіјӏорԛѕԝхуѵѡүԍьъпгαικνορυωηγաոսօհցքյզգլɑɡოყძხ".unicodeScalars)

    /// Whether one extra, missing, wrong or swapped character turns one text into the other.
    private static func isOneSlip(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        guard a != b, abs(a.count - b.count) <= 1 else { return false }
        let start = zip(a, b).prefix { $0 == $1 }.count
        let maximum = min(a.count, b.count) - start
        let end = zip(a.reversed(), b.reversed()).prefix(maximum).prefix { $0 == $1 }.count
        let (restA, restB) = (a[start..<a.count - end], b[start..<b.count - end])
        if restA.count <= 1, restB.count <= 1 { return true }
        return restA.count == 2 && restB.count == 2 && restA.elementsEqual(restB.reversed())
    }

    private static func shape(_ scalar: Unicode.Scalar) -> String {
        if let shape = shapes[scalar] { return shape }
        if scalar.isASCII { return String(scalar).lowercased() }
        return plainLatin(scalar) ?? String(scalar)
    }

    /// The letter without its marks. For example, `é` is LATIN SMALL LETTER E WITH ACUTE.
    private static func plainLatin(_ scalar: Unicode.Scalar) -> String? {
        guard let words = scalar.properties.name?.split(separator: " "), words.count >= 5,
            words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1, words[4] == "WITH"
        else { return nil }
        return words[3].lowercased()
    }

    private static let shapes: [Unicode.Scalar: String] = [
        // Digits.
        "0": "o", "1": "l",
        // Latin.
        "ı": "i", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ɪ": "i", "ɴ": "n", "ʀ": "r", "ʏ": "y", "ʟ": "l", "ʙ": "b", "ʜ": "h",
        "ɢ": "g", "ƽ": "s", "ƿ": "p", "ǀ": "l", "ß": "b", "þ": "p", "ð": "o", "ə": "e", "ɯ": "w", "ʋ": "u", "ƅ": "b",
        "ĸ": "k", "œ": "oe", "æ": "ae", "ȷ": "j",
        // Cyrillic.
        "а": "a", "ь": "b", "ъ": "b", "ҍ": "b", "с": "c", "ҫ": "c", "ԁ": "d", "е": "e", "ё": "e", "ҽ": "e", "ѐ": "e",
        "ғ": "f", "һ": "h", "ћ": "h", "ҥ": "h", "і": "i", "ї": "i", "ј": "j", "к": "k", "қ": "k", "ӏ": "l", "м": "m",
        "н": "h", "ң": "h", "о": "o", "ӧ": "o", "ө": "o", "р": "p", "ԗ": "p", "ԛ": "q", "г": "r", "ґ": "r", "ѕ": "s",
        "т": "t", "ҭ": "t", "у": "y", "ў": "y", "ү": "y", "ѵ": "v", "ѡ": "w", "ш": "w", "щ": "w", "ԝ": "w", "х": "x",
        "ҳ": "x", "п": "n", "в": "b", "ю": "io", "ы": "bl", "ԍ": "g", "ԋ": "h", "з": "3", "ӡ": "3",
        // Greek.
        "α": "a", "ά": "a", "β": "b", "γ": "y", "ε": "e", "έ": "e", "η": "n", "ή": "n", "ι": "i", "ί": "i", "κ": "k",
        "ν": "v", "ο": "o", "ό": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u", "ύ": "u", "χ": "x", "ω": "w", "ώ": "w",
        // Armenian.
        "ա": "w", "գ": "q", "զ": "q", "է": "t", "լ": "l", "հ": "h", "յ": "j", "ո": "n", "ս": "u", "ց": "g", "ք": "p",
        "օ": "o", "ւ": "l", "ղ": "n", "ռ": "n", "կ": "u",
        // Georgian, Hebrew, Arabic, Ethiopic, Thai, Han.
        "ი": "o", "ყ": "y", "ო": "m", "ძ": "d", "ხ": "b", "ס": "o", "ו": "l", "ן": "l", "ا": "l", "ه": "o",
        "ሀ": "u", "ሠ": "w", "በ": "n", "ዐ": "o", "ท": "n", "น": "u", "บ": "u", "ร": "s", "อ": "o", "丨": "l", "口": "o",
        "一": "-", "ー": "-", "工": "i", "ニ": "-", "〇": "o",
    ]
}
