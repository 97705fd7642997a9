/// The cells of a print, row by row; written once, then only read.
final class PrintCells: @unchecked Sendable {
    // SAFETY: a printer writes to cells that nobody else holds; see ``PagePrinter``.
    private(set) var base: UnsafeMutablePointer<Float>
    private static let side = PagePrint.side

    init() {
        base = .allocate(capacity: Self.side * Self.side)
        base.initialize(repeating: 0, count: Self.side * Self.side)
    }

    deinit { base.deallocate() }

    /// - Parameter index: Of the first of eight cells of one row.
    @inline(__always)
    func eight(at index: Int) -> SIMD8<Float> {
        // SAFETY: the caller's cell and the seven after it are in the row.
        UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<Float>.self)
    }

    /// A quarter turn clockwise.
    func turned() -> PrintCells {
        let turned = PrintCells()
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                turned.base[column * Self.side + Self.side - 1 - row] = base[row * Self.side + column]
            }
        }
        return turned
    }
}
