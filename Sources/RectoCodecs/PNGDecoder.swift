import CCodecShims
package import RectoCore

/// A PNG file whose header has been read.
package final class PNGDecoder {
    private let reader: OpaquePointer
    private let header: codec_png_header
    private let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: The file, which must outlive the decoder.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PictureError) {
        var reader: OpaquePointer?
        var header = codec_png_header()
        var message = codec_message()
        let status = codec_png_open(bytes.baseAddress, bytes.count, &reader, &header, &message)
        guard status == CODEC_OK, let reader else {
            if let reader { codec_png_close(reader) }
            throw PictureError(.png, status, message, header.width, header.height)
        }
        self.reader = reader
        self.header = header
        self.bytes = bytes
    }

    deinit { codec_png_close(reader) }

    func picture(_ layout: PictureReader.Layout, _ limits: PictureReader.Limits) throws(PictureError) -> Picture {
        let size = try limits.size(width: Int(header.width), height: Int(header.height))
        let pixels: Picture.Pixels
        if header.is_color {
            let rgb: RGBImage = try decode(CODEC_RGB, size, layout == .gray ? 4 : 3, limits)
            pixels = layout == .gray ? .gray(GrayImage(luminanceOf: rgb)) : .rgb(rgb)
        } else if layout == .rgb {
            pixels = .rgb(try decode(CODEC_RGB, size, 3, limits))
        } else {
            pixels = .gray(try decode(CODEC_GRAY, size, 1, limits))
        }
        return try upright(converted(pixels), size, limits)
    }

    /// Returns the pixels in sRGB.
    private func converted(_ pixels: Picture.Pixels) -> Picture.Pixels {
        let profile = embeddedPNGProfile(bytes)
        guard !profile.isEmpty else { return pixels }
        let kind =
            switch pixels {
            case .gray: CODEC_COLOR_GRAY
            case .rgb: CODEC_COLOR_RGB
            }
        return profile.withUnsafeBufferPointer { ColorProfile($0, of: kind)?.convert(pixels) ?? pixels }
    }

    /// Returns the stored pixels with their alpha.
    package func rgba(_ limits: PictureReader.Limits) throws(PictureError) -> RGBAImage {
        let size = try limits.size(width: Int(header.width), height: Int(header.height))
        return try decode(CODEC_RGBA, size, 4, limits)
    }

    private func decode<Layout: PixelLayout>(
        _ kind: codec_pixels, _ size: PixelSize, _ bytesPerPixel: Int, _ limits: PictureReader.Limits
    ) throws(PictureError) -> Image<Layout> {
        try limits.checkMemory(size, bytesPerPixel: bytesPerPixel, copies: 1)
        var image = Image<Layout>(size: size)
        var message = codec_message()
        // SAFETY: the image has `height` rows of `width` pixels of this kind, `stride` bytes apart.
        let status = image.withMutableView { codec_png_read(reader, kind, $0.base, $0.stride, &message) }
        guard status == CODEC_OK else { throw PictureError(.png, status, message, header.width, header.height) }
        return image
    }

    private func upright(
        _ pixels: Picture.Pixels, _ size: PixelSize, _ limits: PictureReader.Limits
    ) throws(PictureError) -> Picture {
        let exif = exif()
        let orientation = exif.orientation
        let perInch = 0.0254
        let stored = Resolution(
            horizontal: Double(header.pixels_per_metre_x) * perInch,
            vertical: Double(header.pixels_per_metre_y) * perInch)
        let turned: Picture.Pixels
        switch pixels {
        case .gray(let image):
            if orientation != .upright { try limits.checkMemory(size, bytesPerPixel: 1, copies: 2) }
            turned = .gray(orientation.applied(to: image))
        case .rgb(let image):
            if orientation != .upright { try limits.checkMemory(size, bytesPerPixel: 3, copies: 2) }
            turned = .rgb(orientation.applied(to: image))
        }
        var picture = Picture(
            pixels: turned, format: .png, fullSize: orientation.size(ofStored: size),
            resolution: orientation.resolution(ofStored: stored),
            fullFocalLength: exif.optics.focalLength(of: size))
        picture.timeAndPlace = exif.timeAndPlace
        return picture
    }

    private func exif() -> ExifHeader {
        var count = 0
        guard let exif = codec_png_exif(reader, &count) else { return ExifHeader() }
        // PNG omits the prefix that libexif looks for.
        let block = Array("Exif\0\0".utf8) + UnsafeBufferPointer(start: exif, count: count)
        return block.withUnsafeBufferPointer { ExifHeader($0) }
    }
}
