public import CRecto
import RectoCapture
import RectoCore

/// A frame of the caller's, as the engine takes it.
enum LentFrame {
    case pixels(FrameView)
    case jpeg(UnsafeRawBufferPointer)

    /// - Parameter pointer: What the caller passes as `frame`.
    init(_ pointer: UnsafePointer<recto_frame>?) throws {
        let frame = try read(pointer, "frame")
        let base = try required(frame.planes.0, "frame->planes[0]")
        let byteCount = try Self.count(frame.plane_bytes.0, "frame->plane_bytes[0]")
        if frame.format == RECTO_FORMAT_JPEG {
            self = .jpeg(UnsafeRawBufferPointer(start: base, count: byteCount))
            return
        }
        let size = try PixelSize(width: Int(frame.width), height: Int(frame.height))
        let range = try Self.range(frame.range)
        let pairBytes = (size.width + 1) / 2 * 2
        func stride(_ packed: Int) throws(CallFailure) -> Int {
            frame.row_strides.0 == 0 ? packed : try Self.count(frame.row_strides.0, "frame->row_strides[0]")
        }
        switch frame.format {
        case RECTO_FORMAT_GRAY:
            self = .pixels(
                .gray(try GrayView(base: base, byteCount: byteCount, size: size, stride: stride(size.width))))
        case RECTO_FORMAT_RGB:
            self = .pixels(
                .rgb(try RGBView(base: base, byteCount: byteCount, size: size, stride: stride(3 * size.width))))
        case RECTO_FORMAT_YUYV, RECTO_FORMAT_UYVY:
            let order: YUYVView.Order = frame.format == RECTO_FORMAT_YUYV ? .lumaFirst : .chromaFirst
            self = .pixels(
                .yuyv(
                    try YUYVView(
                        base: base, byteCount: byteCount, size: size, stride: stride(2 * pairBytes), order: order,
                        range: range)))
        case RECTO_FORMAT_NV12:
            self = .pixels(.nv12(try Self.nv12(frame, base, byteCount, size, try stride(pairBytes), range)))
        default: throw CallFailure.invalid("frame->format is \(frame.format.rawValue), which is no format of frames")
        }
    }

    private static func nv12(
        _ frame: recto_frame, _ base: UnsafePointer<UInt8>, _ byteCount: Int, _ size: PixelSize, _ stride: Int,
        _ range: YUVRange
    ) throws -> NV12View {
        guard let chroma = frame.planes.1 else {
            return try NV12View(base: base, byteCount: byteCount, size: size, stride: stride, range: range)
        }
        let given = try count(frame.row_strides.1, "frame->row_strides[1]")
        return try NV12View(
            luma: base, lumaByteCount: byteCount, lumaStride: stride, chroma: chroma,
            chromaByteCount: try count(frame.plane_bytes.1, "frame->plane_bytes[1]"),
            chromaStride: given == 0 ? (size.width + 1) / 2 * 2 : given, size: size, range: range)
    }

    private static func range(_ range: recto_range) throws(CallFailure) -> YUVRange {
        switch range {
        case RECTO_RANGE_LIMITED: .limited
        case RECTO_RANGE_FULL: .full
        default: throw .invalid("frame->range is \(range.rawValue), required: 0 or 1")
        }
    }

    /// A count of C in Swift's own type.
    private static func count(_ count: Int, _ name: StaticString) throws(CallFailure) -> Int {
        guard count >= 0 else { throw .invalid("\(name) is above \(Int.max)") }
        return count
    }

    /// Lends the pixels, decoded where they are not.
    /// - Parameter detail: Of JPEG frames; others are as they are.
    func withView<Result>(
        _ jpeg: BorrowedJPEG, _ detail: FrameDetail = .full, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        switch self {
        case .pixels(let view): try body(view)
        case .jpeg(let bytes): try jpeg.withFrame(bytes) { try $0.withView(detail, body) }
        }
    }
}

@c @implementation
public func recto_frame_init(_ frame: UnsafeMutablePointer<recto_frame>!) {
    frame?.pointee = .empty
}
