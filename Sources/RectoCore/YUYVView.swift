/// A YUYV frame (4:2:2) that somebody else owns, to be read: Y0 Cb Y1 Cr for each two pixels of a row.
///
/// With an odd width the last pair of pixels is whole all the same; its second Y is not looked at.
/// A view is valid only as long as the memory it shows: use it inside the closure that lends it.
public struct YUYVView {
    /// Y of the top-left pixel.
    public let base: UnsafePointer<UInt8>
    public let size: PixelSize
    /// Bytes from one row to the next; at least `4 × ⌈width / 2⌉`.
    public let stride: Int
    public let range: YUVRange

    /// - Parameter byteCount: How many bytes may be read from `base` on.
    /// - Throws: ``ParameterError`` if the stride is shorter than a row or the rows do not fit.
    public init(
        base: UnsafePointer<UInt8>, byteCount: Int, size: PixelSize, stride: Int, range: YUVRange = .limited
    ) throws(ParameterError) {
        try checkRows(4 * size.halvedUp.width, height: size.height, stride: stride, byteCount: byteCount)
        self.base = base
        self.size = size
        self.stride = stride
        self.range = range
    }
}
