/// An owned picture with value semantics: pixels are copied only when shared storage is written.
///
/// Rows are ``stride`` bytes apart, a multiple of 64, so that a vector may be stored past a row's last pixel.
/// New pixels are 0: black, or paper in a ``BilevelImage``.
public struct Image<Layout: PixelLayout>: Sendable {
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    @usableFromInline var storage: ImageStorage

    public init(size: PixelSize) {
        let alignment = ImageStorage.alignment
        self.size = size
        self.stride = (Layout.rowBytes(width: size.width) + alignment - 1) / alignment * alignment
        self.storage = ImageStorage(zeroed: stride * size.height + alignment)
    }

    /// A picture with uninitialized bytes, all of which must be written. Memory that the system commits on first touch
    /// is not used until then.
    package init(unset size: PixelSize) {
        let alignment = ImageStorage.alignment
        self.size = size
        self.stride = (Layout.rowBytes(width: size.width) + alignment - 1) / alignment * alignment
        self.storage = ImageStorage(unset: stride * size.height + alignment)
    }

    /// A copy of the pixels that a view shows.
    public init(copying view: ImageView<Layout>) {
        self.init(size: view.size)
        let rowBytes = view.rowBytes
        withMutableView { target in
            for y in 0..<view.height { target.row(y).update(from: view.row(y), count: rowBytes) }
        }
    }

    /// A picture from pixels row by row without padding.
    /// - Throws: ``ParameterError`` if the number of bytes does not match the size.
    public init(size: PixelSize, packed bytes: [UInt8]) throws(ParameterError) {
        let rowBytes = Layout.rowBytes(width: size.width)
        guard bytes.count == rowBytes * size.height else {
            throw ParameterError("pixels", found: "\(bytes.count) bytes", required: "\(rowBytes * size.height) bytes")
        }
        self.init(size: size)
        withMutableView { view in
            bytes.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                for y in 0..<size.height { view.row(y).update(from: start + y * rowBytes, count: rowBytes) }
            }
        }
    }

    @inlinable public var width: Int { size.width }
    @inlinable public var height: Int { size.height }
    /// Bytes of a row that hold pixels.
    @inlinable public var rowBytes: Int { Layout.rowBytes(width: size.width) }

    /// Passes the pixels for reading; the view must not leave the closure.
    @inlinable
    public func withView<Result, Failure: Error>(
        _ body: (ImageView<Layout>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(ImageView(uncheckedBase: UnsafePointer(storage.bytes), size: size, stride: stride))
    }

    /// Passes the pixels for writing; the view must not leave the closure.
    @inlinable
    public mutating func withMutableView<Result, Failure: Error>(
        _ body: (MutableImageView<Layout>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !isKnownUniquelyReferenced(&storage) { storage = ImageStorage(copying: storage) }
        defer { withExtendedLifetime(storage) {} }
        return try body(MutableImageView(uncheckedBase: storage.bytes, size: size, stride: stride))
    }

    /// The pixels row by row without padding.
    public var packedBytes: [UInt8] {
        withView { view in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(rowBytes * height)
            for y in 0..<height { bytes.append(contentsOf: UnsafeBufferPointer(start: view.row(y), count: rowBytes)) }
            return bytes
        }
    }
}

extension Image: Equatable {
    /// Whether both have the same size and pixels; padding does not count.
    public static func == (a: Image, b: Image) -> Bool {
        guard a.size == b.size else { return false }
        return a.withView { left in
            b.withView { right in
                (0..<left.height).allSatisfy { y in
                    UnsafeBufferPointer(start: left.row(y), count: left.rowBytes)
                        .elementsEqual(UnsafeBufferPointer(start: right.row(y), count: right.rowBytes))
                }
            }
        }
    }
}

/// Luminance, one byte per pixel.
public typealias GrayImage = Image<Gray8>
/// Red, green, blue.
public typealias RGBImage = Image<RGB8>
/// Red, green, blue, alpha.
public typealias RGBAImage = Image<RGBA8>
/// One bit per pixel, 1 is ink.
public typealias BilevelImage = Image<Bilevel1>

/// The memory of an owned image: aligned for vectors and padded after the last row.
@usableFromInline
final class ImageStorage: @unchecked Sendable {
    // Sendable: the bytes change only through `Image`, which copies shared storage.
    @usableFromInline static let alignment = 64

    @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline let count: Int

    @usableFromInline
    init(zeroed count: Int) {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Self.alignment)
        self.bytes = raw.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        self.count = count
    }

    init(unset count: Int) {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Self.alignment)
        self.bytes = raw.bindMemory(to: UInt8.self, capacity: count)
        self.count = count
    }

    @usableFromInline
    init(copying other: ImageStorage) {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: other.count, alignment: Self.alignment)
        self.bytes = raw.initializeMemory(as: UInt8.self, from: other.bytes, count: other.count)
        self.count = other.count
    }

    deinit { UnsafeMutableRawPointer(bytes).deallocate() }
}
