/// Serialization of signatures, to send them from one machine to another.
extension PageSignature {
    /// The number of bytes of a signature.
    public static let byteCount = 2 * side * side
    /// The range of a cell: brightness is 0...255, and so is the local mean that is subtracted.
    private static var range: ClosedRange<Int16> {
        let largest = 255 * Int16(SignatureCells.scale)
        return -largest...largest
    }

    /// Creates a signature from one that was taken elsewhere.
    /// - Parameter bytes: The value of ``bytes``.
    /// - Returns: `nil` if the bytes are not those of a signature.
    public init?(bytes: some RandomAccessCollection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        let cells = SignatureCells()
        var byte = bytes.startIndex
        for cell in 0..<Self.side * Self.side {
            let next = bytes.index(after: byte)
            let value = Int16(truncatingIfNeeded: Int(bytes[next]) << 8 | Int(bytes[byte]))
            guard Self.range.contains(value) else { return nil }
            // SAFETY: there are `side * side` cells, and nobody else holds them.
            cells.base[cell] = value
            byte = bytes.index(after: next)
        }
        self.init(cells)
    }

    /// The cells row by row, two bytes each, little-endian.
    public var bytes: [UInt8] {
        // SAFETY: there are `side * side` cells.
        (0..<Self.side * Self.side).flatMap { cell in
            let value = cells.base[cell]
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
    }
}
