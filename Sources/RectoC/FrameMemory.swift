import CRecto
import RectoCapture
import RectoCore

/// Reusable memory for frames in layouts that the engine does not support; their pixels are converted to a supported
/// one.
final class FrameMemory {
    let jpeg = BorrowedJPEG()
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    deinit { bytes.deallocate() }

    /// Returns room for `count` bytes, which contains what was last written.
    private func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if bytes.count < count {
            bytes.deallocate()
            bytes = .allocate(capacity: count)
        }
        guard let base = bytes.baseAddress else { preconditionFailure("room for no bytes") }
        return base
    }

    /// Converts pixels of three colors in a different order or with a fourth byte.
    /// - Parameters:
    ///   - pixelBytes: The size of a pixel in bytes.
    ///   - red, blue: The offsets within the pixel.
    func rgb(_ plane: LentPlane, _ size: PixelSize, pixelBytes: Int, red: Int, blue: Int) throws -> FrameView {
        try plane.check(rowBytes: pixelBytes * size.width, rows: size.height)
        let target = room(3 * size.area)
        for y in 0..<size.height {
            // SAFETY: rows of the plane have been checked; the room holds rows of three bytes per pixel.
            var (from, into) = (plane.base + y * plane.stride, target + 3 * y * size.width)
            for _ in 0..<size.width {
                (into[0], into[1], into[2]) = (from[red], from[1], from[blue])
                from += pixelBytes
                into += 3
            }
        }
        return .rgb(try RGBView(base: target, byteCount: 3 * size.area, size: size, stride: 3 * size.width))
    }

    /// Keeps the upper bytes of two-byte values.
    func gray(upperBytesOf plane: LentPlane, _ size: PixelSize) throws -> FrameView {
        try plane.check(rowBytes: 2 * size.width, rows: size.height)
        let target = room(size.area)
        Self.copyUpperBytes(plane, columns: size.width, rows: size.height, to: target, stride: size.width)
        return .gray(try GrayView(base: target, byteCount: size.area, size: size, stride: size.width))
    }

    /// Converts chroma in separate planes, or in pairs in the other order.
    /// - Parameters:
    ///   - blue, red: The first value of each.
    ///   - step: The number of bytes from one value to the next.
    func nv12(
        _ luma: LentPlane, blue: LentPlane, red: LentPlane, step: Int, _ size: PixelSize, _ range: YUVRange
    ) throws -> FrameView {
        let (columns, rows) = ((size.width + 1) / 2, (size.height + 1) / 2)
        for plane in [blue, red] { try plane.check(rowBytes: step * (columns - 1) + 1, rows: rows) }
        let target = room(2 * columns * rows)
        for y in 0..<rows {
            // SAFETY: rows of the planes have been checked; the room holds pairs for as many columns and rows.
            let (first, second) = (blue.base + y * blue.stride, red.base + y * red.stride)
            let into = target + 2 * y * columns
            for x in 0..<columns {
                into[2 * x] = first[x * step]
                into[2 * x + 1] = second[x * step]
            }
        }
        return .nv12(
            try NV12View(
                luma: luma.base, lumaByteCount: luma.byteCount, lumaStride: luma.stride, chroma: target,
                chromaByteCount: 2 * columns * rows, chromaStride: 2 * columns, size: size, range: range))
    }

    /// Converts NV12 with two-byte values.
    func nv12(
        upperBytesOf luma: LentPlane, _ chroma: LentPlane, _ size: PixelSize, _ range: YUVRange
    ) throws -> FrameView {
        let (columns, rows) = ((size.width + 1) / 2 * 2, (size.height + 1) / 2)
        try luma.check(rowBytes: 2 * size.width, rows: size.height)
        try chroma.check(rowBytes: 2 * columns, rows: rows)
        let target = room(columns * (size.height + rows))
        let chromaTarget = target + columns * size.height
        Self.copyUpperBytes(luma, columns: size.width, rows: size.height, to: target, stride: columns)
        Self.copyUpperBytes(chroma, columns: columns, rows: rows, to: chromaTarget, stride: columns)
        return .nv12(
            try NV12View(
                luma: target, lumaByteCount: columns * size.height, lumaStride: columns, chroma: chromaTarget,
                chromaByteCount: columns * rows, chromaStride: columns, size: size, range: range))
    }

    private static func copyUpperBytes(
        _ plane: LentPlane, columns: Int, rows: Int, to target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        for y in 0..<rows {
            // SAFETY: the caller has checked the plane's rows, and that the target has room for them.
            let (from, into) = (plane.base + y * plane.stride, target + y * stride)
            for x in 0..<columns { into[x] = from[2 * x + 1] }
        }
    }
}

/// A plane of a caller-owned frame.
struct LentPlane {
    var base: UnsafePointer<UInt8>
    /// The number of readable bytes from `base`.
    var byteCount: Int
    var stride: Int
    let place: Place

    init(base: UnsafePointer<UInt8>, byteCount: Int, stride: Int, _ place: Place) {
        (self.base, self.byteCount, self.stride, self.place) = (base, byteCount, stride, place)
    }

    /// The members of `recto_frame` that describe a plane.
    struct Place {
        let stride: StaticString
        let byteCount: StaticString

        static let first = Place(stride: "frame->row_strides[0]", byteCount: "frame->plane_bytes[0]")
        static let second = Place(stride: "frame->row_strides[1]", byteCount: "frame->plane_bytes[1]")
        static let third = Place(stride: "frame->third_row_stride", byteCount: "frame->third_plane_bytes")

        /// A plane that follows the rows of another.
        func within(_ other: Place) -> Place { Place(stride: stride, byteCount: other.byteCount) }
    }

    /// - Throws: ``CallFailure`` if the stride is shorter than a row, or the rows do not fit.
    func check(rowBytes: Int, rows: Int) throws(CallFailure) {
        guard stride >= rowBytes else {
            throw .invalid("\(place.stride) is \(stride), required: at least the \(rowBytes) bytes of a row")
        }
        let (upToLast, overflow) = stride.multipliedReportingOverflow(by: rows - 1)
        guard !overflow, byteCount - rowBytes >= upToLast else {
            throw .invalid(
                "\(place.byteCount) leaves \(byteCount) bytes, too few for \(rows) rows, \(stride) apart")
        }
    }

    /// Returns what follows the given number of rows.
    func rest(after rows: Int) throws(CallFailure) -> (base: UnsafePointer<UInt8>, byteCount: Int) {
        let (bytes, overflow) = stride.multipliedReportingOverflow(by: rows)
        guard !overflow, bytes <= byteCount else {
            throw .invalid(
                "\(place.byteCount) leaves \(byteCount) bytes, too few for \(rows) rows, \(stride) apart")
        }
        return (base + bytes, byteCount - bytes)
    }
}
