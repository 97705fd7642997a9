internal import CVector

/// Scratch bytes that the kernels on a coarse surface need.
public func surfaceScratchByteCount(width: Int, channels: Int) -> Int {
    2 * SurfaceRows.elementCount(width: width, channels: channels)
}

/// The ink of a gray picture by a slowly varying threshold, packed to one bit per pixel.
///
/// The threshold is given at a quarter of the scale: cell (i, j) is the value at the center of the 4 × 4 pixels from (4
/// i, 4 j) on. It is interpolated bilinearly between centers, exactly, in 1/64 levels; beyond the outer centers it is
/// replicated. A bit is 1 (ink) where value < threshold.
/// - Parameters:
///   - surface: At least ⌈`width` / 4⌉ × ⌈`height` / 4⌉ cells; a stride of 0 repeats the top row.
///   - bits: Rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the highest bit; the bits after the last pixel are 0.
///   - scratch: ``surfaceScratchByteCount(width:channels:)`` bytes for one channel, aligned to 2.
///   - part: A part of the rows; each thread needs separate scratch memory.
public func thresholdAgainstSurface(
    _ source: PlaneView<UInt8>, surface: PlaneView<UInt8>, into bits: MutablePlaneView<UInt8>,
    scratch: UnsafeMutableRawPointer, part: WorkPart = .all
) {
    let (width, height) = (source.width, source.height)
    source.check()
    surface.checkCovers(width: width, height: height)
    bits.check(width: (width + 7) / 8, height: height)
    guard width > 0 && height > 0 else { return }
    var rows = SurfaceRows(
        width: width, height: height, channels: 1, groups: part.share(of: groupCount(height)), scratch: scratch)
    rows.forEachGroup { cells, j in
        let line = surface.row(j)
        for i in 0..<(width + 3) / 4 { cells[i] = UInt16(line[i]) }
    } body: { group in
        recto_surface_threshold(
            source.row(group.top), source.stride, width, group.count, group.upper, group.lower, group.weight,
            bits.row(group.top), bits.stride)
    }
}

/// A gain of 1 in the surfaces of `flattenWithSurface`.
public let unitGain: UInt16 = 128

/// The largest gain in the surfaces of `flattenWithSurface`: just under 8.
public let maximumGain: UInt16 = 1023

/// A picture multiplied by a slowly varying gain, which removes the lighting.
///
/// The gain is given at a quarter of the scale, in 1/128, and interpolated as in
/// ``thresholdAgainstSurface(_:surface:into:scratch:part:)`` to G, in 1/8192.
/// A value v becomes min(255, (((v G) >> 8) + 16) >> 5).
/// - Parameters:
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - gains: At least ⌈`width` / 4⌉ × ⌈`height` / 4⌉ cells of `channels` interleaved gains, each at most
///     ``maximumGain``.
///   - scratch: ``surfaceScratchByteCount(width:channels:)`` bytes, aligned to 2.
///   - part: A part of the rows; each thread needs separate scratch memory.
public func flattenWithSurface(
    _ source: PlaneView<UInt8>, channels: Int, gains: PlaneView<UInt16>, into target: MutablePlaneView<UInt8>,
    scratch: UnsafeMutableRawPointer, part: WorkPart = .all
) {
    let (width, height) = (source.width, source.height)
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    let n = width * channels
    source.check(channels: channels)
    gains.checkCovers(width: width, height: height, channels: channels)
    target.check(width: width, height: height, channels: channels)
    guard width > 0 && height > 0 else { return }
    var rows = SurfaceRows(
        width: width, height: height, channels: channels, groups: part.share(of: groupCount(height)),
        scratch: scratch)
    rows.forEachGroup { cells, j in
        cells.update(from: gains.row(j), count: (width + 3) / 4 * channels)
    } body: { group in
        recto_surface_flatten(
            source.row(group.top), source.stride, n, group.count, group.upper, group.lower, group.weight,
            target.row(group.top), target.stride)
    }
}

extension PlaneView {
    /// Checks that a surface has a cell for each 4 × 4 pixels of a picture. All its rows may be the same one.
    fileprivate func checkCovers(width: Int, height: Int, channels: Int = 1) {
        precondition(
            self.width >= (width + 3) / 4 && self.height >= (height + 3) / 4, "a surface smaller than the picture")
        checkRows(self.width * channels, height: stride == 0 ? 1 : self.height, stride: stride)
    }
}

