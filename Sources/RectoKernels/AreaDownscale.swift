internal import CVector

/// A picture downscaled by the mean over each target pixel's area, for any ratio from 1 to ``AreaPlan/maximumRatio``.
///
/// First each column of a target row is reduced to 8.8 fixed point: half the number of rows, to compensate the shifts'
/// truncation, plus the sum of (value × 256 × weight) >> 16. Then a target pixel is the weighted sum over its columns,
/// rounded. A constant picture is unchanged.
/// - Parameters:
///   - source: `plan.sourceWidth` × `plan.sourceHeight` pixels.
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - target: `plan.targetWidth` × `plan.targetHeight` pixels.
///   - scratch: ``AreaPlan/scratchByteCount(channels:)`` bytes, aligned to 2.
public func areaDownscale(
    _ source: PlaneView<UInt8>, channels: Int, plan: AreaPlan, into target: MutablePlaneView<UInt8>,
    scratch: UnsafeMutableRawPointer
) {
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    checkSource(source, plan)
    source.check(channels: channels)
    target.check(width: plan.targetWidth, height: plan.targetHeight, channels: channels)
    precondition(plan.samples == .pixels, "a plan for another layout")
    let columns = plan.columns
    forEachRowOfSums(source, plan, channels: channels, scratch) { y, sums in
        let out = target.row(y)
        if channels == 1 {
            recto_area_row_gray(sums, columns.starts, columns.weights, columns.groups, plan.targetWidth, out)
        } else {
            recto_area_row_rgb(sums, columns.starts, columns.weights, columns.groups, plan.targetWidth, out)
        }
    }
}

/// The planes of a YUYV frame (Y0 Cb Y1 Cr), each downscaled as by ``areaDownscale(_:channels:plan:into:scratch:)``,
/// without intermediate planes of full size.
/// - Parameters:
///   - source: Rows of `4 × ⌈sourceWidth / 2⌉` bytes.
///   - offsets: Positions of the first Y, the Cb and the Cr within the four bytes of a pair, which differ for UYVY.
///   - target: Planes of the plan's target size.
///   - scratch: ``AreaPlanYUYV/scratchByteCount`` bytes, aligned to 2.
public func areaDownscaleYUYV(
    _ source: PlaneView<UInt8>, plan: AreaPlanYUYV, offsets: (luma: Int, blue: Int, red: Int) = (0, 1, 3),
    into target: YCbCrPlanes, scratch: UnsafeMutableRawPointer
) {
    precondition(0...1 ~= offsets.luma && 0...3 ~= offsets.blue && 0...3 ~= offsets.red, "outside a pair")
    checkSource(source, plan.luma)
    checkRows(plan.chroma.rowBytes, height: source.height, stride: source.stride)
    let (columns, pairs) = (plan.luma.columns, plan.chroma.columns)
    let width = plan.luma.targetWidth
    for plane in [target.luma, target.blue, target.red] { plane.check(width: width, height: plan.luma.targetHeight) }
    // Rows of chroma consist of whole pairs.
    forEachRowOfSums(source, plan.chroma, channels: 1, scratch) { y, sums in
        recto_area_row_gray(
            sums + offsets.luma, columns.starts, columns.weights, columns.groups, width, target.luma.row(y))
        recto_area_row_gray(
            sums + offsets.blue, pairs.starts, pairs.weights, pairs.groups, width, target.blue.row(y))
        recto_area_row_gray(sums + offsets.red, pairs.starts, pairs.weights, pairs.groups, width, target.red.row(y))
    }
}

/// The chroma of an NV12 frame, downscaled as by ``areaDownscale(_:channels:plan:into:scratch:)``;
/// each pair of Cb and Cr stands for 2 × 2 pixels.
/// - Parameters:
///   - chroma: `⌈sourceWidth / 2⌉ × ⌈sourceHeight / 2⌉` pairs.
///   - plan: For the frame's size and ``AreaSamples/chromaOfNV12``.
///   - blue, red: Cb and Cr, of the plan's target size.
///   - scratch: ``AreaPlan/scratchByteCount(channels:)`` bytes, aligned to 2.
public func areaDownscaleNV12(
    chroma: PlaneView<UInt8>, plan: AreaPlan, blue: MutablePlaneView<UInt8>, red: MutablePlaneView<UInt8>,
    scratch: UnsafeMutableRawPointer
) {
    precondition(plan.samples == .chromaOfNV12, "a plan for another layout")
    precondition(
        chroma.width == (plan.sourceWidth + 1) / 2 && chroma.height == (plan.sourceHeight + 1) / 2,
        "a plan for another size")
    chroma.check(channels: 2)
    blue.check(width: plan.targetWidth, height: plan.targetHeight)
    red.check(width: plan.targetWidth, height: plan.targetHeight)
    let pairs = plan.columns
    forEachRowOfSums(chroma, plan, channels: 1, scratch) { y, sums in
        recto_area_row_gray(sums, pairs.starts, pairs.weights, pairs.groups, plan.targetWidth, blue.row(y))
        recto_area_row_gray(sums + 1, pairs.starts, pairs.weights, pairs.groups, plan.targetWidth, red.row(y))
    }
}

