/// A YUYV or UYVY frame (4:2:2) that somebody else owns, to be read: two Y, a Cb and a Cr for each two pixels of a row.
///
/// With an odd width the last pair of pixels is whole all the same; its second Y is not looked at.
/// A view is valid only as long as the memory it shows: use it inside the closure that lends it.
public struct YUYVView {
    /// How the four bytes of two pixels follow each other.
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

    /// - Parameter byteCount: How many bytes may be read from `base` on.
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

    /// Where the first Y, the Cb and the Cr of a pair lie within its four bytes; the second Y lies 2 behind the first.
    @inlinable
    public var offsets: (luma: Int, blue: Int, red: Int) { order == .lumaFirst ? (0, 1, 3) : (1, 0, 2) }
}
