/// The cells of a print, row by row, in eighths of a gray level; written once, then only read.
final class PrintCells: @unchecked Sendable {
    // SAFETY: a printer writes to cells that nobody else holds; see ``PagePrinter``.
    private(set) var base: UnsafeMutablePointer<Int16>
    private static let side = PagePrint.side

    init() {
        base = .allocate(capacity: Self.side * Self.side)
        base.initialize(repeating: 0, count: Self.side * Self.side)
    }

    deinit { base.deallocate() }

    /// Units of a gray level.
    static let scale: Float = 8

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
