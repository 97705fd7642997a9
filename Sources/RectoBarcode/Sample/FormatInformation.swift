/// The format information of a symbol (ISO/IEC 18004, 7.9).
struct FormatInformation: Hashable {
    var level: ErrorCorrectionLevel
    /// The mask, 0…7.
    var mask: Int
    /// Whether the symbol is seen from behind.
    var isMirrored: Bool
    /// The number of wrong bits at the better of the two places.
    var errors: Int

    /// The mask of the words of Model 2.
    static let usualMask = 0x5412

    /// The nearest valid format, read both normally and mirrored.
    init(_ bits: SymbolBits, mask: Int = usualMask) {
        let (straight, mirrored) = (Self(bits, isMirrored: false, mask: mask), Self(bits, isMirrored: true, mask: mask))
        self = mirrored.errors < straight.errors ? mirrored : straight
    }

    /// The nearest valid format, read either normally or mirrored.
    init(_ bits: SymbolBits, isMirrored: Bool, mask: Int = usualMask) {
        var best: (code: Int, errors: Int) = (0, 16)
        for isCorner in [true, false] {
            let word = Self.word(bits, isCorner: isCorner, isMirrored: isMirrored) ^ mask
            for code in 0..<Self.valid.count {
                let errors = (word ^ Self.valid[code]).nonzeroBitCount
                if errors < best.errors { best = (code, errors) }
            }
        }
        let levels: [ErrorCorrectionLevel] = [.medium, .low, .high, .quartile]
        (level, self.mask) = (levels[best.code >> 3], best.code & 7)
        (self.isMirrored, errors) = (isMirrored, best.errors)
    }

    /// The 15 bits of each level and mask without the format's own mask: BCH code (annex C).
    static let valid: [Int] = (0..<32).map { data in
        var rest = data << 10
        for i in (10...14).reversed() where rest >> i & 1 == 1 { rest ^= 0x537 << (i - 10) }
        return data << 10 | rest
    }

    /// Returns the module of one of the 15 bits, least significant first, at the corner or along the sides.
    static func place(_ bit: Int, isCorner: Bool, dimension n: Int) -> (x: Int, y: Int) {
        guard isCorner else { return bit < 8 ? (x: n - 1 - bit, y: 8) : (x: 8, y: n - 15 + bit) }
        switch bit {
        case 0...5: return (x: 8, y: bit)
        case 6, 7: return (x: 8, y: bit + 1)
        case 8: return (x: 7, y: 8)
        default: return (x: 14 - bit, y: 8)
        }
    }

    private static func word(_ bits: SymbolBits, isCorner: Bool, isMirrored: Bool) -> Int {
        var word = 0
        for bit in 0..<15 {
            let (x, y) = place(bit, isCorner: isCorner, dimension: bits.dimension)
            if isMirrored ? bits.isDark(y, x) : bits.isDark(x, y) { word |= 1 << bit }
        }
        return word
    }
}
