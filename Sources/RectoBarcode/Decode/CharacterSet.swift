/// The character set of a payload's bytes.
enum CharacterSet: Hashable {
    /// A set given by its ECI number, one of ``known``.
    case eci(Int)
    /// Shift JIS with the extensions of NEC and IBM (code page 932).
    case shiftJIS
    /// GB 18030, which includes the characters of Hanzi mode.
    case gb18030
    case utf8

    /// The ECI numbers of character sets (AIM ITS/04-023). 14 and 19 are reserved, and 899 marks binary data.
    static let known: Set<Int> = Set(0...13).union(15...18).union(20...35).union([170])

    /// The set for an ECI number; `nil` if the number is unknown or not a character set.
    init?(eci number: Int) {
        guard Self.known.contains(number) else { return nil }
        self =
            switch number {
            case 20: .shiftJIS
            case 26: .utf8
            case 32: .gb18030
            default: .eci(number)
            }
    }

    /// The ECI number.
    var number: Int {
        switch self {
        case .eci(let number): number
        case .shiftJIS: 20
        case .gb18030: 32
        case .utf8: 26
        }
    }
}
