/// A QR code of Model 1 (ISO/IEC 18004:2000, annex M), drawn independently of the reader's own tables.
public struct ModelOneSymbol: Sendable {
    public static let versions = 1...12

    public let modules: SymbolModules

    /// Codewords of the symbol, and of parity and blocks at a level. The last codewords may belong to no block.
    private struct Shape {
        let side, codewords, parity, blocks: Int

        init(version: Int, level: QRSymbol.Level) {
            side = 17 + 4 * version
            let row = ModelOneSymbol.table[version - 1]
            (codewords, parity, blocks) = (row[0], row[1 + 2 * level.rawValue], row[2 + 2 * level.rawValue])
        }

        var dataCodewords: Int { codewords / blocks * blocks - parity * blocks }
    }

    /// The most bytes of one segment.
    public static func byteCapacity(version: Int, level: QRSymbol.Level) -> Int {
        // Four bits are the corner's.
        (8 * Shape(version: version, level: level).dataCodewords - 4 - 4 - (version < 10 ? 8 : 16)) / 8
    }

    /// - Parameters:
    ///   - bits: Of all segments, which must fit.
    ///   - version: One of ``versions``.
    ///   - mask: 0…7.
    public init(_ bits: QRBits, version: Int, level: QRSymbol.Level, mask: Int) {
        let shape = Shape(version: version, level: level)
        let data = bits.codewords(count: shape.dataCodewords, leading: 4)
        let length = shape.dataCodewords / shape.blocks
        // Blocks lie one after the other, and so do their parities behind them.
        let words =
            data
            + (0..<shape.blocks).flatMap { block in
                ParityWords.of(Array(data[block * length..<(block + 1) * length]), count: shape.parity)
            }
        var modules = SymbolModules(width: shape.side, height: shape.side)
        Self.fixPatterns(in: &modules)
        Self.fixFormat(QRSymbol.formatBits(level, mask), in: &modules)
        Self.lay(words, in: &modules) { QRSymbol.isTurned($0, $1, mask: mask) }
        self.modules = modules
    }

    private static func fixPatterns(in modules: inout SymbolModules) {
        let n = modules.width
        for i in 0..<n {
            modules.fix(i, 6, i % 2 == 0)
            modules.fix(6, i, i % 2 == 0)
        }
        for (x, y) in [(3, 3), (n - 4, 3), (3, n - 4)] { modules.fixSquares(x, y, radius: 4) { $0 != 2 && $0 != 4 } }
        modules.fix(8, n - 8, true)
        // The corner's four modules, and blocks of eight at the right side and the bottom: they hold no data.
        for (x, y) in [(n - 1, n - 1), (n - 2, n - 1), (n - 1, n - 2), (n - 2, n - 2)] {
            modules.fix(x, y, (x, y) != (n - 2, n - 2))
        }
        for top in stride(from: n - 12, to: 12, by: -8) {
            for i in 0..<8 { modules.fix(n - 1 - i % 2, top + i / 2, i % 2 == 0 || i / 2 % 3 == 0) }
        }
        for left in stride(from: n - 12, to: 12, by: -8) {
            for i in 0..<8 { modules.fix(left + i / 2, n - 1 - i % 2, i % 2 == 0 || i / 2 % 3 == 0) }
        }
    }

    private static func fixFormat(_ data: Int, in modules: inout SymbolModules) {
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x2825
        let n = modules.width
        for i in 0..<15 {
            let bit = bits >> i & 1 == 1
            switch i {
            case 0...5: modules.fix(8, i, bit)
            case 6...7: modules.fix(8, i + 1, bit)
            case 8: modules.fix(7, 8, bit)
            default: modules.fix(14 - i, 8, bit)
            }
            if i < 8 { modules.fix(n - 1 - i, 8, bit) } else { modules.fix(8, n - 15 + i, bit) }
        }
    }

    /// Lays codewords into blocks of free modules: two columns of upright ones at the right, flat ones up to the left finders, and
    /// four columns of upright ones between those. Each goes from the bottom up, and from its own bottom right.
    private static func lay(_ words: [UInt8], in modules: inout SymbolModules, _ isTurned: (Int, Int) -> Bool) {
        let n = modules.width
        var next = 0
        func add(_ x: Int, _ y: Int, width: Int) {
            let places = (0..<8).map { (x - $0 % width, y - $0 / width) }
            // The corner's block has data in its upper half.
            let isCorner = x == n - 1 && y == n - 1
            guard isCorner || places.allSatisfy({ !modules.isFixed($0.0, $0.1) }) else { return }
            let word = next < words.count ? words[next] : 0
            next += 1
            for (i, place) in places.enumerated() where !modules.isFixed(place.0, place.1) {
                modules.set(place.0, place.1, (word << i & 0x80 != 0) != isTurned(place.0, place.1))
            }
        }
        for x in [n - 1, n - 3] { for y in stride(from: n - 1, to: 11, by: -4) { add(x, y, width: 2) } }
        for x in stride(from: n - 5, to: 11, by: -4) {
            for y in stride(from: n - 1, to: 6, by: -2) { add(x, y, width: 4) }
            for y in [5, 3, 1] { add(x, y, width: 4) }
        }
        for x in [8, 5, 3, 1] { for y in stride(from: n - 9, to: 11, by: -4) { add(x, y, width: 2) } }
    }

    /// Codewords, then parity and blocks of each level.
    private static let table: [[Int]] = [
        [26, 7, 1, 10, 1, 13, 1, 17, 1], [46, 10, 1, 16, 1, 22, 1, 30, 1], [72, 15, 1, 28, 1, 36, 1, 48, 1],
        [100, 20, 1, 40, 1, 50, 1, 66, 1], [134, 26, 1, 52, 1, 66, 1, 44, 2], [170, 34, 1, 32, 2, 42, 2, 56, 2],
        [212, 42, 1, 40, 2, 52, 2, 46, 3], [256, 24, 2, 48, 2, 64, 2, 56, 3], [306, 30, 2, 60, 2, 50, 3, 68, 3],
        [358, 34, 2, 68, 2, 58, 3, 58, 4], [416, 40, 2, 40, 4, 52, 4, 54, 5], [476, 46, 2, 46, 4, 58, 4, 62, 5],
    ]
}
