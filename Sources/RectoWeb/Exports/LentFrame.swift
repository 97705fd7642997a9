public import CRecto
import RectoCore

/// A caller's frame in the engine's form.
struct LentFrame {
    let view: FrameView

    /// - Parameter pointer: The caller's argument `frame`.
    init(_ pointer: UnsafePointer<recto_frame>?) throws(CallFailure) {
        let frame = try read(pointer, "frame")
        let base = try required(frame.planes.0, "frame->planes[0]")
        view = try checked { () throws(ParameterError) in
            let size = try PixelSize(width: Int(frame.width), height: Int(frame.height))
            return try Self.view(frame, base, size)
        }
    }

    private static func view(
        _ frame: recto_frame, _ base: UnsafePointer<UInt8>, _ size: PixelSize
    ) throws(ParameterError) -> FrameView {
        let bytes = frame.plane_bytes.0
        let pairBytes = (size.width + 1) / 2 * 2
        func stride(_ packed: Int) -> Int { frame.row_strides.0 == 0 ? packed : frame.row_strides.0 }
        let range: YUVRange = frame.range == RECTO_RANGE_FULL ? .full : .limited
        switch frame.format {
        case RECTO_FORMAT_GRAY:
            return .gray(try GrayView(base: base, byteCount: bytes, size: size, stride: stride(size.width)))
        case RECTO_FORMAT_RGB:
            return .rgb(try RGBView(base: base, byteCount: bytes, size: size, stride: stride(3 * size.width)))
        case RECTO_FORMAT_YUYV, RECTO_FORMAT_UYVY:
            let order: YUYVView.Order = frame.format == RECTO_FORMAT_YUYV ? .lumaFirst : .chromaFirst
            return .yuyv(
                try YUYVView(
                    base: base, byteCount: bytes, size: size, stride: stride(2 * pairBytes), order: order, range: range)
            )
        case RECTO_FORMAT_NV12:
            guard let chroma = frame.planes.1 else {
                return .nv12(
                    try NV12View(base: base, byteCount: bytes, size: size, stride: stride(pairBytes), range: range))
            }
            return .nv12(
                try NV12View(
                    luma: base, lumaByteCount: bytes, lumaStride: stride(pairBytes), chroma: chroma,
                    chromaByteCount: frame.plane_bytes.1,
                    chromaStride: frame.row_strides.1 == 0 ? pairBytes : frame.row_strides.1, size: size, range: range))
        default:
            throw ParameterError(
                "frame->format", found: "\(frame.format.rawValue)", required: "0 to 4, a format of pixels")
        }
    }
}

@c @implementation
public func recto_frame_init(_ frame: UnsafeMutablePointer<recto_frame>!) {
    frame?.pointee = .empty
}