private func checkSource(_ source: PlaneView<UInt8>, _ plan: AreaPlan) {
    precondition(source.width == plan.sourceWidth && source.height == plan.sourceHeight, "a plan for another size")
}

/// Reduces the columns of each target row to their weighted sums and passes them on.
@inline(__always)
private func forEachRowOfSums(
    _ source: PlaneView<UInt8>, _ plan: AreaPlan, channels: Int, _ scratch: UnsafeMutableRawPointer,
    _ body: (Int, UnsafePointer<Int16>) -> Void
) {
    let n = plan.rowBytes * channels
    let room = plan.scratchByteCount(channels: channels) / 2
    // The horizontal pass multiplies some values past the row's by 0, which tools such as Valgrind take for a use of them.
    let sums = scratch.initializeMemory(as: Int16.self, repeating: 0, count: room)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: AreaPlan.maximumRatio + 2) { weights in
        // SAFETY: a buffer of a fixed size above 0 has a base address.
        let weights = weights.baseAddress.unsafelyUnwrapped
        for y in 0..<plan.targetHeight {
            let count = Int(plan.rows.counts[y])
            for k in 0..<count { weights[k] = UInt16(plan.rows.weight(pixel: y, tap: k)) }
            // SAFETY: the plan's taps lie within the source; the sums have room for n rounded up to 32, and what the
            // horizontal pass reads past n is within the scratch.
            recto_area_columns(source.row(Int(plan.rows.starts[y])), source.stride, n, weights, count, sums)
            body(y, sums)
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `areaDownscale`, and of one plane of `areaDownscaleNV12` and `areaDownscaleYUYV`,
    /// whose first sample is `first` bytes into the row.
    public static func areaDownscale(
        _ source: PlaneView<UInt8>, channels: Int, plan: AreaPlan, first: Int = 0,
        into target: MutablePlaneView<UInt8>
    ) {
        var sums = [Int](repeating: 0, count: plan.rowBytes * channels)
        for y in 0..<plan.targetHeight {
            let count = Int(plan.rows.counts[y])
            for i in sums.indices {
                sums[i] = count / 2
                for k in 0..<count {
                    let value = Int(source.row(Int(plan.rows.starts[y]) + k)[i])
                    sums[i] += (value * 256 * plan.rows.weight(pixel: y, tap: k)) >> 16
                }
            }
            for i in 0..<plan.targetWidth * channels {
                let (x, c) = (i / channels, i % channels)
                // The addends keep the vectors' sums positive, and round.
                var sum = 1 << 30 + 1 << 22
                for k in 0..<Int(plan.columns.counts[x]) {
                    let value = sums[(Int(plan.columns.starts[x]) + k * plan.samples.step) * channels + c + first]
                    sum += (value - 32768) * plan.columns.weight(pixel: x, tap: k)
                }
                target.row(y)[i] = UInt8(min(255, sum >> 23))
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_area_columns_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ n: Int, _ weights: UnsafePointer<UInt16>!, _ rows: Int,
    _ target: UnsafeMutablePointer<Int16>!
) {
    typealias V = SIMD16<UInt16>
    // The sums are stored minus 32768, so that they can be multiplied as signed numbers.
    let start = V(repeating: UInt16(truncatingIfNeeded: rows / 2 &+ 32768))
    let t = UnsafeMutableRawPointer(target.unsafelyUnwrapped).assumingMemoryBound(to: UInt16.self)
    @inline(__always)
    func add(_ v: SIMD32<UInt8>, _ weight: V, _ even: inout V, _ odd: inout V) {
        even = even &+ vec_weigh_even(v, weight)
        odd = odd &+ vec_weigh_odd(v, weight)
    }
    @inline(__always)
    func store(_ even: V, _ odd: V, _ x: Int) {
        vec_store_u16x16(t + x, vec_interleave_low(even, odd))
        vec_store_u16x16(t + (x &+ 16), vec_interleave_high(even, odd))
    }
    // The rows of the next target row have the same distance.
    let next = rows &* stride
    var x = 0
    // SAFETY: n bytes of each row; n rounded up to 32 elements of the target.
    while x &+ 64 <= n {
        var (a, b, c, d) = (start, start, start, start)
        var s = source + x
        var k = 0
        while k < rows {
            let weight = V(repeating: weights[k])
            add(vec_load32(s), weight, &a, &b)
            add(vec_load32(s + 32), weight, &c, &d)
            vec_prefetch(s + next)
            s += stride
            k &+= 1
        }
        store(a, b, x)
        store(c, d, x &+ 32)
        x &+= 64
    }
    while x < n {
        var (a, b) = (start, start)
        var s = source + x
        var k = 0
        while k < rows {
            add(vec_load32_part(s, n &- x), V(repeating: weights[k]), &a, &b)
            s += stride
            k &+= 1
        }
        store(a, b, x)
        x &+= 32
    }
}

@c @implementation
func recto_area_row_gray_body(
    _ sums: UnsafePointer<Int16>!, _ starts: UnsafePointer<Int32>!, _ weights: UnsafePointer<UInt16>!,
    _ groups: Int, _ n: Int, _ out: UnsafeMutablePointer<UInt8>!
) {
    // SAFETY: starts and weights exist for whole blocks of 8; a group of taps starts within the sums' row.
    var w = UnsafeRawPointer(weights.unsafelyUnwrapped).assumingMemoryBound(to: Int16.self)
    let t = sums.unsafelyUnwrapped
    var x = 0
    while x < n {
        let i = starts + x
        var low = SIMD8<Int32>(repeating: 0)
        var high = low
        var k = 0
        while k < 4 &* groups {
            let p = t + k
            let a = vec_load_fours(p + Int(i[0]), p + Int(i[1]), p + Int(i[2]), p + Int(i[3]))
            let b = vec_load_fours(p + Int(i[4]), p + Int(i[5]), p + Int(i[6]), p + Int(i[7]))
            low = low &+ vec_multiply_pairs(a, vec_load_i16x16(w))
            high = high &+ vec_multiply_pairs(b, vec_load_i16x16(w + 16))
            w += 32
            k &+= 4
        }
        let mean = vec_area_mean(vec_add_pairs(low, high))
        if x &+ 8 <= n {
            vec_store8(out + x, mean)
        } else {
            vec_store8_part(out + x, mean, n &- x)
        }
        x &+= 8
    }
}

@c @implementation
func recto_area_row_rgb_body(
    _ sums: UnsafePointer<Int16>!, _ starts: UnsafePointer<Int32>!, _ weights: UnsafePointer<UInt16>!,
    _ groups: Int, _ n: Int, _ out: UnsafeMutablePointer<UInt8>!
) {
    // SAFETY: as for gray; a group's four pixels are read as 14 elements, 2 more than they have.
    var x = 0
    while x < n {
        // Starts and weights are padded to a whole block.
        var p = sums + 3 &* Int(starts[x])
        var q = sums + 3 &* Int(starts[x &+ 1])
        var w = weights + (x / 8 &* groups &* 32 &+ x % 8 &* 4)
        var sum = SIMD8<Int32>(repeating: 0)
        var k = 0
        while k < groups {
            sum = vec_area_rgb(sum, p, q, w)
            p += 12
            q += 12
            w += 32
            k &+= 1
        }
        let mean = unsafeBitCast(vec_area_mean(sum), to: SIMD2<UInt32>.self)
        let o = out + 3 &* x
        // The fourth byte of a pixel is overwritten by the next pixel.
        if x &+ 2 < n {
            UnsafeMutableRawPointer(o).storeBytes(of: mean[0], as: UInt32.self)
            UnsafeMutableRawPointer(o + 3).storeBytes(of: mean[1], as: UInt32.self)
        } else {
            storeRGB(mean[0], o)
            if x &+ 1 < n { storeRGB(mean[1], o + 3) }
        }
        x &+= 2
    }
}

@inline(__always)
private func storeRGB(_ rgb: UInt32, _ target: UnsafeMutablePointer<UInt8>) {
    target[0] = UInt8(truncatingIfNeeded: rgb)
    target[1] = UInt8(truncatingIfNeeded: rgb &>> 8)
    target[2] = UInt8(truncatingIfNeeded: rgb &>> 16)
}
