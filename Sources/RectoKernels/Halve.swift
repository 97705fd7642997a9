internal import CVector

/// A picture at half its size: the mean of 2 × 2 pixels, (a + b + c + d + 2) >> 2.
///
/// An odd last column or row is left out.
/// - Parameters:
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - target: ⌊`width` / 2⌋ × ⌊`height` / 2⌋.
public func halve(
    _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
) {
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    source.check(channels: channels)
    target.check(width: source.width / 2, height: source.height / 2, channels: channels)
    if channels == 1 {
        recto_halve_gray(source.c, target.c)
    } else {
        recto_halve_rgb(source.c, target.c)
    }
}

extension Reference {
    /// The plain reference of the kernel `halve`.
    public static func halve(
        _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
    ) {
        let stride = source.stride
        for y in 0..<source.height / 2 {
            for i in 0..<source.width / 2 * channels {
                let x = i / channels * 2 * channels + i % channels
                let p = source.row(2 * y) + x
                let sum = Int(p[0]) + Int(p[channels]) + Int(p[stride]) + Int(p[stride + channels])
                target.row(y)[i] = UInt8((sum + 2) >> 2)
            }
        }
    }
}

// MARK: - Bodies

/// Calls the body for each target row with its two source rows.
@inline(__always)
private func forEachHalfRow(
    _ source: recto_plane, _ target: recto_target,
    _ body: (_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ t: UnsafeMutablePointer<UInt8>) -> Void
) {
    var y = 0
    while y < source.height / 2 {
        let a = source.row(2 &* y)
        body(a, a + source.stride, target.row(y))
        y &+= 1
    }
}

@c @implementation
func recto_halve_gray_body(_ source: recto_plane, _ target: recto_target) {
    typealias V = SIMD16<UInt16>
    @inline(__always)
    func mean(_ a: SIMD32<UInt8>, _ b: SIMD32<UInt8>) -> V {
        let sum: V = vec_even(a) &+ vec_odd(a) &+ vec_even(b) &+ vec_odd(b) &+ V(repeating: 2)
        return vec_shift_right(sum, 2)
    }
    let half = source.width / 2
    forEachHalfRow(source, target) { a, b, t in
        // SAFETY: 2 × half bytes of two source rows and half bytes of the target row.
        var x = 0
        while x &+ 32 <= half {
            let p = a + 2 &* x
            let q = b + 2 &* x
            let low = mean(vec_load32(p), vec_load32(q))
            let high = mean(vec_load32(p + 32), vec_load32(q + 32))
            vec_store32(t + x, vec_narrow(low, high))
            x &+= 32
        }
        while x < half {
            let n = min(16, half &- x)
            let low = mean(vec_load32_part(a + 2 &* x, 2 &* n), vec_load32_part(b + 2 &* x, 2 &* n))
            vec_store32_part(t + x, vec_narrow(low, low), n)
            x &+= 16
        }
    }
}

@c @implementation
func recto_halve_rgb_body(_ source: recto_plane, _ target: recto_target) {
    /// Halves 8 pixels of a row to 4: 24 bytes to 12, read as 32 + 3 and written as 16.
    @inline(__always)
    func step(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ t: UnsafeMutablePointer<UInt8>) {
        let mean = vec_mean4(vec_load32(a), vec_load32(a + 3), vec_load32(b), vec_load32(b + 3))
        vec_store16(t, vec_every_other_rgb(mean))
    }
    let half = source.width / 2
    forEachHalfRow(source, target) { a, b, t in
        // SAFETY: 6 × half bytes of two source rows and 3 × half bytes of the target row.
        var x = 0
        // SAFETY: a step reads 11 bytes beyond its 8 pixels, less than 4 pixels, and writes 4 bytes beyond its 4.
        while x &+ 6 <= half {
            step(a + 6 &* x, b + 6 &* x, t + 3 &* x)
            x &+= 4
        }
        while x < half {
            let n = min(4, half &- x)
            withStackBuffer { tail in
                copy(a + 6 &* x, to: tail, count: 6 &* n)
                copy(b + 6 &* x, to: tail + 64, count: 6 &* n)
                step(tail, tail + 64, tail + 128)
                copy(tail + 128, to: t + 3 &* x, count: 3 &* n)
            }
            x &+= 4
        }
    }
}
