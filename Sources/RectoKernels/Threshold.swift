internal import CVector

/// The ink of a gray picture by the mean of the square window around each pixel, packed to one bit per pixel.
///
/// A bit is 1 (ink) where value + `offset` < mean, decided exactly on the sums. Borders are replicated.
/// - Parameters:
///   - radius: The window's side is 2 `radius` + 1; `0...maximumBoxRadius`.
///   - offset: How much darker than the mean ink must be, in levels; `-255...255`.
///   - bits: Rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the highest bit; the bits after the last pixel are 0.
///   - scratch: ``boxMeanScratchByteCount(width:radius:)`` bytes, aligned to 4.
public func localThreshold(
    _ source: PlaneView<UInt8>, radius: Int, offset: Int, into bits: MutablePlaneView<UInt8>,
    scratch: UnsafeMutableRawPointer
) {
    precondition(-255...255 ~= offset, "offset out of range")
    bits.check(width: (source.width + 7) / 8, height: source.height)
    BoxRows(source, radius, scratch).forEachRow { y, sums in
        recto_box_threshold(sums, source.row(y), source.width, radius, offset, bits.row(y))
    }
}

extension Reference {
    /// The plain reference of the kernel `localThreshold`.
    public static func localThreshold(
        _ source: PlaneView<UInt8>, radius: Int, offset: Int, into bits: MutablePlaneView<UInt8>
    ) {
        let area = (2 * radius + 1) * (2 * radius + 1)
        packBits(of: source, into: bits) { x, y in
            let sum = boxSum(source, radius, x, y)
            return (Int(source.row(y)[x]) + offset) * area < sum
        }
    }

    static func packBits(
        of source: PlaneView<UInt8>, into bits: MutablePlaneView<UInt8>, _ isInk: (_ x: Int, _ y: Int) -> Bool
    ) {
        let width = source.width
        for y in 0..<source.height {
            for i in 0..<(width + 7) / 8 {
                var byte: UInt8 = 0
                for bit in 0..<min(8, width - 8 * i) where isInk(8 * i + bit, y) { byte |= 0x80 >> UInt8(bit) }
                bits.row(y)[i] = byte
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_box_threshold_body(
    _ sums: UnsafePointer<UInt32>!, _ source: UnsafePointer<UInt8>!, _ n: Int, _ radius: Int, _ offset: Int,
    _ bits: UnsafeMutablePointer<UInt8>!
) {
    typealias V = SIMD8<Int32>
    let side = 2 &* radius &+ 1
    let area = V(repeating: Int32(truncatingIfNeeded: side &* side))
    let shift = V(repeating: Int32(truncatingIfNeeded: offset &* side &* side))
    // SAFETY: n bytes; sums can be read up to a vector beyond the last, from which no bit is stored.
    @inline(__always)
    func ink(_ p: UnsafePointer<UInt8>, _ x: Int) -> SIMD8<UInt32> {
        let value: V = vec_widen_bytes(vec_load8(p)) &* area &+ shift
        return vec_less_i32(value, unsafeBitCast(windowSums(sums, x, radius), to: V.self))
    }
    @inline(__always)
    func ink32(_ p: UnsafePointer<UInt8>, _ x: Int) -> UInt32 {
        vec_pack_bits(vec_low_bytes(ink(p, x), ink(p + 8, x &+ 8), ink(p + 16, x &+ 16), ink(p + 24, x &+ 24)))
    }
    packRow(source, n, bits, ink32)
}
