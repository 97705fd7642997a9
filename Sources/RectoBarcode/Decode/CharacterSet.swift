/// What bytes of a payload stand for.
enum CharacterSet: Hashable {
    /// A set by the number of its ECI, one of ``known``.
    case eci(Int)
    /// Shift JIS with the characters that NEC and IBM have added (code page 932).
    case shiftJIS
    /// GB 18030, of which the characters of Hanzi mode are a part.
    case gb18030
    case utf8

    /// The ECI numbers of character sets (AIM ITS/04-023). 14 and 19 are reserved, and 899 marks bytes that are no text.
    static let known: Set<Int> = Set(0...13).union(15...18).union(20...35).union([170])

    /// The set that the number of an ECI stands for; `nil` if it is another, or no set.
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

    /// The number of its ECI.
    var number: Int {
        switch self {
        case .eci(let number): number
        case .shiftJIS: 20
        case .gb18030: 32
        case .utf8: 26
        }
    }
}
