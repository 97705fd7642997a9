import RectoCore

/// A picture of which only the brightness is read.
protocol LumaSampler: PixelSampler {
    /// 0...255, full range; column and row are inside the picture.
    func luma(_ column: Int, _ row: Int) -> Float
}

extension LumaSampler {
    /// The pixel under a point; points beyond the border take the border's.
    @inline(__always)
    func nearestLuma(_ x: Float, _ y: Float) -> Float {
        let column = Int(min(max(x, 0), Float(size.width - 1)))
        let row = Int(min(max(y, 0), Float(size.height - 1)))
        return luma(column, row)
    }
}

extension GraySampler: LumaSampler {
    @inline(__always)
    func luma(_ column: Int, _ row: Int) -> Float { pixel(column, row)[0] }
}

extension RGBSampler: LumaSampler {
    // Green has most of the luma, and is read alone.
    @inline(__always)
    func luma(_ column: Int, _ row: Int) -> Float { Float(view.base[row &* view.stride &+ 3 &* column &+ 1]) }
}

extension NV12Sampler: LumaSampler {
    @inline(__always)
    func luma(_ column: Int, _ row: Int) -> Float {
        (Float(view.luma[row &* view.lumaStride &+ column]) - view.range.black) * view.range.lumaGain
    }
}

extension YUYVSampler: LumaSampler {
    @inline(__always)
    func luma(_ column: Int, _ row: Int) -> Float {
        (Float(view.base[row &* view.stride &+ 2 &* column]) - view.range.black) * view.range.lumaGain
    }
}
