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
        let n = bits.dimension
        let (acrossStep, downStep) = format.isMirrored ? (n, 1) : (1, n)
        return [UInt8](unsafeUninitializedCapacity: n * n / 8) { codewords, initialized in
            Self.turned[format.mask].withUnsafeBufferPointer { turned in
                var (word, count) = (UInt8(0), 0)
                forEachModule { x, y in
                    // SAFETY: modules of the symbol; the mask repeats after its period.
                    let module = bits.modules.base[x &* acrossStep &+ y &* downStep]
                    word = word &<< 1 | module ^ turned[y % Self.period &* Self.period &+ x % Self.period]
                    count &+= 1
                    if count & 7 == 0 { codewords[count &>> 3 &- 1] = word }
                    return true
                }
                initialized = count / 8
            }
        }
    }

    /// Returns the certainty of the least certain module of each codeword, or how many modules are wholly uncertain, as a
    /// negative number: with one, a codeword is right half of the time.
    func sureness(_ modules: ModuleTable) -> [Float] {
        var sureness: [Float] = []
        var (least, hidden, count) = (Float.infinity, Float(0), 0)
        forEachModule { x, y in
            let own = format.isMirrored ? modules[y, x] : modules[x, y]
            least = min(least, own)
            if own == 0 { hidden += 1 }
            count += 1
            if count % 8 == 0 {
                sureness.append(hidden > 0 ? -hidden : least)
                (least, hidden) = (.infinity, 0)
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

    /// The number of columns and of rows after which every mask repeats.
    private static let period = 12
    /// The masks' modules in one period, row by row: 1 where a mask inverts.
    private static let turned: [[UInt8]] = (0..<8).map { mask in
        (0..<period * period).map { isTurned($0 % period, $0 / period, mask: mask) ? 1 : 0 }
    }

    /// Visits the modules of codewords in bit order until `body` returns false (7.7.3).
    @inline(__always)
    private func forEachModule(_ body: (_ x: Int, _ y: Int) -> Bool) {
        let n = bits.dimension
        known.signs.withUnsafeBufferPointer { signs in
            var isUpward = true
            var right = n - 1
            while right > 0 {
                // The column of the vertical timing pattern is skipped.
                if right == 6 { right = 5 }
                let mayHaveFormat = right < 10 || right >= n - 8
                @inline(__always)
                func isData(_ x: Int, _ y: Int) -> Bool {
                    if signs[y &* n &+ x] != 0 { return false }
                    return !mayHaveFormat || !(x == 8 && (y < 9 || y >= n - 8) || y == 8 && (x < 9 || x >= n - 8))
                }
                for step in 0..<n {
                    let y = isUpward ? n - 1 - step : step
                    if isData(right, y), !body(right, y) { return }
                    if isData(right &- 1, y), !body(right &- 1, y) { return }
                }
                isUpward.toggle()
                right -= 2
            }
        }
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
