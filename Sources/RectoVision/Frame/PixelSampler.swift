import RectoCore

/// Reads colors of a full-size picture at sub-pixel positions; positions beyond the border take the border's color.
protocol PixelSampler {
    var size: PixelSize { get }
    /// Luma in the first lane, or red, green and blue, or Y, Cb and Cr in the first three; other lanes are 0. Column
    /// and row are inside the picture.
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Float>
    /// The dot product of a pixel and a direction in color space; column and row are inside the picture.
    func projection(_ column: Int, _ row: Int, on direction: SIMD4<Float>) -> Float
}

extension PixelSampler {
    // Term by term, which is cheaper than a horizontal sum of a vector.
    @inline(__always)
    func projection(_ column: Int, _ row: Int, on direction: SIMD4<Float>) -> Float {
        let pixel = pixel(column, row)
        return pixel[0] * direction[0] + pixel[1] * direction[1] + pixel[2] * direction[2]
    }

    @inline(__always)
    func nearest(_ x: Float, _ y: Float) -> SIMD4<Float> {
        let column = Int(min(max(x, 0), Float(size.width - 1)))
        let row = Int(min(max(y, 0), Float(size.height - 1)))
        return pixel(column, row)
    }

    @inline(__always)
    func bilinear(_ x: Float, _ y: Float) -> SIMD4<Float> {
        let left = min(max(x - 0.5, 0), Float(size.width - 1))
        let top = min(max(y - 0.5, 0), Float(size.height - 1))
        let (column, row) = (Int(left), Int(top))
        let right = min(column + 1, size.width - 1)
        let below = min(row + 1, size.height - 1)
        let across = left - Float(column)
        let down = top - Float(row)
        let upper = pixel(column, row) * (1 - across) + pixel(right, row) * across
        let lower = pixel(column, below) * (1 - across) + pixel(right, below) * across
        return upper * (1 - down) + lower * down
    }
}

struct GraySampler: PixelSampler {
    let view: GrayView
    var size: PixelSize { view.size }

    @inline(__always)
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        // SAFETY: the caller keeps column and row inside the picture.
        SIMD4(Float(view.base[row &* view.stride &+ column]), 0, 0, 0)
    }
}

struct RGBSampler: PixelSampler {
    let view: RGBView
    var size: PixelSize { view.size }

    @inline(__always)
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        // SAFETY: the caller keeps column and row inside the picture.
        let pixel = view.base + (row &* view.stride &+ 3 &* column)
        return SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
    }
}

struct NV12Sampler: PixelSampler {
    let view: NV12View
    var size: PixelSize { view.size }

    @inline(__always)
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        // SAFETY: the caller keeps column and row inside the picture, so half of them are inside the chroma plane.
        let pair = view.chroma + ((row &>> 1) &* view.chromaStride &+ (column &>> 1) &* 2)
        return SIMD4(Float(view.luma[row &* view.lumaStride &+ column]), Float(pair[0]), Float(pair[1]), 0)
    }
}

struct YUYVSampler: PixelSampler {
    let view: YUYVView
    let offsets: (luma: Int, blue: Int, red: Int)

    init(view: YUYVView) {
        self.view = view
        offsets = view.offsets
    }

    var size: PixelSize { view.size }

    @inline(__always)
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        // SAFETY: the caller keeps column and row inside the picture, whose rows hold whole pairs of pixels.
        let base = view.base + row &* view.stride
        let pair = base + (column &>> 1) &* 4
        return SIMD4(
            Float(base[2 &* column &+ offsets.luma]), Float(pair[offsets.blue]), Float(pair[offsets.red]), 0)
    }
}
