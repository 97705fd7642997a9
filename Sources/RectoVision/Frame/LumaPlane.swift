import RectoCore

/// The brightness of a picture or camera frame, read where it lies: of RGB pictures the green, which has most of the luma.
struct LumaPlane {
    let size: PixelSize
    /// What is black, and gray levels of full range for one of the plane's.
    let black: Float
    let gain: Float
    private let base: UnsafePointer<UInt8>
    /// Bytes from a pixel to the one below, and to the next.
    private let stride: Int
    private let step: Int

    /// - Parameter frame: Outlives the plane.
    init(_ frame: FrameView) {
        size = frame.size
        let range: YUVRange
        switch frame {
        case .gray(let view): (base, stride, step, range) = (view.base, view.stride, 1, .full)
        case .rgb(let view): (base, stride, step, range) = (view.base + 1, view.stride, 3, .full)
        case .nv12(let view): (base, stride, step, range) = (view.luma, view.lumaStride, 1, view.range)
        case .yuyv(let view): (base, stride, step, range) = (view.base + view.offsets.luma, view.stride, 2, view.range)
        }
        (black, gain) = (range.black, range.lumaGain)
    }

    /// As it is stored; column and row are inside the picture.
    @inline(__always)
    func byte(_ column: Int, _ row: Int) -> UInt8 {
        // SAFETY: the caller keeps column and row inside the picture.
        base[row &* stride &+ column &* step]
    }

    /// The pixel under a point that is inside the picture.
    @inline(__always)
    func byte(under point: SIMD2<Float>) -> UInt8 {
        byte(Int(point.x), Int(point.y))
    }

    /// The pixel under a point; points beyond the border take the border's.
    @inline(__always)
    func byte(nearest point: SIMD2<Float>) -> UInt8 {
        // In this order what is no number becomes 0 too.
        @inline(__always) func clamp(_ value: Float, _ maximum: Float) -> Float { value > 0 ? min(value, maximum) : 0 }
        return byte(under: SIMD2(clamp(point.x, Float(size.width - 1)), clamp(point.y, Float(size.height - 1))))
    }

    /// The same, 0...255, full range.
    @inline(__always)
    func nearest(_ x: Float, _ y: Float) -> Float { full(Float(byte(nearest: SIMD2(x, y)))) }

    /// Full range from as it is stored.
    @inline(__always)
    func full(_ level: Float) -> Float { (level - black) * gain }

    /// Whether all points so near to a point are inside the picture.
    @inline(__always)
    func contains(_ point: SIMD2<Float>, reach: SIMD2<Float>) -> Bool {
        let (low, high) = (point - reach, point + reach)
        return low.x >= 0 && low.y >= 0 && high.x < Float(size.width) && high.y < Float(size.height)
    }
}

extension YUVRange {
    /// The Y of black.
    var black: Float { self == .full ? 0 : 16 }
    /// What brings steps of Y to those of the full range.
    var lumaGain: Float { self == .full ? 1 : 255 / 219 }
    /// What brings steps of Cb and Cr to those of the full range.
    var chromaGain: Float { self == .full ? 1 : 255 / 224 }
}
