extension Bilevel1 {
    /// The bits of a row's last byte that are pixels. The others are 0.
    /// - Parameter width: The width of the picture in pixels, at least 1.
    public static func lastByteMask(width: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: 0xFF << (rowBytes(width: width) * 8 - width))
    }
}

extension Image<Gray8> {
    /// Exchanges light and dark.
    public mutating func invert() {
        withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width { row[x] = 255 - row[x] }
            }
        }
    }
}

extension Image<Bilevel1> {
    /// Exchanges ink and paper.
    public mutating func invert() {
        withMutableView { view in
            let mask = Bilevel1.lastByteMask(width: view.width)
            for y in 0..<view.height {
                let row = view.row(y)
                for byte in 0..<view.rowBytes { row[byte] = ~row[byte] }
                row[view.rowBytes - 1] &= mask
            }
        }
    }
}