extension Reference {
    /// The plain reference of the kernel `thresholdAgainstSurface`.
    public static func thresholdAgainstSurface(
        _ source: PlaneView<UInt8>, surface: PlaneView<UInt8>, into bits: MutablePlaneView<UInt8>
    ) {
        packBits(of: source, into: bits) { x, y in
            let threshold = interpolate(source.width, source.height, x, y) { Int(surface.row($1)[$0]) }
            return 64 * Int(source.row(y)[x]) < threshold
        }
    }

    /// The plain reference of the kernel `flattenWithSurface`.
    public static func flattenWithSurface(
        _ source: PlaneView<UInt8>, channels: Int, gains: PlaneView<UInt16>, into target: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        for y in 0..<height {
            for i in 0..<width * channels {
                let gain = interpolate(width, height, i / channels, y) {
                    Int(gains.row($1)[$0 * channels + i % channels])
                }
                let value = Int(source.row(y)[i])
                target.row(y)[i] = UInt8(min(255, ((value * gain) >> 8 + 16) >> 5))
            }
        }
    }

    /// 64 times the value of a quarter-scale surface at a pixel's center.
    private static func interpolate(
        _ width: Int, _ height: Int, _ x: Int, _ y: Int, _ cell: (_ i: Int, _ j: Int) -> Int
    ) -> Int {
        // In eighths of a cell, the center of pixel x lies 2 x − 3 after the center of cell 0.
        func taps(_ x: Int, _ side: Int) -> (first: Int, second: Int, weight: Int) {
            let position = 2 * x - 3
            let cell = position >> 3
            let last = (side + 3) / 4 - 1
            return (max(cell, 0), min(cell + 1, last), position - 8 * cell)
        }
        let (i0, i1, wx) = taps(x, width)
        let (j0, j1, wy) = taps(y, height)
        let upper = cell(i0, j0) * (8 - wx) + cell(i1, j0) * wx
        let lower = cell(i0, j1) * (8 - wx) + cell(i1, j1) * wx
        return upper * (8 - wy) + lower * wy
    }
}

// MARK: - Rows of the surface

/// Two neighboring rows of a surface, interpolated horizontally to full width, and the pixel rows between them.
///
/// The interpolated values are 8 times the cells', in groups of 32 elements: first the 16 at even places, then the 16
/// at odd places.
private struct SurfaceRows {
    /// The pixel rows between the centers of two rows of cells.
    struct Group {
        let top: Int
        let count: Int
        let upper: UnsafePointer<UInt16>
        let lower: UnsafePointer<UInt16>
        /// The lower row's weight at the first pixel row, in eighths; it grows by 2 with each row.
        let weight: Int
    }

    private let width: Int
    private let height: Int
    private let channels: Int
    /// The groups to process: group 0 has the first two rows, every other group has four.
    private let groups: Range<Int>
    private var upper: UnsafeMutablePointer<UInt16>
    private var lower: UnsafeMutablePointer<UInt16>
    /// A row of cells, with one more on either side.
    private let cells: UnsafeMutablePointer<UInt16>

    static func elementCount(width: Int, channels: Int) -> Int {
        2 * (width * channels + 64) + (width / 4 + 24) * channels
    }

    // SAFETY: the three rows lie in `elementCount` elements of scratch, as the caller guarantees.
    init(width: Int, height: Int, channels: Int, groups: Range<Int>, scratch: UnsafeMutableRawPointer) {
        self.width = width
        self.height = height
        self.channels = channels
        self.groups = groups
        let count = Self.elementCount(width: width, channels: channels)
        upper = scratch.bindMemory(to: UInt16.self, capacity: count)
        lower = upper + (width * channels + 64)
        cells = lower + (width * channels + 64 + channels)
    }

