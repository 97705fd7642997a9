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
        for word in Self.words(bits, isMirrored: isMirrored) {
            for (code, valid) in Self.valid.enumerated() {
                let errors = (word ^ mask ^ valid).nonzeroBitCount
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

    /// Returns the columns and rows of the 15 bits, least significant first, at both places.
    static func places(dimension n: Int) -> [[(x: Int, y: Int)]] {
        let corner = (0..<15).map { i in
            switch i {
            case 0...5: (x: 8, y: i)
            case 6, 7: (x: 8, y: i + 1)
            case 8: (x: 7, y: 8)
            default: (x: 14 - i, y: 8)
            }
        }
        let sides = (0..<15).map { $0 < 8 ? (x: n - 1 - $0, y: 8) : (x: 8, y: n - 15 + $0) }
        return [corner, sides]
    }

    private static func words(_ bits: SymbolBits, isMirrored: Bool) -> [Int] {
        places(dimension: bits.dimension).map { places in
            places.enumerated().reduce(0) { word, bit in
                let (x, y) = (bit.element.x, bit.element.y)
                let isDark = isMirrored ? bits.isDark(y, x) : bits.isDark(x, y)
                return word | (isDark ? 1 << bit.offset : 0)
            }
        }
    }
}
