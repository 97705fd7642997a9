import RectoCore

/// The codewords of a symbol as sampled, without error correction.
struct DataStream {
    private let bits: SymbolBits
    private let format: FormatInformation
    private let known: FixedModules
    private let blocks: Int

    init(_ bits: SymbolBits, _ format: FormatInformation) {
        let version = (bits.dimension - 17) / 4
        self.bits = bits
        self.format = format
        known = FixedModules.of(version)
        blocks = SymbolShape(version: version).blocks(at: format.level)
    }

    /// All codewords in their order in the symbol; left-over modules are ignored.
    var codewords: [UInt8] {
        var codewords: [UInt8] = []
        var (word, count) = (UInt8(0), 0)
        forEachModule { x, y in
            word = word << 1 | (isDark(x, y) ? 1 : 0)
            count += 1
            if count % 8 == 0 { codewords.append(word) }
            return true
        }
        return codewords
    }

    /// Returns the certainty of the least certain module of each codeword.
    func sureness(_ modules: ModuleTable) -> [Float] {
        var sureness: [Float] = []
        var (least, count) = (Float.infinity, 0)
        forEachModule { x, y in
            least = min(least, format.isMirrored ? modules[y, x] : modules[x, y])
            count += 1
            if count % 8 == 0 {
                sureness.append(least)
                least = .infinity
            }
            return true
        }
        return sureness
    }

    /// Returns the first bits of the payload, at most 24, from the first block, whose codewords are interleaved.
    func firstBits(count: Int) -> Int {
        let wanted = (0..<(count + 7) / 8).map { $0 * blocks }
        var codewords = [Int](repeating: 0, count: wanted.count)
        var i = 0
        forEachModule { x, y in
            if let k = wanted.firstIndex(of: i / 8) { codewords[k] = codewords[k] << 1 | (isDark(x, y) ? 1 : 0) }
            i += 1
            return i / 8 <= wanted[wanted.count - 1]
        }
        let all = codewords.reduce(0) { $0 << 8 | $1 }
        return all >> (8 * codewords.count - count)
    }

    /// Visits the modules of codewords in bit order until `body` returns false (7.7.3).
    private func forEachModule(_ body: (_ x: Int, _ y: Int) -> Bool) {
        let n = bits.dimension
        var isUpward = true
        var right = n - 1
        while right > 0 {
            // The column of the vertical timing pattern is skipped.
            if right == 6 { right = 5 }
            for step in 0..<n {
                let y = isUpward ? n - 1 - step : step
                for x in [right, right - 1] where isData(x, y) {
                    if !body(x, y) { return }
                }
            }
            isUpward.toggle()
            right -= 2
        }
    }

    private func isData(_ x: Int, _ y: Int) -> Bool {
        let n = bits.dimension
        let isFormat = x == 8 && (y < 9 || y >= n - 8) || y == 8 && (x < 9 || x >= n - 8)
        return known.signs[y * n + x] == 0 && !isFormat
    }

    /// Removes the mask (7.8.2).
    private func isDark(_ x: Int, _ y: Int) -> Bool {
        let isTurned = Self.isTurned(x, y, mask: format.mask)
        return (format.isMirrored ? bits.isDark(y, x) : bits.isDark(x, y)) != isTurned
    }

    /// Returns whether a mask inverts a module (table 10).
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
