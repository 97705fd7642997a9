public import CRecto
import RectoCapture
import RectoCore

/// A caller-owned frame, in the form the engine expects.
enum LentFrame {
    case pixels(FrameView)
    case jpeg(UnsafeRawBufferPointer)

    /// - Parameters:
    ///   - pointer: The caller's `frame`.
    ///   - memory: For pixels in a layout that the engine does not support; valid until its next use.
    init(_ pointer: UnsafePointer<recto_frame>?, _ memory: FrameMemory) throws {
        let frame = try read(pointer, "frame")
        let base = try required(frame.planes.0, "frame->planes[0]")
        let byteCount = try Self.count(frame.plane_bytes.0, "frame->plane_bytes[0]")
        switch frame.format {
        case RECTO_FORMAT_JPEG:
            self = .jpeg(UnsafeRawBufferPointer(start: base, count: byteCount))
        case RECTO_FORMAT_H264:
            throw CallFailure.invalid(
                "frame->format is H.264, which Recto does not decode: let "
                    + "\"ffmpeg -i INPUT -f yuv4mpegpipe -\" or GStreamer's avdec_h264 do that, and pass I420")
        default:
            let size = try Self.size(frame)
            self = .pixels(try Self.view(frame, base, byteCount, size, memory))
        }
    }

    private static func size(_ frame: recto_frame) throws(CallFailure) -> PixelSize {
        do { return try PixelSize(width: Int(frame.width), height: Int(frame.height)) } catch {
            throw CallFailure(error, as: "frame->width x height")
        }
    }

    private static func view(
        _ frame: recto_frame, _ base: UnsafePointer<UInt8>, _ byteCount: Int, _ size: PixelSize, _ memory: FrameMemory
    ) throws -> FrameView {
        let pairBytes = (size.width + 1) / 2 * 2
        // Checked for every format, even those that do not use it.
        let yuvRange = try range(frame.range)
        func plane(_ packed: Int) throws(CallFailure) -> LentPlane {
            LentPlane(base: base, byteCount: byteCount, stride: try stride(frame.row_strides.0, packed, .first), .first)
        }
        /// The stride of a plane whose rows have been checked.
        func checkedStride(_ rowBytes: Int) throws(CallFailure) -> Int {
            let plane = try plane(rowBytes)
            try plane.check(rowBytes: rowBytes, rows: size.height)
            return plane.stride
        }
        switch frame.format {
        case RECTO_FORMAT_GRAY:
            return .gray(
                try GrayView(base: base, byteCount: byteCount, size: size, stride: checkedStride(size.width)))
        case RECTO_FORMAT_RGB:
            return .rgb(
                try RGBView(base: base, byteCount: byteCount, size: size, stride: checkedStride(3 * size.width)))
        case RECTO_FORMAT_YUYV, RECTO_FORMAT_UYVY:
            let order: YUYVView.Order = frame.format == RECTO_FORMAT_YUYV ? .lumaFirst : .chromaFirst
            return .yuyv(
                try YUYVView(
                    base: base, byteCount: byteCount, size: size, stride: checkedStride(2 * pairBytes), order: order,
                    range: yuvRange))
        case RECTO_FORMAT_NV12: return .nv12(try nv12(frame, plane(pairBytes), size, yuvRange))
        case RECTO_FORMAT_BGR:
            return try memory.rgb(plane(3 * size.width), size, pixelBytes: 3, red: 2, blue: 0)
        case RECTO_FORMAT_RGBA:
            return try memory.rgb(plane(4 * size.width), size, pixelBytes: 4, red: 0, blue: 2)
        case RECTO_FORMAT_BGRA:
            return try memory.rgb(plane(4 * size.width), size, pixelBytes: 4, red: 2, blue: 0)
        case RECTO_FORMAT_GRAY16: return try memory.gray(upperBytesOf: plane(2 * size.width), size)
        case RECTO_FORMAT_NV21:
            let luma = try plane(pairBytes)
            try luma.check(rowBytes: size.width, rows: size.height)
            let chroma = try second(frame, luma, size, share: 1)
            let next = LentPlane(
                base: chroma.base + 1, byteCount: chroma.byteCount - 1, stride: chroma.stride, chroma.place)
            return try memory.nv12(luma, blue: next, red: chroma, step: 2, size, yuvRange)
        case RECTO_FORMAT_I420:
            let luma = try plane(size.width)
            try luma.check(rowBytes: size.width, rows: size.height)
            let blue = try second(frame, luma, size, share: 2)
            return try memory.nv12(
                luma, blue: blue, red: third(frame, blue, size), step: 1, size, yuvRange)
        case RECTO_FORMAT_P010:
            let luma = try plane(2 * pairBytes)
            return try memory.nv12(
                upperBytesOf: luma, second(frame, luma, size, share: 1), size, yuvRange)
        default: throw CallFailure.invalid("frame->format is \(frame.format.rawValue), which is not a frame format")
        }
    }