    /// Calls `body` for the groups' rows of pixels.
    ///
    /// - Parameter load: Copies a row of cells.
    mutating func forEachGroup(
        _ load: (_ cells: UnsafeMutablePointer<UInt16>, _ j: Int) -> Void, body: (Group) -> Void
    ) {
        let last = (height + 3) / 4 - 1
        func expand(_ j: Int, _ target: UnsafeMutablePointer<UInt16>) {
            load(cells, j)
            let count = (width + 3) / 4 * channels
            for c in 0..<channels {
                cells[c - channels] = cells[c]
                // Whole vectors may read past the row, beyond the one cell that counts.
                for k in 0..<20 { cells[count + k * channels + c] = cells[count - channels + c] }
            }
            if channels == 1 {
                recto_surface_expand(cells, width, target)
            } else {
                recto_surface_expand_rgb(cells, width, target)
            }
        }
        // Pixel rows in group j lie between the centers of cells j − 1 and j; the first two lie above the first center.
        expand(max(groups.lowerBound - 1, 0), upper)
        for group in groups {
            let top = max(4 * group - 2, 0)
            expand(min(group, last), lower)
            body(
                Group(
                    top: top, count: min(group == 0 ? 2 : 4, height - top), upper: upper, lower: lower,
                    weight: group == 0 ? 5 : 1))
            swap(&upper, &lower)
        }
    }
}

/// Number of groups of rows in a picture: see ``SurfaceRows``.
private func groupCount(_ height: Int) -> Int { (height + 1) / 4 + 1 }

// MARK: - Bodies

@c @implementation
func recto_surface_expand_body(_ cells: UnsafePointer<UInt16>!, _ n: Int, _ target: UnsafeMutablePointer<UInt16>!) {
    typealias V = SIMD16<UInt16>
    var x = 0
    // SAFETY: one cell before the row and 20 after it are readable, and the target has room for n rounded up to 64.
    while x < n {
        let p = cells + x / 4
        let before = vec_load_u16x16(p - 1)
        let cell = vec_load_u16x16(p)
        let after = vec_load_u16x16(p + 1)
        let cell5: V = cell &* V(repeating: 5)
        let cell7: V = cell &* V(repeating: 7)
        let first: V = cell5 &+ before &* V(repeating: 3)
        let (second, third): (V, V) = (cell7 &+ before, cell7 &+ after)
        let fourth: V = cell5 &+ after &* V(repeating: 3)
        let t = target + x
        vec_store_u16x16(t, vec_interleave_low(first, third))
        vec_store_u16x16(t + 16, vec_interleave_low(second, fourth))
        vec_store_u16x16(t + 32, vec_interleave_high(first, third))
        vec_store_u16x16(t + 48, vec_interleave_high(second, fourth))
        x &+= 64
    }
}

@c @implementation
func recto_surface_expand_rgb_body(
    _ cells: UnsafePointer<UInt16>!, _ n: Int, _ target: UnsafeMutablePointer<UInt16>!
) {
    typealias V = SIMD4<UInt16>
    @inline(__always)
    func load(_ p: UnsafePointer<UInt16>) -> V { UnsafeRawPointer(p).loadUnaligned(as: V.self) }
    @inline(__always)
    func store(_ p: UnsafeMutablePointer<UInt16>, _ v: V) { UnsafeMutableRawPointer(p).storeBytes(of: v, as: V.self) }
    // SAFETY: as for one channel; the target has room for 3 n + 64 elements, of which the last step writes up to 3 n +
    // 10.
    var x = 0
    while x < n {
        let p = cells + x / 4 &* 3
        let before = load(p - 3)
        let cell = load(p)
        let after = load(p + 3)
        let cell5: V = cell &* V(repeating: 5)
        let cell7: V = cell &* V(repeating: 7)
        let t = target + 3 &* x
        // The fourth element of each pixel is overwritten by the next pixel.
        store(t, cell5 &+ before &* V(repeating: 3))
        store(t + 3, cell7 &+ before)
        store(t + 6, cell7 &+ after)
        store(t + 9, cell5 &+ after &* V(repeating: 3))
        x &+= 4
    }
    x = 0
    while x < 3 &* n {
        let t = target + x
        let a = vec_load_u16x16(t)
        let b = vec_load_u16x16(t + 16)
        vec_store_u16x16(t, vec_even_lanes(a, b))
        vec_store_u16x16(t + 16, vec_odd_lanes(a, b))
        x &+= 32
    }
}

