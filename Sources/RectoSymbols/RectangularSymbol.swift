/// A rectangular Micro QR code (ISO/IEC 23941), drawn independently of the reader's own tables.
public struct RectangularSymbol: Sendable {
    public let modules: SymbolModules

    /// 1…32.
    public static let versions = 1...32

    private struct Shape {
        let height, width, codewords, byteCountBits: Int
        /// Blocks and codewords of data at the levels medium and high.
        let blocks, data: (medium: Int, high: Int)

        init(_ version: Int) {
            let row = RectangularSymbol.table[version - 1]
            (height, width, codewords) = (row[0], row[1], row[2])
            (blocks, data) = ((row[3], row[5]), (row[4], row[6]))
            byteCountBits = row[7]
        }

        /// Middles of the alignment patterns.
        var columns: [Int] {
            [43: [21], 59: [19, 39], 77: [25, 51], 99: [23, 49, 75], 139: [27, 55, 83, 111]][width] ?? []
        }
    }

    /// The most bytes of one segment.
    public static func capacity(version: Int, isHigh: Bool) -> Int {
        let shape = Shape(version)
        return (8 * (isHigh ? shape.data.high : shape.data.medium) - 3 - shape.byteCountBits) / 8
    }

    /// One segment of bytes.
    /// - Parameters:
    ///   - version: 1…32.
    ///   - isHigh: About 30 % of the codewords survive damage, and not about 15 %.
    /// - Precondition: No more bytes than the capacity.
    public init(_ bytes: [UInt8], version: Int, isHigh: Bool) {
        precondition(bytes.count <= Self.capacity(version: version, isHigh: isHigh), "more bytes than the symbol holds")
        let shape = Shape(version)
        var stream = SymbolBitStream()
        stream.append(3, count: 3)
        stream.append(bytes.count, count: shape.byteCountBits)
        for byte in bytes { stream.append(Int(byte), count: 8) }
        self.init(data: stream.bits, version: version, isHigh: isHigh)
    }

    /// Any bits, with terminator and padding; those that the symbol does not hold are left out.
    /// - Parameter version: 1…32.
    public init(data: [Bool], version: Int, isHigh: Bool) {
        let shape = Shape(version)
        let dataCount = isHigh ? shape.data.high : shape.data.medium
        let data = SymbolBitStream(data.prefix(8 * dataCount)).codewords(bits: 8 * dataCount, terminator: 3)
        var modules = SymbolModules(width: shape.width, height: shape.height)
        Self.fixPatterns(shape, in: &modules)
        Self.fixFormat((isHigh ? 32 : 0) | (version - 1), in: &modules)
        let words = Self.interleaved(data, blocks: isHigh ? shape.blocks.high : shape.blocks.medium, shape.codewords)
        modules.lay(SymbolBitStream.bits(words), from: shape.width - 2) { x, y in (y / 2 + x / 3) % 2 == 0 }
        self.modules = modules
    }

    private static func interleaved(_ data: [UInt8], blocks count: Int, _ total: Int) -> [UInt8] {
        let parity = (total - data.count) / count
        let short = count - data.count % count
        var (blocks, corrections): ([[UInt8]], [[UInt8]]) = ([], [])
        var start = 0
        for i in 0..<count {
            let block = Array(data[start..<start + data.count / count + (i < short ? 0 : 1)])
            start += block.count
            blocks.append(block)
            corrections.append(ParityWords.of(block, count: parity))
        }
        return (0...data.count / count).flatMap { i in blocks.compactMap { i < $0.count ? $0[i] : nil } }
            + (0..<parity).flatMap { i in corrections.map { $0[i] } }
    }

    private static func fixPatterns(_ shape: Shape, in modules: inout SymbolModules) {
        let (w, h) = (shape.width, shape.height)
        for x in 0..<w {
            modules.fix(x, 0, x % 2 == 0)
            modules.fix(x, h - 1, x % 2 == 0)
        }
        for x in [0, w - 1] + shape.columns { for y in 0..<h { modules.fix(x, y, y % 2 == 0) } }
        for column in shape.columns {
            for y in [1, h - 2] { modules.fixSquares(column, y, radius: 1) { $0 == 1 } }
        }
        // Corners, then the finder and the smaller one over them.
        for (x, y, isDark) in [
            (w - 1, 0, true), (w - 2, 0, true), (w - 1, 1, true), (w - 2, 1, false), (0, h - 1, true), (1, h - 1, true),
            (2, h - 1, true),
        ] { modules.fix(x, y, isDark) }
        if h >= 11 {
            modules.fix(0, h - 2, true)
            modules.fix(1, h - 2, false)
        }
        modules.fixSquares(3, 3, radius: 4) { $0 != 2 && $0 != 4 }
        modules.fixSquares(w - 3, h - 3, radius: 2) { $0 != 1 }
    }

    private static func fixFormat(_ data: Int, in modules: inout SymbolModules) {
        var rest = data
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = data << 12 | rest
        let (w, h) = (modules.width, modules.height)
        for i in 0..<18 {
            modules.fix(8 + i / 5, 1 + i % 5, (bits ^ 0x1FAB2) >> i & 1 == 1)
            let (x, y) = i < 15 ? (w - 8 + i / 5, h - 6 + i % 5) : (w - 5 + i - 15, h - 6)
            modules.fix(x, y, (bits ^ 0x20A7B) >> i & 1 == 1)
        }
    }

    /// Height, width, codewords, blocks and codewords of data at medium, the same at high, bits of the number of bytes.
    private static let table: [[Int]] = [
        [7, 43, 13, 1, 6, 1, 3, 3], [7, 59, 21, 1, 12, 1, 7, 4], [7, 77, 32, 1, 20, 1, 10, 5],
        [7, 99, 44, 1, 28, 1, 14, 5], [7, 139, 68, 1, 44, 2, 24, 6], [9, 43, 21, 1, 12, 1, 7, 4],
        [9, 59, 33, 1, 21, 1, 11, 5], [9, 77, 49, 1, 31, 2, 17, 5], [9, 99, 66, 1, 42, 2, 22, 6],
        [9, 139, 99, 2, 63, 3, 33, 6], [11, 27, 15, 1, 7, 1, 5, 3], [11, 43, 31, 1, 19, 1, 11, 5],
        [11, 59, 47, 1, 31, 2, 15, 5], [11, 77, 67, 1, 43, 2, 23, 6], [11, 99, 89, 2, 57, 2, 29, 6],
        [11, 139, 132, 2, 84, 3, 42, 7], [13, 27, 21, 1, 12, 1, 7, 4], [13, 43, 41, 1, 27, 1, 13, 5],
        [13, 59, 60, 1, 38, 2, 20, 6], [13, 77, 85, 2, 53, 2, 29, 6], [13, 99, 113, 2, 73, 3, 35, 7],
        [13, 139, 166, 3, 106, 4, 54, 7], [15, 43, 51, 1, 33, 2, 15, 6], [15, 59, 74, 1, 48, 2, 26, 6],
        [15, 77, 103, 2, 67, 3, 31, 7], [15, 99, 136, 2, 88, 4, 48, 7], [15, 139, 199, 3, 127, 5, 69, 7],
        [17, 43, 61, 1, 39, 2, 21, 6], [17, 59, 88, 2, 56, 2, 28, 6], [17, 77, 122, 2, 78, 3, 38, 7],
        [17, 99, 160, 3, 100, 4, 56, 7], [17, 139, 232, 4, 152, 6, 76, 8],
    ]
}
