/// The fixed properties of a version of the rectangular Micro QR code (ISO/IEC 23941).
struct RectangularShape {
    /// The version, 1…32.
    let version: Int
    /// The size in modules.
    let width, height: Int
    /// The total number of codewords.
    let codewords: Int
    /// The number of blocks and of data codewords at levels medium and high.
    let medium, high: (blocks: Int, data: Int)
    /// The number of bits of the counts of digits, characters, bytes and kanji.
    let countBits: [Int]

    static let versions = 1...32

    /// - Precondition: The version is one of ``versions``.
    init(version: Int) {
        precondition(Self.versions ~= version, "no such version")
        let row = Self.table[version - 1]
        self.version = version
        (height, width, codewords) = (row[0], row[1], row[2])
        (medium, high) = ((row[3], row[4]), (row[5], row[6]))
        countBits = Array(row[7...])
    }

    /// The columns at the centers of the alignment patterns.
    var alignmentColumns: [Int] {
        switch width {
        case 27: []
        case 43: [21]
        case 59: [19, 39]
        case 77: [25, 51]
        case 99: [23, 49, 75]
        default: [27, 55, 83, 111]
        }
    }

    func blocks(at level: ErrorCorrectionLevel) -> (blocks: Int, data: Int) {
        level == .high ? high : medium
    }

    /// Height, width, codewords, blocks and data at medium, then at high, bits of counts.
    private static let table: [[Int]] = [
        [7, 43, 13, 1, 6, 1, 3, 4, 3, 3, 2], [7, 59, 21, 1, 12, 1, 7, 5, 5, 4, 3],
        [7, 77, 32, 1, 20, 1, 10, 6, 5, 5, 4], [7, 99, 44, 1, 28, 1, 14, 7, 6, 5, 5],
        [7, 139, 68, 1, 44, 2, 24, 7, 6, 6, 5], [9, 43, 21, 1, 12, 1, 7, 5, 5, 4, 3],
        [9, 59, 33, 1, 21, 1, 11, 6, 5, 5, 4], [9, 77, 49, 1, 31, 2, 17, 7, 6, 5, 5],
        [9, 99, 66, 1, 42, 2, 22, 7, 6, 6, 5], [9, 139, 99, 2, 63, 3, 33, 8, 7, 6, 6],
        [11, 27, 15, 1, 7, 1, 5, 4, 4, 3, 2], [11, 43, 31, 1, 19, 1, 11, 6, 5, 5, 4],
        [11, 59, 47, 1, 31, 2, 15, 7, 6, 5, 5], [11, 77, 67, 1, 43, 2, 23, 7, 6, 6, 5],
        [11, 99, 89, 2, 57, 2, 29, 8, 7, 6, 6], [11, 139, 132, 2, 84, 3, 42, 8, 7, 7, 6],
        [13, 27, 21, 1, 12, 1, 7, 5, 5, 4, 3], [13, 43, 41, 1, 27, 1, 13, 6, 6, 5, 5],
        [13, 59, 60, 1, 38, 2, 20, 7, 6, 6, 5], [13, 77, 85, 2, 53, 2, 29, 7, 7, 6, 6],
        [13, 99, 113, 2, 73, 3, 35, 8, 7, 7, 6], [13, 139, 166, 3, 106, 4, 54, 8, 8, 7, 7],
        [15, 43, 51, 1, 33, 2, 15, 7, 6, 6, 5], [15, 59, 74, 1, 48, 2, 26, 7, 7, 6, 5],
        [15, 77, 103, 2, 67, 3, 31, 8, 7, 7, 6], [15, 99, 136, 2, 88, 4, 48, 8, 7, 7, 6],
        [15, 139, 199, 3, 127, 5, 69, 9, 8, 7, 7], [17, 43, 61, 1, 39, 2, 21, 7, 6, 6, 5],
        [17, 59, 88, 2, 56, 2, 28, 8, 7, 6, 6], [17, 77, 122, 2, 78, 3, 38, 8, 7, 7, 6],
        [17, 99, 160, 3, 100, 4, 56, 8, 8, 7, 6], [17, 139, 232, 4, 152, 6, 76, 9, 8, 8, 7],
    ]
}

extension PayloadForm {
    /// Returns the format for a rectangular code (ISO/IEC 23941, table 2).
    static func rectangular(_ shape: RectangularShape) -> PayloadForm {
        PayloadForm(
            modeBits: 3, modes: [0, 1, 2, 4, 8, 5, 9, 7], digits: shape.countBits[0],
            characters: shape.countBits[1],
            bytes: shape.countBits[2], kanji: shape.countBits[3], terminatorBits: 3)
    }
}