/// The surface at 32 elements of a row of pixels, in 1/64 of a cell's unit, and its increase per row.
private struct SurfaceColumns {
    typealias V = SIMD16<UInt16>
    var even: V
    var odd: V
    private let evenStep: V
    private let oddStep: V

    @inline(__always)
    init(_ upper: UnsafePointer<UInt16>, _ lower: UnsafePointer<UInt16>, _ x: Int, _ weight: Int) {
        let (a, b) = (vec_load_u16x16(upper + x), vec_load_u16x16(upper + (x &+ 16)))
        let (c, d) = (vec_load_u16x16(lower + x), vec_load_u16x16(lower + (x &+ 16)))
        let w = V(repeating: UInt16(truncatingIfNeeded: weight))
        let (evenRise, oddRise): (V, V) = (c &- a, d &- b)
        // (8 − w) a + w c, where c − a may wrap around harmlessly.
        even = vec_shift_left(a, 3) &+ evenRise &* w
        odd = vec_shift_left(b, 3) &+ oddRise &* w
        evenStep = evenRise &+ evenRise
        oddStep = oddRise &+ oddRise
    }

    @inline(__always)
    mutating func advance() {
        even = even &+ evenStep
        odd = odd &+ oddStep
    }
}

@c @implementation
func recto_surface_threshold_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ n: Int, _ rows: Int,
    _ upper: UnsafePointer<UInt16>!, _ lower: UnsafePointer<UInt16>!, _ weight: Int,
    _ bits: UnsafeMutablePointer<UInt8>!, _ bitsStride: Int
) {
    @inline(__always)
    func ink(_ v: SIMD32<UInt8>, _ surface: SurfaceColumns) -> UInt32 {
        let even = vec_shift_left(vec_even(v), 6)
        return vec_pack_bits(vec_weave_less(even, vec_odd_times64(v), surface.even, surface.odd))
    }
    var x = 0
    // SAFETY: n bytes of each row, n / 8 (rounded up) of the bits', n rounded up to 32 elements of the surface's.
    while x &+ 32 <= n {
        var surface = SurfaceColumns(upper, lower, x, weight)
        var s = source + x
        var t = UnsafeMutableRawPointer(bits + x / 8)
        var k = 0
        while k < rows {
            t.storeBytes(of: ink(vec_load32(s), surface), as: UInt32.self)
            surface.advance()
            s += stride
            t += bitsStride
            k &+= 1
        }
        x &+= 32
    }
    if x < n {
        var surface = SurfaceColumns(upper, lower, x, weight)
        var k = 0
        while k < rows {
            let v = vec_load32_part(source + (k &* stride &+ x), n &- x)
            storeBits(ink(v, surface), n &- x, bits + (k &* bitsStride &+ x / 8))
            surface.advance()
            k &+= 1
        }
    }
}

@c @implementation
func recto_surface_flatten_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ n: Int, _ rows: Int,
    _ upper: UnsafePointer<UInt16>!, _ lower: UnsafePointer<UInt16>!, _ weight: Int,
    _ target: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    typealias V = SIMD16<UInt16>
    @inline(__always)
    func level(_ product: V) -> V {
        vec_min_u16(vec_shift_right(product &+ V(repeating: 16), 5), V(repeating: 255))
    }
    @inline(__always)
    func flatten(_ v: SIMD32<UInt8>, _ gain: SurfaceColumns) -> SIMD32<UInt8> {
        vec_weave(level(vec_weigh_even(v, gain.even)), level(vec_weigh_odd(v, gain.odd)))
    }
    var x = 0
    // SAFETY: n bytes of each row, n rounded up to 32 elements of the surface's.
    while x &+ 32 <= n {
        var gain = SurfaceColumns(upper, lower, x, weight)
        var s = source + x
        var t = target + x
        var k = 0
        while k < rows {
            vec_store32(t, flatten(vec_load32(s), gain))
            gain.advance()
            s += stride
            t += targetStride
            k &+= 1
        }
        x &+= 32
    }
    if x < n {
        var gain = SurfaceColumns(upper, lower, x, weight)
        var k = 0
        while k < rows {
            let v = vec_load32_part(source + (k &* stride &+ x), n &- x)
            vec_store32_part(target + (k &* targetStride &+ x), flatten(v, gain), n &- x)
            gain.advance()
            k &+= 1
        }
    }
}
