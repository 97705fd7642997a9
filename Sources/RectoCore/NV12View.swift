/// An NV12 frame (4:2:0) that somebody else owns, to be read: a plane of Y, and one of Cb Cr pairs at half the size.
///
/// With an odd width or height the last pair of a row, or the last row of pairs, covers one pixel instead of two.
/// A view is valid only as long as the memory it shows: use it inside the closure that lends it.
public struct NV12View {
    /// Y of the top-left pixel.
    public let luma: UnsafePointer<UInt8>
    /// Bytes from one row of Y to the next; at least the width.
    public let lumaStride: Int
    /// Cb of the top-left pair.
    public let chroma: UnsafePointer<UInt8>
    /// Bytes from one row of pairs to the next; at least `2 × ⌈width / 2⌉`.
    public let chromaStride: Int
    public let size: PixelSize
    public let range: YUVRange

    /// A frame of two planes.
    ///
    /// - Parameters:
    ///   - lumaByteCount: How many bytes may be read from `luma` on.
    ///   - chromaByteCount: How many bytes may be read from `chroma` on.
    /// - Throws: ``ParameterError`` if a stride is shorter than a row or the rows do not fit.
    public init(
        luma: UnsafePointer<UInt8>, lumaByteCount: Int, lumaStride: Int, chroma: UnsafePointer<UInt8>,
        chromaByteCount: Int, chromaStride: Int, size: PixelSize, range: YUVRange = .limited
    ) throws(ParameterError) {
        try checkRows(size.width, height: size.height, stride: lumaStride, byteCount: lumaByteCount)
        let pairs = size.halvedUp
        try checkRows(2 * pairs.width, height: pairs.height, stride: chromaStride, byteCount: chromaByteCount)
        self.luma = luma
        self.lumaStride = lumaStride
        self.chroma = chroma
        self.chromaStride = chromaStride
        self.size = size
        self.range = range
    }

    /// A frame in one piece, as V4L2 delivers it: the rows of pairs follow the rows of Y, all `stride` apart.
    ///
    /// - Parameter byteCount: How many bytes may be read from `base` on.
    /// - Throws: ``ParameterError`` if the stride is shorter than a row or the rows do not fit.
    public init(
        base: UnsafePointer<UInt8>, byteCount: Int, size: PixelSize, stride: Int, range: YUVRange = .limited
    ) throws(ParameterError) {
        let pairs = size.halvedUp
        try checkRows(2 * pairs.width, height: size.height + pairs.height, stride: stride, byteCount: byteCount)
        let lumaBytes = stride * size.height
        try self.init(
            luma: base, lumaByteCount: lumaBytes, lumaStride: stride, chroma: base + lumaBytes,
            chromaByteCount: byteCount - lumaBytes, chromaStride: stride, size: size, range: range)
    }
}
