/// The fixed properties of a version of the QR code: its size and the places of its patterns (ISO/IEC 18004, 6.3 and
/// annex E).
struct SymbolShape: Hashable, Sendable {
    static let versions = 1...40

    /// The version, 1…40.
    let version: Int
    /// The number of modules per side.
    let dimension: Int

    /// - Precondition: The version is one of ``versions``.
    init(version: Int) {
        precondition(Self.versions ~= version, "no such version")
        self.version = version
        dimension = 17 + 4 * version
    }

    /// The modules at the centers of the finder patterns: top left, top right, bottom left.
    var finderCenters: [(x: Int, y: Int)] { [(3, 3), (dimension - 4, 3), (3, dimension - 4)] }

    /// The modules at the centers of the alignment patterns.
    var alignmentCenters: [(x: Int, y: Int)] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (2 * count - 2) * 2
        let places = [6] + (0..<count - 1).reversed().map { dimension - 7 - step * $0 }
        let last = dimension - 7
        return places.flatMap { y in places.map { x in (x: x, y: y) } }
            .filter { $0 != (6, 6) && $0 != (6, last) && $0 != (last, 6) }
    }

    /// The 18 bits that state the version, from version 7: Golay code (annex D).
    var versionBits: Int? {
        guard version >= 7 else { return nil }
        var rest = version << 12
        for i in (12...17).reversed() where rest >> i & 1 == 1 { rest ^= 0x1F25 << (i - 12) }
        return version << 12 | rest
    }

    /// Returns the number of blocks of codewords (table 9).
    func blocks(at level: ErrorCorrectionLevel) -> Int { Self.blocks.at(level)[version - 1] }

    private static let blocks = ByLevel(
        low: [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
            19, 19, 20, 21, 22, 24, 25,
        ],
        medium: [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
            31,
            33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        quartile: [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
            43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        high: [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
            48,
            51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ]
    )

    /// Returns the number of parity codewords per block (table 9).
    func parity(at level: ErrorCorrectionLevel) -> Int { Self.parity.at(level)[version - 1] }

    private static let parity = ByLevel(
        low: [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        medium: [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        quartile: [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        high: [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ]
    )

    /// Returns the number of correctable codewords per block.
    func correctable(at level: ErrorCorrectionLevel) -> Int { (parity(at: level) - detecting(at: level)) / 2 }

    /// Returns the number of parity codewords reserved for detection, in the smallest symbols.
    func detecting(at level: ErrorCorrectionLevel) -> Int {
        switch (version, level) {
        case (1, .low): 3
        case (1, .medium), (2, .low): 2
        case (1, _): 1
        default: 0
        }
    }

    /// One value per version for each level, from version 1.
    private struct ByLevel {
        let low, medium, quartile, high: [Int]

        func at(_ level: ErrorCorrectionLevel) -> [Int] {
            switch level {
            case .low: low
            case .medium: medium
            case .quartile: quartile
            case .high: high
            }
        }
    }
}
