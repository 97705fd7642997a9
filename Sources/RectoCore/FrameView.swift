/// A picture or camera frame in one of the layouts that the stages read, borrowed from the caller.
public enum FrameView {
    case gray(GrayView)
    case rgb(RGBView)
    case nv12(NV12View)
    case yuyv(YUYVView)

    public var size: PixelSize {
        switch self {
        case .gray(let view): view.size
        case .rgb(let view): view.size
        case .nv12(let view): view.size
        case .yuyv(let view): view.size
        }
    }
}

/// Values of a camera's Y, Cb and Cr that represent black, white and full color.
public enum YUVRange: Hashable, Sendable {
    /// Y 16…235, Cb and Cr 16…240 (BT.601 and BT.709 video): the range of most uncompressed camera streams.
    case limited
    /// The full range 0…255 (JPEG).
    case full
}

/// A read-only view of a YUYV or UYVY frame (4:2:2) owned by someone else: two Y, one Cb and one Cr for each two pixels
/// of a row.
///
/// With an odd width the last pair of pixels is still complete, but its second Y is not read. A view is valid only as
/// long as its memory: use it inside the closure that provides it.
public struct YUYVView {
    /// Order of the four bytes of two pixels.
    public enum Order: Hashable, Sendable {
        /// Y0 Cb Y1 Cr.
        case lumaFirst
        /// Cb Y0 Cr Y1: UYVY.
        case chromaFirst
    }

    /// The first byte of the top-left pair.
    public let base: UnsafePointer<UInt8>
    public let size: PixelSize
    /// Bytes from one row to the next; at least `4 × ⌈width / 2⌉`.
    public let stride: Int
    public let order: Order
    public let range: YUVRange

    /// - Parameter byteCount: Number of readable bytes from `base` on.
    /// - Throws: ``ParameterError`` if the stride is shorter than a row or the rows do not fit.
    public init(
        base: UnsafePointer<UInt8>, byteCount: Int, size: PixelSize, stride: Int, order: Order = .lumaFirst,
        range: YUVRange = .limited
    ) throws(ParameterError) {
        try checkRows(4 * size.halvedUp.width, height: size.height, stride: stride, byteCount: byteCount)
        self.base = base
        self.size = size
        self.stride = stride
        self.order = order
        self.range = range
    }

    /// Offsets of the first Y, the Cb and the Cr in a pair's four bytes; the second Y is 2 bytes after the first.
    @inlinable
    public var offsets: (luma: Int, blue: Int, red: Int) { order == .lumaFirst ? (0, 1, 3) : (1, 0, 2) }
}

/// A read-only view of an NV12 frame (4:2:0) owned by someone else: a plane of Y, and one of Cb Cr pairs at half the
/// size.
///
/// With an odd width or height the last pair of a row, or the last row of pairs, covers one pixel instead of two. A
/// view is valid only as long as its memory: use it inside the closure that provides it.
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

    /// Creates a view of a frame in two planes.
    ///
    /// - Parameters:
    ///   - lumaByteCount: Number of readable bytes from `luma` on.
    ///   - chromaByteCount: Number of readable bytes from `chroma` on.
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

    /// Creates a view of a contiguous frame, as V4L2 delivers it: the rows of pairs follow the rows of Y, all `stride`
    /// apart.
    ///
    /// - Parameter byteCount: Number of readable bytes from `base` on.
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
