import RectoCore
import RectoKernels

/// The brightness of a picture or camera frame, read in place. For RGB pictures it is the green channel, which carries
/// most of the luma.
struct LumaPlane {
    let size: PixelSize
    /// Level of black, and full-range gray levels for each level of the plane.
    let black: Float
    let gain: Float
    private let base: UnsafePointer<UInt8>
    /// Bytes from a pixel to the one below it, and to the next in its row.
    private let stride: Int
    private let step: Int

    /// - Parameter frame: Must outlive the plane.
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

    /// Sums of stored samples in the cells of a row.
    /// - Parameter sums: Room for `count` rounded up to 8.
    func sample(
        _ row: CellRow, _ samples: CellSamples, count: Int, into sums: UnsafeMutablePointer<Float>
    ) {
        sampleCells(
            PlaneView(base, stride: stride, width: size.width, height: size.height), step: step, row: row,
            samples: samples, count: count, into: sums)
    }

    /// The stored level; column and row are inside the picture.
    @inline(__always)
    func byte(_ column: Int, _ row: Int) -> UInt8 {
        // SAFETY: the caller keeps column and row inside the picture.
        base[row &* stride &+ column &* step]
    }

    /// The pixel nearest to a point, 0...255 at full range; points beyond the border take the border's level.
    func nearest(_ x: Float, _ y: Float) -> Float {
        // This argument order maps NaN to 0.
        func clamp(_ value: Float, _ maximum: Float) -> Float { value > 0 ? min(value, maximum) : 0 }
        return full(Float(byte(Int(clamp(x, Float(size.width - 1))), Int(clamp(y, Float(size.height - 1))))))
    }

    /// Converts a stored level to full range.
    @inline(__always)
    func full(_ level: Float) -> Float { (level - black) * gain }
}

extension GridMap {
    /// Converts a map from shares of a page to picture coordinates.
    init(_ map: Homography) {
        self.init(
            Float(map.a), Float(map.b), Float(map.c), Float(map.d), Float(map.e), Float(map.f), Float(map.g),
            Float(map.h))
    }
}

extension YUVRange {
    /// The Y of black.
    var black: Float { self == .full ? 0 : 16 }
    /// Factor that converts steps of Y to full range.
    var lumaGain: Float { self == .full ? 1 : 255 / 219 }
    /// Factor that converts steps of Cb and Cr to full range.
    var chromaGain: Float { self == .full ? 1 : 255 / 224 }
}
