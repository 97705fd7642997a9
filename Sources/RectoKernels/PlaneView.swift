internal import CVector

/// Readable rows of elements owned by someone else: the input of kernels.
///
/// A view is valid only as long as its memory. Kernels check that rows do not overlap, but not the size of the memory.
@frozen
public struct PlaneView<Element: BitwiseCopyable> {
    /// The first element of the top row.
    public let base: UnsafePointer<Element>
    /// Elements between rows.
    public let stride: Int
    /// Pixels in a row, each with as many elements as there are interleaved channels.
    public let width: Int
    public let height: Int

    @inlinable
    public init(_ base: UnsafePointer<Element>, stride: Int, width: Int, height: Int) {
        (self.base, self.stride, self.width, self.height) = (base, stride, width, height)
    }

    /// The first element of a row.
    @inlinable @inline(__always)
    public func row(_ y: Int) -> UnsafePointer<Element> { base + y &* stride }

    /// A range of the rows.
    @inlinable
    public func rows(_ range: Range<Int>) -> PlaneView {
        precondition(0 <= range.lowerBound && range.upperBound <= height, "rows outside the plane")
        return PlaneView(row(range.lowerBound), stride: stride, width: width, height: range.count)
    }
}

/// Writable rows of elements owned by someone else: see ``PlaneView``.
@frozen
public struct MutablePlaneView<Element: BitwiseCopyable> {
    public let base: UnsafeMutablePointer<Element>
    /// Elements between rows.
    public let stride: Int
    /// Pixels in a row, or bytes of packed bits.
    public let width: Int
    public let height: Int

    @inlinable
    public init(_ base: UnsafeMutablePointer<Element>, stride: Int, width: Int, height: Int) {
        (self.base, self.stride, self.width, self.height) = (base, stride, width, height)
    }

    /// The first element of a row.
    @inlinable @inline(__always)
    public func row(_ y: Int) -> UnsafeMutablePointer<Element> { base + y &* stride }

    /// A range of the rows.
    @inlinable
    public func rows(_ range: Range<Int>) -> MutablePlaneView {
        precondition(0 <= range.lowerBound && range.upperBound <= height, "rows outside the plane")
        return MutablePlaneView(row(range.lowerBound), stride: stride, width: width, height: range.count)
    }

    /// The same elements, readable.
    @inlinable
    public var readOnly: PlaneView<Element> { PlaneView(base, stride: stride, width: width, height: height) }
}

/// The planes Y, Cb and Cr of a picture, writable.
@frozen
public struct YCbCrPlanes {
    public let luma: MutablePlaneView<UInt8>
    public let blue: MutablePlaneView<UInt8>
    public let red: MutablePlaneView<UInt8>

    @inlinable
    public init(luma: MutablePlaneView<UInt8>, blue: MutablePlaneView<UInt8>, red: MutablePlaneView<UInt8>) {
        (self.luma, self.blue, self.red) = (luma, blue, red)
    }
}

/// One of several parts of a picture that threads share: together the parts write each byte of the result once.
public struct WorkPart: Hashable, Sendable {
    public let index: Int
    public let count: Int

    public static let all = WorkPart(0, of: 1)

    public init(_ index: Int, of count: Int) {
        precondition(0..<count ~= index, "no such part")
        (self.index, self.count) = (index, count)
    }

    /// This part's range of `total` rows or columns, nearly as long as the other parts'.
    public func share(of total: Int) -> Range<Int> { total * index / count..<total * (index + 1) / count }
}

// MARK: - Checks

extension PlaneView {
    /// Checks that rows do not overlap.
    func check(channels: Int = 1) { checkRows(width * channels, height: height, stride: stride) }
}

extension MutablePlaneView {
    /// Checks that the plane has the given size, and that its rows do not overlap.
    func check(width: Int, height: Int, channels: Int = 1) {
        precondition(self.width == width && self.height == height, "a target of another size")
        checkRows(width * channels, height: height, stride: stride)
    }
}

// MARK: - C

// Arguments of kernels' bodies: C declares them, so a body takes planes as C structures.

extension PlaneView where Element == UInt8 {
    var c: recto_plane { recto_plane(base: base, stride: stride, width: width, height: height) }
}

extension MutablePlaneView where Element == UInt8 {
    var c: recto_target { recto_target(base: base, stride: stride, width: width, height: height) }
}

extension PlaneView where Element == Float {
    var c: recto_float_plane { recto_float_plane(base: base, stride: stride, width: width, height: height) }
}

extension MutablePlaneView where Element == Float {
    var c: recto_float_target { recto_float_target(base: base, stride: stride, width: width, height: height) }
}

extension recto_plane {
    @inline(__always)
    func row(_ y: Int) -> UnsafePointer<UInt8> { base + y &* stride }
}

extension recto_target {
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y &* stride }
}
