/// A read-only view of pixels owned by someone else: a base address, a size and a stride.
///
/// A view is valid only as long as its memory: use it inside the closure that provides it.
public struct ImageView<Layout: PixelLayout> {
    /// The top-left pixel.
    public let base: UnsafePointer<UInt8>
    public let size: PixelSize
    /// Bytes from one row to the next; at least ``rowBytes``.
    public let stride: Int

    /// - Parameter byteCount: Number of readable bytes from `base` on.
    /// - Throws: ``ParameterError`` if the stride is shorter than a row or the rows do not fit.
    public init(base: UnsafePointer<UInt8>, byteCount: Int, size: PixelSize, stride: Int) throws(ParameterError) {
        try checkRows(Layout.rowBytes(width: size.width), height: size.height, stride: stride, byteCount: byteCount)
        self.init(uncheckedBase: base, size: size, stride: stride)
    }

    @usableFromInline
    init(uncheckedBase base: UnsafePointer<UInt8>, size: PixelSize, stride: Int) {
        self.base = base
        self.size = size
        self.stride = stride
    }

    @inlinable public var width: Int { size.width }
    @inlinable public var height: Int { size.height }
    /// Bytes of a row that hold pixels.
    @inlinable public var rowBytes: Int { Layout.rowBytes(width: size.width) }

    /// A part of the picture.
    /// - Precondition: It lies inside, and pixels are whole bytes.
    package func part(left: Int, top: Int, size part: PixelSize) -> ImageView {
        precondition(left >= 0 && top >= 0 && left + part.width <= width && top + part.height <= height, "outside")
        return ImageView(
            uncheckedBase: base + top * stride + left * (Layout.bitsPerPixel / 8), size: part, stride: stride)
    }

    /// The first byte of row `y`.
    @inlinable
    public func row(_ y: Int) -> UnsafePointer<UInt8> {
        precondition(y >= 0 && y < size.height, "row outside the picture")
        return base + y * stride
    }
}

/// A read-only view of luminance.
public typealias GrayView = ImageView<Gray8>
/// A read-only view of red, green and blue.
public typealias RGBView = ImageView<RGB8>
/// A read-only view of red, green, blue and alpha.
public typealias RGBAView = ImageView<RGBA8>
/// A read-only view of one bit per pixel.
public typealias BilevelView = ImageView<Bilevel1>

/// Checks that `height` rows of `rowBytes`, `stride` apart, lie within `byteCount`, without overflow.
func checkRows(_ rowBytes: Int, height: Int, stride: Int, byteCount: Int) throws(ParameterError) {
    guard stride >= rowBytes else {
        throw ParameterError("stride", found: "\(stride)", required: "at least the \(rowBytes) bytes of a row")
    }
    let (upToLastRow, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    let (needed, overflowToo) = upToLastRow.addingReportingOverflow(rowBytes)
    guard !overflow, !overflowToo, needed <= byteCount else {
        throw ParameterError(
            "buffer", found: "\(byteCount) bytes", required: "\(height) rows of \(rowBytes) bytes, \(stride) apart")
    }
}

/// A writable view of pixels owned by someone else: see ``ImageView``.
public struct MutableImageView<Layout: PixelLayout> {
    /// The same pixels as a read-only view.
    public let readOnly: ImageView<Layout>

    /// - Parameter byteCount: Number of writable bytes from `base` on.
    /// - Throws: As ``ImageView/init(base:byteCount:size:stride:)``.
    public init(base: UnsafeMutablePointer<UInt8>, byteCount: Int, size: PixelSize, stride: Int) throws(ParameterError)
    {
        readOnly = try ImageView(base: base, byteCount: byteCount, size: size, stride: stride)
    }

    @usableFromInline
    init(uncheckedBase base: UnsafeMutablePointer<UInt8>, size: PixelSize, stride: Int) {
        readOnly = ImageView(uncheckedBase: base, size: size, stride: stride)
    }

    /// The top-left pixel.
    @inlinable public var base: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: readOnly.base) }
    @inlinable public var size: PixelSize { readOnly.size }
    /// Bytes from one row to the next; at least ``rowBytes``.
    @inlinable public var stride: Int { readOnly.stride }
    @inlinable public var width: Int { size.width }
    @inlinable public var height: Int { size.height }
    /// Bytes of a row that hold pixels.
    @inlinable public var rowBytes: Int { readOnly.rowBytes }

    /// The first byte of row `y`.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: readOnly.row(y)) }
}
