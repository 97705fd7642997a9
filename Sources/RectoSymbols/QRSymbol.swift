/// A QR code symbol (ISO/IEC 18004), drawn independently of the reader's tables.
public struct QRSymbol: Sendable {
    /// Level of error correction.
    public enum Level: Int, Sendable, CaseIterable {
        case low, medium, quartile, high

        public var letter: String { ["L", "M", "Q", "H"][rawValue] }
        fileprivate var formatBits: Int { [1, 0, 3, 2][rawValue] }
    }

    public let version: Int
    public let dimension: Int
    private var dark: [Bool]
    private var isFunction: [Bool]

    /// - Parameters:
    ///   - bits: Bits of all segments; they must fit, see ``capacity(version:level:)``.
    ///   - version: 1…40.
    ///   - mask: 0…7.
    public init(_ bits: QRBits, version: Int, level: Level, mask: Int) {
        self.version = version
        dimension = 4 * version + 17
        dark = [Bool](repeating: false, count: dimension * dimension)
        isFunction = dark
        drawFunctionPatterns()
        drawFormat(level, mask)
        let data = bits.codewords(count: QRSymbol.dataCodewords(version: version, level: level))
        draw(QRSymbol.withErrorCorrection(data, version: version, level: level))
        apply(mask: mask)
    }

    /// Creates a symbol from bytes in the smallest version that holds them.
    public init(bytes: [UInt8], level: Level = .medium, mask: Int = 0) {
        let version = (1...40).first { QRSymbol.byteCapacity(version: $0, level: level) >= bytes.count } ?? 40
        self.init(QRBits(bytes: bytes, version: version), version: version, level: level, mask: mask)
    }

    public func isDark(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < dimension && y < dimension && dark[y * dimension + x]
    }

    /// Inverts modules.
    public mutating func damage(_ places: [(x: Int, y: Int)]) {
        for (x, y) in places { dark[y * dimension + x].toggle() }
    }

    /// Modules that hold data or error correction, in no particular order.
    public var dataPlaces: [(x: Int, y: Int)] {
        (0..<dimension * dimension).filter { !isFunction[$0] }.map { ($0 % dimension, $0 / dimension) }
    }

    // MARK: - Capacity

    /// Capacity for segments in bits.
    public static func capacity(version: Int, level: Level) -> Int { 8 * dataCodewords(version: version, level: level) }

    /// Capacity of one segment in bytes.
    public static func byteCapacity(version: Int, level: Level) -> Int {
        (capacity(version: version, level: level) - 4 - (version < 10 ? 8 : 16)) / 8
    }

    private static let correctionPerBlock: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
            30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
            28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    private static let blocks: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
            19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
            31,
            33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
            43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
            48,
            51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]

    /// Number of codewords for data and error correction.
    private static func codewords(version: Int) -> Int {
        var modules = (16 * version + 128) * version + 64
        if version >= 2 {
            let count = version / 7 + 2
            modules -= (25 * count - 10) * count - 55
            if version >= 7 { modules -= 36 }
        }
        return modules / 8
    }

    static func dataCodewords(version: Int, level: Level) -> Int {
        codewords(version: version) - correctable(version: version, level: level).codewords
    }

    /// Number of codewords for error correction, of blocks, and of correctable codewords in each.
    public static func correctable(version: Int, level: Level) -> (codewords: Int, blocks: Int, errorsPerBlock: Int) {
        let perBlock = correctionPerBlock[level.rawValue][version - 1]
        let blocks = blocks[level.rawValue][version - 1]
        // Small symbols reserve some of them against wrong corrections (table 9).
        let kept = version == 1 ? [3, 2, 1, 1][level.rawValue] : version == 2 && level == .low ? 2 : 0
        return (perBlock * blocks, blocks, (perBlock - kept) / 2)
    }

    // MARK: - Error correction

    private static func withErrorCorrection(_ data: [UInt8], version: Int, level: Level) -> [UInt8] {
        let (_, count, _) = correctable(version: version, level: level)
        let degree = correctionPerBlock[level.rawValue][version - 1]
        let total = codewords(version: version)
        let short = count - total % count
        let shortLength = total / count - degree
        var (blocks, corrections): ([[UInt8]], [[UInt8]]) = ([], [])
        var start = 0
        for i in 0..<count {
            let block = Array(data[start..<start + shortLength + (i < short ? 0 : 1)])
            start += block.count
            blocks.append(block)
            corrections.append(ParityWords.of(block, count: degree))
        }
        let interleaved = (0...shortLength).flatMap { i in blocks.compactMap { i < $0.count ? $0[i] : nil } }
        return interleaved + (0..<degree).flatMap { i in corrections.map { $0[i] } }
    }

    // MARK: - Drawing

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        dark[y * dimension + x] = isDark
        isFunction[y * dimension + x] = true
    }

    private mutating func drawFunctionPatterns() {
        for i in 0..<dimension {
            set(6, i, i % 2 == 0)
            set(i, 6, i % 2 == 0)
        }
        for (x, y) in [(3, 3), (dimension - 4, 3), (3, dimension - 4)] {
            for v in -4...4 {
                for u in -4...4 where 0..<dimension ~= x + u && 0..<dimension ~= y + v {
                    let distance = max(abs(u), abs(v))
                    set(x + u, y + v, distance != 2 && distance != 4)
                }
            }
        }
        let places = QRSymbol.alignmentPlaces(version)
        for (i, x) in places.enumerated() {
            for (j, y) in places.enumerated() {
                let last = places.count - 1
                if (i, j) == (0, 0) || (i, j) == (0, last) || (i, j) == (last, 0) { continue }
                for v in -2...2 { for u in -2...2 { set(x + u, y + v, max(abs(u), abs(v)) != 1) } }
            }
        }
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version << 12 | rest
        for i in 0..<18 {
            set(dimension - 11 + i % 3, i / 3, bits >> i & 1 == 1)
            set(i / 3, dimension - 11 + i % 3, bits >> i & 1 == 1)
        }
    }

    private static func alignmentPlaces(_ version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + stride(from: 4 * version + 10, to: 6, by: -step).prefix(count - 1).reversed()
    }

    /// The five bits of the format.
    static func formatBits(_ level: Level, _ mask: Int) -> Int { level.formatBits << 3 | mask }

    private mutating func drawFormat(_ level: Level, _ mask: Int) {
        let data = Self.formatBits(level, mask)
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x5412
        func bit(_ i: Int) -> Bool { bits >> i & 1 == 1 }
        for i in 0...5 { set(8, i, bit(i)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for i in 9..<15 { set(14 - i, 8, bit(i)) }
        for i in 0..<8 { set(dimension - 1 - i, 8, bit(i)) }
        for i in 8..<15 { set(8, dimension - 15 + i, bit(i)) }
        set(8, dimension - 8, true)
    }

    private mutating func draw(_ codewords: [UInt8]) {
        var i = 0
        for right in stride(from: dimension - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for step in 0..<dimension {
                for x in [right, right - 1] {
                    let y = (right + 1) & 2 == 0 ? dimension - 1 - step : step
                    guard !isFunction[y * dimension + x], i < 8 * codewords.count else { continue }
                    dark[y * dimension + x] = codewords[i >> 3] >> (7 - UInt8(i & 7)) & 1 == 1
                    i += 1
                }
            }
        }
    }

    private mutating func apply(mask: Int) {
        for y in 0..<dimension {
            for x in 0..<dimension where !isFunction[y * dimension + x] {
                if Self.isTurned(x, y, mask: mask) { dark[y * dimension + x].toggle() }
            }
        }
    }

    static func isTurned(_ x: Int, _ y: Int, mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
