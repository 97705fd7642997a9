/// Pixels that somebody else owns, to be written: see ``ImageView``.
public struct MutableImageView<Layout: PixelLayout> {
    /// The top-left pixel.
    public let base: UnsafeMutablePointer<UInt8>
    public let size: PixelSize
    /// Bytes from one row to the next; at least ``rowBytes``.
    public let stride: Int

    /// - Parameter byteCount: How many bytes may be written from `base` on.
    /// - Throws: ``ParameterError`` if the stride is shorter than a row or the rows do not fit.
    public init(base: UnsafeMutablePointer<UInt8>, byteCount: Int, size: PixelSize, stride: Int) throws(ParameterError)
    {
        try checkRows(Layout.rowBytes(width: size.width), height: size.height, stride: stride, byteCount: byteCount)
        self.init(uncheckedBase: base, size: size, stride: stride)
    }

    @usableFromInline
    init(uncheckedBase base: UnsafeMutablePointer<UInt8>, size: PixelSize, stride: Int) {
        self.base = base
        self.size = size
        self.stride = stride
    }

    @inlinable public var width: Int { size.width }
    @inlinable public var height: Int { size.height }
    /// Bytes of a row that hold pixels.
    @inlinable public var rowBytes: Int { Layout.rowBytes(width: size.width) }

    /// The first byte of row `y`.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(y >= 0 && y < size.height, "row outside the picture")
        return base + y * stride
    }

    /// The same pixels, to be read.
    @inlinable
    public var readOnly: ImageView<Layout> {
        ImageView(uncheckedBase: UnsafePointer(base), size: size, stride: stride)
    }
}
