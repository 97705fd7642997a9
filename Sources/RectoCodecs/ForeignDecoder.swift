import CCodecShims
import RectoCore

/// Reads WebP, HEIF, AVIF and JPEG XL with libraries that are loaded at run time, so that programs start without
/// them.
final class ForeignDecoder {
    private let reader: OpaquePointer
    private let format: PictureFormat
    private var header: codec_foreign_header

    /// - Parameter bytes: The file, which must outlive the decoder.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: PictureFormat, _ limits: PictureReader.Limits
    ) throws(PictureError) {
        var reader: OpaquePointer?
        var header = codec_foreign_header()
        var message = codec_message()
        let status = codec_foreign_open(
            Self.kind(format), bytes.baseAddress, bytes.count, UInt64(clamping: limits.pixels), &reader, &header,
            &message)
        guard status == CODEC_OK, let reader else {
            if let reader { codec_foreign_close(reader) }
            throw PictureError(format, status, message, header.width, header.height)
        }
        self.reader = reader
        self.format = format
        self.header = header
    }

    deinit { codec_foreign_close(reader) }

    private static func kind(_ format: PictureFormat) -> codec_foreign_format {
        switch format {
        case .webp: CODEC_WEBP
        case .jpegXL: CODEC_JPEG_XL
        default: CODEC_HEIF
        }
    }

    /// Returns the file's primary picture.
    func picture(_ layout: PictureReader.Layout, _ limits: PictureReader.Limits) throws(PictureError) -> Picture {
        let size = try limits.size(width: Int(header.width), height: Int(header.height))
        // Accounts for the library's copy, RGBA, RGB, and the rotated picture.
        try limits.checkMemory(size, bytesPerPixel: 14, copies: 1)
        var stored = StoredPicture(pixels: .rgb(RGBImage(onWhite: try pixels(size))))
        stored.convertColors(
            from: UnsafeBufferPointer(start: header.profile, count: header.profile == nil ? 0 : header.profile_count))
        if let start = header.exif {
            let block = Array("Exif\0\0".utf8) + UnsafeBufferPointer(start: start, count: header.exif_count)
            let exif = block.withUnsafeBufferPointer { ExifHeader($0) }
            (stored.resolution, stored.optics) = (exif.resolution, exif.optics)
            stored.timeAndPlace = exif.timeAndPlace
            if header.is_upright {
                // The pixels are already rotated, and so are the axes of the resolution.
                if exif.orientation.exchangesAxes { stored.resolution = stored.resolution?.transposed }
            } else {
                stored.orientation = exif.orientation
            }
        }
        return stored.picture(format, layout)
    }

    private func pixels(_ size: PixelSize) throws(PictureError) -> RGBAImage {
        let stride = size.width * 4
        var message = codec_message()
        var status = CODEC_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: stride * size.height) { buffer, count in
            // SAFETY: the buffer holds `height` rows of `width` pixels of four bytes, without padding.
            buffer.update(repeating: 0)
            status = codec_foreign_read(reader, &header, buffer.baseAddress, stride, &message)
            count = buffer.count
        }
        guard status == CODEC_OK, let image = try? RGBAImage(size: size, packed: bytes) else {
            throw PictureError(format, status, message, header.width, header.height)
        }
        return image
    }
}
