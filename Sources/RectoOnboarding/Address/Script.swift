/// The scripts of today's host names: the recommended ones of Unicode Standard Annex 31, table 5, by blocks.
enum Script: UInt8, Hashable, Sendable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, thaana, devanagari, bengali, gurmukhi, gujarati, oriya, tamil
    case telugu, kannada, malayalam, sinhala, thai, lao, tibetan, myanmar, georgian, hangul, ethiopic, khmer
    case hiragana, katakana, bopomofo, han
    /// Digits, the hyphen, and characters shared by several scripts.
    case common

    /// - Returns: `nil` for characters of other scripts, symbols, and compatibility forms.
    static func of(_ scalar: Unicode.Scalar) -> Script? {
        let value = scalar.value
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].range.upperBound < value { low = middle + 1 } else { high = middle }
        }
        guard low < blocks.count, blocks[low].range.contains(value) else { return nil }
        return blocks[low].script
    }

    /// Whether a label may mix these scripts: a single one, or the mixtures of Japanese, Korean and Chinese ("highly
    /// restrictive" of Unicode Technical Standard 39, section 5.2).
    static func areMixable(_ scripts: Set<Script>) -> Bool {
        let scripts = scripts.subtracting([.common])
        return scripts.count <= 1
            || mixtures.contains { scripts.isSubset(of: $0) }
    }

    private static let mixtures: [Set<Script>] = [
        [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]

    /// Whether letters of this script are precomposed, so that a combining mark is a second spelling of the letter that
    /// includes it.
    var isPrecomposed: Bool {
        switch self {
        case .latin, .greek, .cyrillic, .armenian, .georgian, .hiragana, .katakana, .bopomofo, .han, .hangul, .common:
            true
        default: false
        }
    }

    /// In the order of their code points.
    private static let blocks: [(range: ClosedRange<UInt32>, script: Script)] = [
        (0x2D...0x2D, .common), (0x30...0x39, .common), (0x61...0x7A, .latin), (0xB7...0xB7, .common),
        (0xDF...0xF6, .latin), (0xF8...0x131, .latin), (0x134...0x13E, .latin), (0x141...0x148, .latin),
        (0x14A...0x17E, .latin), (0x180...0x1C3, .latin), (0x1CD...0x1F0, .latin), (0x1F4...0x2AF, .latin),
        (0x370...0x373, .greek), (0x376...0x377, .greek), (0x37B...0x37D, .greek), (0x386...0x3CE, .greek),
        (0x3D7...0x3E1, .greek), (0x400...0x52F, .cyrillic), (0x531...0x586, .armenian), (0x588...0x588, .armenian),
        (0x5B0...0x5F4, .hebrew), (0x610...0x61A, .arabic), (0x620...0x674, .arabic), (0x679...0x6FF, .arabic),
        (0x750...0x77F, .arabic), (0x780...0x7B1, .thaana), (0x8A0...0x8FF, .arabic), (0x900...0x957, .devanagari),
        (0x960...0x97F, .devanagari), (0x980...0x9DB, .bengali), (0x9E0...0x9FE, .bengali),
        (0xA01...0xA32, .gurmukhi), (0xA35...0xA35, .gurmukhi), (0xA38...0xA58, .gurmukhi),
        (0xA5C...0xA5C, .gurmukhi), (0xA66...0xA76, .gurmukhi), (0xA81...0xAFF, .gujarati), (0xB01...0xB5B, .oriya),
        (0xB5F...0xB77, .oriya), (0xB82...0xBFA, .tamil), (0xC00...0xC7F, .telugu), (0xC80...0xCF3, .kannada),
        (0xD00...0xD7F, .malayalam), (0xD81...0xDF4, .sinhala), (0xE01...0xE32, .thai), (0xE34...0xE59, .thai),
        (0xE81...0xEB2, .lao), (0xEB4...0xED9, .lao), (0xEDE...0xEDF, .lao), (0xF00...0xF0B, .tibetan),
        (0xF0D...0xF42, .tibetan), (0xF44...0xF4C, .tibetan), (0xF4E...0xF51, .tibetan), (0xF53...0xF56, .tibetan),
        (0xF58...0xF5B, .tibetan), (0xF5D...0xF68, .tibetan), (0xF6A...0xF72, .tibetan), (0xF74...0xF74, .tibetan),
        (0xF7A...0xF80, .tibetan), (0xF82...0xF92, .tibetan), (0x1000...0x109F, .myanmar),
        (0x10D0...0x10FA, .georgian), (0x10FD...0x10FF, .georgian), (0x1200...0x139F, .ethiopic),
        (0x1780...0x17E9, .khmer), (0x1E00...0x1E99, .latin), (0x1E9C...0x1EFF, .latin),
        (0x2D80...0x2DDE, .ethiopic), (0x3005...0x3007, .han), (0x3041...0x3096, .hiragana),
        (0x309D...0x309E, .hiragana), (0x30A1...0x30FA, .katakana), (0x30FB...0x30FC, .common),
        (0x30FD...0x30FE, .katakana), (0x3105...0x312F, .bopomofo), (0x31A0...0x31BF, .bopomofo),
        (0x31F0...0x31FF, .katakana), (0x3400...0x4DBF, .han), (0x4E00...0x9FFF, .han), (0xAC00...0xD7A3, .hangul),
        (0x20000...0x2A6DF, .han), (0x2A700...0x2EBE0, .han), (0x30000...0x323AF, .han),
    ]
}
