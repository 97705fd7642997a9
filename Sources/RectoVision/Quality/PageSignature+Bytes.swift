/// Signatures on their way from one machine to another.
extension PageSignature {
    /// How many bytes a signature has.
    public static let byteCount = 2 * side * side
    /// Of cells: brightness is 0...255, and so is the local mean that is taken off.
    private static var range: ClosedRange<Int16> {
        let largest = 255 * Int16(SignatureCells.scale)
        return -largest...largest
    }

    /// A signature that was taken elsewhere.
    /// - Parameter bytes: Those of ``bytes``.
    /// - Returns: `nil` if they are none of a signature.
    public init?(bytes: some RandomAccessCollection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        let cells = SignatureCells()
        var byte = bytes.startIndex
        for cell in 0..<Self.side * Self.side {
            let next = bytes.index(after: byte)
            let value = Int16(truncatingIfNeeded: Int(bytes[next]) << 8 | Int(bytes[byte]))
            guard Self.range.contains(value) else { return nil }
            // SAFETY: there are so many cells, and nobody else holds them.
            cells.base[cell] = value
            byte = bytes.index(after: next)
        }
        self.init(cells)
    }

    /// The cells row by row, each of two bytes, little-endian.
    public var bytes: [UInt8] {
        // SAFETY: there are so many cells.
        (0..<Self.side * Self.side).flatMap { cell in
            let value = cells.base[cell]
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
    }
}
