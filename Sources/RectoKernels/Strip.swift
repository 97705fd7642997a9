internal import CVector

/// A strip of 32 columns of a picture, or fewer if the picture is narrower, within a block of rows.
///
/// Neighborhood kernels work down strips. If a strip's neighbors are outside the picture, its rows are copied to a
/// buffer with the border replicated.
struct Strip {
    /// Range of rows to write.
    let top: Int
    let bottom: Int
    /// The first column.
    let left: Int
    let count: Int
    /// Buffer for a copy of a row with `margin` bytes replicated on both sides; `nil` if no copy is needed.
    let buffer: UnsafeMutablePointer<UInt8>?
    let margin: Int
    let width: Int

    /// The strip's first byte in a row; `margin` bytes before and 32 + `margin` after it are readable.
    @inline(__always)
    func load(_ row: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard let buffer else { return row + left }
        return bordered(row, in: buffer)
    }

    // SAFETY: the columns are clamped to the row; the buffer has 256 bytes.
    private func bordered(_ row: UnsafePointer<UInt8>, in buffer: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
        let first = max(left - margin, 0)
        let end = min(left + count + margin, width)
        let base = buffer + 16
        copy(row + first, to: base + (first - left), count: end - first)
        for i in first - margin..<first { base[i - left] = row[first] }
        for i in end..<end + margin { base[i - left] = row[end - 1] }
        return UnsafePointer(base)
    }

    @inline(__always)
    func store(_ v: SIMD32<UInt8>, _ row: UnsafeMutablePointer<UInt8>) {
        if buffer == nil || count == 32 {
            vec_store32(row + left, v)
        } else {
            vec_store32_part(row + left, v, count)
        }
    }
}

/// Calls `body` for strips that cover a picture. The last strips may overlap.
///
/// - Parameter rows: Rows in a block. Every row of the source and of each target is a separate memory stream: more than
///   a dozen in total exceed what the caches' prefetchers and translation buffers can follow.
@inline(__always)
func forEachStrip(width: Int, height: Int, margin: Int, rows: Int, _ body: (Strip) -> Void) {
    guard width > 0 else { return }
    withStackBuffer { buffer in
        var top = 0
        while top < height {
            let bottom = min(top &+ rows, height)
            var x = 0
            while x < width {
                let left = min(x, max(width &- 32, 0))
                let count = min(32, width)
                if left >= margin && left &+ 32 &+ margin <= width {
                    body(
                        Strip(
                            top: top, bottom: bottom, left: left, count: 32, buffer: nil, margin: margin, width: width))
                } else {
                    body(
                        Strip(
                            top: top, bottom: bottom, left: left, count: count, buffer: buffer, margin: margin,
                            width: width))
                }
                x &+= 32
            }
            top &+= rows
        }
    }
}
