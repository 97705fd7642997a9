/// What a version of the QR code fixes: its size and where its patterns lie (ISO/IEC 18004, 6.3 and annex E).
struct SymbolShape: Hashable, Sendable {
    static let versions = 1...40

    /// 1…40.
    let version: Int
    /// Modules a side.
    let dimension: Int

    /// - Precondition: A version that there is.
    init(version: Int) {
        precondition(Self.versions ~= version, "no such version")
        self.version = version
        dimension = 17 + 4 * version
    }

    /// The modules at the centres of the finder patterns: top left, top right, bottom left.
    var finderCentres: [(x: Int, y: Int)] { [(3, 3), (dimension - 4, 3), (3, dimension - 4)] }

    /// The modules at the centres of the alignment patterns.
    var alignmentCentres: [(x: Int, y: Int)] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (2 * count - 2) * 2
        let places = [6] + (0..<count - 1).reversed().map { dimension - 7 - step * $0 }
        let last = dimension - 7
        return places.flatMap { y in places.map { x in (x: x, y: y) } }
            .filter { $0 != (6, 6) && $0 != (6, last) && $0 != (last, 6) }
    }

    /// The 18 bits that state the version, from 7 on: Golay code (annex D).
    var versionBits: Int? {
        guard version >= 7 else { return nil }
        var rest = version << 12
        for i in (12...17).reversed() where rest >> i & 1 == 1 { rest ^= 0x1F25 << (i - 12) }
        return version << 12 | rest
    }
}
