internal import CVector

/// The summed-area table of a gray picture: entry (x, y) is the sum of all levels above row y and left of column x, modulo
/// 2³².
///
/// Source: Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984.
/// - Parameter table: (`width` + 1) × (`height` + 1).
public func integralImage(
    _ source: PlaneView<UInt8>, into table: MutablePlaneView<UInt32>
) {
    let (width, height) = (source.width, source.height)
    source.check()
    table.check(width: width + 1, height: height + 1)
    table.base.update(repeating: 0, count: width + 1)
    for y in 0..<height {
        let (above, target) = (table.row(y), table.row(y + 1))
        target[0] = 0
        recto_integral_row(source.row(y), width, above + 1, target + 1)
    }
}

extension Reference {
    /// The plain reference of the kernel `integralImage`.
    public static func integralImage(
        _ source: PlaneView<UInt8>, into table: MutablePlaneView<UInt32>
    ) {
        let (width, height) = (source.width, source.height)
        for x in 0...width { table.base[x] = 0 }
        for y in 0..<height {
            var sum: UInt32 = 0
            table.row(y + 1)[0] = 0
            for x in 0..<width {
                sum &+= UInt32(source.row(y)[x])
                table.row(y + 1)[x + 1] = table.row(y)[x + 1] &+ sum
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_integral_row_body(
    _ source: UnsafePointer<UInt8>!, _ n: Int, _ above: UnsafePointer<UInt32>!, _ target: UnsafeMutablePointer<UInt32>!
) {
    var before = SIMD8<UInt32>()
    var x = 0
    // SAFETY: n levels, n entries above and n entries to write.
    while x &+ 8 <= n {
        before = vec_integral_row(source + x, above + x, target + x, before)
        x &+= 8
    }
    var sum = before[0]
    while x < n {
        sum &+= UInt32(source[x])
        target[x] = above[x] &+ sum
        x &+= 1
    }
}
