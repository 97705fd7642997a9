internal import CVector

/// The summed-area table of a gray picture: entry (x, y) is the sum of all levels above row y and left of column x, modulo
/// 2³².
///
/// Source: Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984.
/// - Parameters:
///   - table: (`width` + 1) × (`height` + 1).
///   - tableStride: Elements from row to row.
public func integralImage(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into table: UnsafeMutablePointer<UInt32>, tableStride: Int
) {
    checkRows(width, height: height, stride: stride)
    checkRows(width + 1, height: height + 1, stride: tableStride)
    table.update(repeating: 0, count: width + 1)
    for y in 0..<height {
        let above = table + y * tableStride
        let target = above + tableStride
        target[0] = 0
        recto_table_row(row(source, y, stride), width, above + 1, target + 1)
    }
}

extension Reference {
    /// The plain reference of the kernel `integralImage`.
    public static func integralImage(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into table: UnsafeMutablePointer<UInt32>, tableStride: Int
    ) {
        for x in 0...width { table[x] = 0 }
        for y in 0..<height {
            var sum: UInt32 = 0
            table[(y + 1) * tableStride] = 0
            for x in 0..<width {
                sum &+= UInt32(source[y * stride + x])
                table[(y + 1) * tableStride + x + 1] = table[y * tableStride + x + 1] &+ sum
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_table_row_body(
    _ source: UnsafePointer<UInt8>!, _ n: Int, _ above: UnsafePointer<UInt32>!, _ target: UnsafeMutablePointer<UInt32>!
) {
    var before = SIMD8<UInt32>()
    var x = 0
    // SAFETY: n levels, n entries above and n to be written.
    while x &+ 8 <= n {
        before = vec_table_row(source + x, above + x, target + x, before)
        x &+= 8
    }
    var sum = before[0]
    while x < n {
        sum &+= UInt32(source[x])
        target[x] = above[x] &+ sum
        x &+= 1
    }
}
