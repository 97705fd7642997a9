/// The cells of a signature, row by row, in eighths of a gray level; only read as soon as anybody else holds them.
package final class SignatureCells: @unchecked Sendable {
    // SAFETY: printers and means write to cells that nobody else holds; see ``PageSignatureExtractor`` and ``SignatureAverage``.
    package private(set) var base: UnsafeMutablePointer<Int16>
    private static let side = PageSignature.side

    package init() {
        base = .allocate(capacity: Self.side * Self.side)
        base.initialize(repeating: 0, count: Self.side * Self.side)
    }

    deinit { base.deallocate() }

    /// Units of a gray level.
    static let scale: Float = 8

    /// Writes one plus an n-th of what the other differs by.
    func mix(_ one: SignatureCells, _ other: SignatureCells, share n: Int32) {
        let (one, other, base) = (one.base, other.base, base)
        let weight = (1 << 15) / n
        for index in 0..<Self.side * Self.side {
            // Both are within ±16,320.
            let difference = Int32(other[index]) - Int32(one[index])
            base[index] = Int16(truncatingIfNeeded: Int32(one[index]) &+ (difference &* weight &+ 1 << 14) >> 15)
        }
    }

    /// A quarter turn clockwise.
    func turned() -> SignatureCells {
        let turned = SignatureCells()
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                turned.base[column * Self.side + Self.side - 1 - row] = base[row * Self.side + column]
            }
        }
        return turned
    }
}
