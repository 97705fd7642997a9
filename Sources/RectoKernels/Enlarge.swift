internal import CVector

/// A picture at twice its size, by cubic convolution (Keys 1981, a = −½; Catmull & Rom).
///
/// Columns first, then rows, each rounded: (−9 a + 111 b + 29 c − 3 d + 64) >> 7, clamped to 0...255, of the four
/// neighbors of which b is the nearest. The border is replicated.
/// - Parameters:
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - target: 2 `width` × 2 `height`.
///   - part: A part of the target's rows.
public func enlarge(
    _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>, part: WorkPart = .all
) {
    let count = enlargeScratchByteCount(width: source.width, channels: channels)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
        // SAFETY: the buffer is not empty.
        enlarge(
            source, channels: channels, into: target, part: part, scratch: buffer.baseAddress.unsafelyUnwrapped)
    }
}

/// Scratch bytes that an enlargement needs: a row with two pixels of border, and the two phases of its pixels; 32 more
/// bytes are written.
public func enlargeScratchByteCount(width: Int, channels: Int) -> Int { 3 * (width * channels + 4 * channels + 32) }

/// The same with scratch memory from the caller, ``enlargeScratchByteCount(width:channels:)`` bytes.
public func enlarge(
    _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>, part: WorkPart = .all,
    scratch line: UnsafeMutablePointer<UInt8>
) {
    let (width, height) = (source.width, source.height)
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    source.check(channels: channels)
    target.check(width: 2 * width, height: 2 * height, channels: channels)
    guard width > 0 else { return }
    let n = width * channels
    let margin = 2 * channels
    let length = n + 2 * margin + 32
    // SAFETY: the scratch holds three lines; rows are clamped to the picture.
    for y in part.share(of: 2 * height) {
        let near = y / 2
        let step = y % 2 == 0 ? -1 : 1
        func neighbour(_ offset: Int) -> UnsafePointer<UInt8> {
            source.row(min(max(near + offset * step, 0), height - 1))
        }
        recto_enlarge_phase(neighbour(-1), neighbour(0), neighbour(1), neighbour(2), n, line + margin)
        for c in 0..<channels {
            for x in 0..<2 {
                line[x * channels + c] = line[margin + c]
                line[margin + n + x * channels + c] = line[margin + n - channels + c]
            }
        }
        let out = target.row(y)
        recto_enlarge_row(line + margin, n, channels, line + length, line + 2 * length, out)
    }
}

extension Reference {
    /// The plain reference of the kernel `enlarge`.
    public static func enlarge(
        _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        func phase(_ i: Int, _ count: Int, _ pixel: (Int) -> Int) -> Int {
            let step = i % 2 == 0 ? -1 : 1
            func neighbour(_ offset: Int) -> Int { pixel(min(max(i / 2 + offset * step, 0), count - 1)) }
            let sum = 111 * neighbour(0) + 29 * neighbour(1) - 9 * neighbour(-1) - 3 * neighbour(2)
            return min(max((sum + 64) >> 7, 0), 255)
        }
        for y in 0..<2 * height {
            for x in 0..<2 * width {
                for c in 0..<channels {
                    let value = phase(x, width) { column in
                        phase(y, height) { Int(source.row($0)[column * channels + c]) }
                    }
                    target.row(y)[x * channels + c] = UInt8(value)
                }
            }
        }
    }
}

// MARK: - Bodies

/// A quarter of the way from b to c.
@inline(__always)
private func phase(
    _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ c: SIMD16<UInt8>, _ d: SIMD16<UInt8>
) -> SIMD16<UInt16> {
    typealias V = SIMD16<UInt16>
    // 3072 more than the sum, so it is never negative; after subtracting it with saturation, negative sums are 0.
    let plus: V = vec_widen(b) &* V(repeating: 111) &+ vec_widen(c) &* V(repeating: 29) &+ V(repeating: 3072 + 64)
    let minus: V = vec_widen(a) &* V(repeating: 9) &+ vec_widen(d) &* V(repeating: 3)
    let sum: V = vec_subtract_saturating(plus &- minus, V(repeating: 3072))
    return vec_min_u16(vec_shift_right(sum, 7), V(repeating: 255))
}

@c @implementation
func recto_enlarge_phase_body(
    _ a: UnsafePointer<UInt8>!, _ b: UnsafePointer<UInt8>!, _ c: UnsafePointer<UInt8>!, _ d: UnsafePointer<UInt8>!,
    _ n: Int, _ target: UnsafeMutablePointer<UInt8>!
) {
    var x = 0
    // SAFETY: n bytes of each row are read, and n of the target, which has room for 16 more, are written.
    while x &+ 16 <= n {
        let v = phase(vec_load16(a + x), vec_load16(b + x), vec_load16(c + x), vec_load16(d + x))
        vec_store16(target + x, vec_narrow16(v))
        x &+= 16
    }
    if x < n {
        withStackBuffer { tail in
            copy(a + x, to: tail, count: n &- x)
            copy(b + x, to: tail + 16, count: n &- x)
            copy(c + x, to: tail + 32, count: n &- x)
            copy(d + x, to: tail + 48, count: n &- x)
            let v = phase(vec_load16(tail), vec_load16(tail + 16), vec_load16(tail + 32), vec_load16(tail + 48))
            vec_store16(target + x, vec_narrow16(v))
        }
    }
}

@c @implementation
func recto_enlarge_row_body(
    _ source: UnsafePointer<UInt8>!, _ n: Int, _ channels: Int, _ left: UnsafeMutablePointer<UInt8>!,
    _ right: UnsafeMutablePointer<UInt8>!, _ target: UnsafeMutablePointer<UInt8>!
) {
    // SAFETY: the source has two pixels before and after its n bytes, and 16 more bytes, as do left and right.
    @inline(__always)
    func load(_ x: Int, _ offset: Int) -> SIMD16<UInt8> { vec_load16(source + (x &+ offset &* channels)) }
    var x = 0
    while x < n {
        let (before, here, after) = (load(x, -1), load(x, 0), load(x, 1))
        let toLeft = phase(after, here, before, load(x, -2))
        let toRight = phase(before, here, after, load(x, 2))
        if channels == 1 && x &+ 16 <= n {
            let pairs: SIMD16<UInt16> = toLeft | vec_shift_left(toRight, 8)
            UnsafeMutableRawPointer(target + 2 &* x).storeBytes(of: pairs, as: SIMD16<UInt16>.self)
        } else {
            vec_store16(left + x, vec_narrow16(toLeft))
            vec_store16(right + x, vec_narrow16(toRight))
        }
        x &+= 16
    }
    if channels == 1 {
        x = n & ~15
        while x < n {
            target[2 &* x] = left[x]
            target[2 &* x &+ 1] = right[x]
            x &+= 1
        }
    } else {
        // The fourth byte written is overwritten by the next pixel; the last pixel is written byte by byte.
        guard var p = UnsafeRawPointer(left), var q = UnsafeRawPointer(right), var t = UnsafeMutableRawPointer(target)
        else { return }
        x = 0
        while x &+ 3 < n {
            t.storeBytes(of: p.loadUnaligned(as: UInt32.self), as: UInt32.self)
            (t + 3).storeBytes(of: q.loadUnaligned(as: UInt32.self), as: UInt32.self)
            p += 3
            q += 3
            t += 6
            x &+= 3
        }
        for i in 0..<3 {
            target[2 &* x &+ i] = left[x &+ i]
            target[2 &* x &+ 3 &+ i] = right[x &+ i]
        }
    }
}