    /// Returns the second plane, given by the caller or following the first.
    /// - Parameter share: The usual stride relative to that of the first plane.
    private static func second(
        _ frame: recto_frame, _ first: LentPlane, _ size: PixelSize, share: Int
    ) throws(CallFailure) -> LentPlane {
        let packed = (first.stride + share - 1) / share
        guard let base = frame.planes.1 else {
            let (base, byteCount) = try first.rest(after: size.height)
            return LentPlane(
                base: base, byteCount: byteCount, stride: try stride(frame.row_strides.1, packed, .second),
                .second.within(first.place))
        }
        return LentPlane(
            base: base, byteCount: try count(frame.plane_bytes.1, "frame->plane_bytes[1]"),
            stride: try stride(frame.row_strides.1, packed, .second), .second)
    }

    /// Returns the third plane, given by the caller or following the second.
    private static func third(
        _ frame: recto_frame, _ second: LentPlane, _ size: PixelSize
    ) throws(CallFailure) -> LentPlane {
        guard let base = frame.third_plane else {
            let (base, byteCount) = try second.rest(after: (size.height + 1) / 2)
            return LentPlane(base: base, byteCount: byteCount, stride: second.stride, second.place)
        }
        return LentPlane(
            base: base, byteCount: try count(frame.third_plane_bytes, "frame->third_plane_bytes"),
            stride: try stride(frame.third_row_stride, (size.width + 1) / 2, .third), .third)
    }

    private static func nv12(
        _ frame: recto_frame, _ luma: LentPlane, _ size: PixelSize, _ range: YUVRange
    ) throws -> NV12View {
        let (pairBytes, pairRows) = ((size.width + 1) / 2 * 2, (size.height + 1) / 2)
        guard let base = frame.planes.1 else {
            try luma.check(rowBytes: pairBytes, rows: size.height + pairRows)
            return try NV12View(
                base: luma.base, byteCount: luma.byteCount, size: size, stride: luma.stride, range: range)
        }
        let chroma = LentPlane(
            base: base, byteCount: try count(frame.plane_bytes.1, "frame->plane_bytes[1]"),
            stride: try stride(frame.row_strides.1, pairBytes, .second), .second)
        try luma.check(rowBytes: size.width, rows: size.height)
        try chroma.check(rowBytes: pairBytes, rows: pairRows)
        return try NV12View(
            luma: luma.base, lumaByteCount: luma.byteCount, lumaStride: luma.stride, chroma: chroma.base,
            chromaByteCount: chroma.byteCount, chromaStride: chroma.stride, size: size, range: range)
    }

    private static func stride(
        _ given: Int, _ packed: Int, _ place: LentPlane.Place
    ) throws(CallFailure) -> Int {
        given == 0 ? packed : try count(given, place.stride)
    }

    private static func range(_ range: recto_range) throws(CallFailure) -> YUVRange {
        switch range {
        case RECTO_RANGE_LIMITED: .limited
        case RECTO_RANGE_FULL: .full
        default: throw .invalid("frame->range is \(range.rawValue), required: 0 or 1")
        }
    }

    /// Converts a C count to Int.
    private static func count(_ count: Int, _ name: StaticString) throws(CallFailure) -> Int {
        guard count >= 0 else { throw .invalid("\(name) is above \(Int.max)") }
        return count
    }

    /// Lends the pixels, decoding them if necessary.
    /// - Parameter detail: How much of JPEG frames is decoded; others are used unchanged.
    func withView<Result>(
        _ memory: FrameMemory, _ detail: FrameDetail = .full, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        switch self {
        case .pixels(let view): try body(view)
        case .jpeg(let bytes): try memory.jpeg.withFrame(bytes) { try $0.withView(detail, body) }
        }
    }
}

@c @implementation
public func recto_frame_init(_ frame: UnsafeMutablePointer<recto_frame>!) {
    frame?.pointee = .empty
}
