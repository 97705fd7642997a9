import CCodecShims
package import RectoCore

/// A JPEG file whose header has been read.
package final class JPEGDecoder {
    private let reader: OpaquePointer
    private let header: codec_jpeg_header
    private let exif: ExifHeader

    /// - Parameter bytes: The file, which must outlive the decoder.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PictureError) {
        var reader: OpaquePointer?
        var header = codec_jpeg_header()
        var message = codec_message()
        let status = codec_jpeg_open(bytes.baseAddress, bytes.count, &reader, &header, &message)
        guard status == CODEC_OK, let reader else {
            if let reader { codec_jpeg_close(reader) }
            throw PictureError(.jpeg, status, message, header.width, header.height)
        }
        self.reader = reader
        self.header = header
        self.exif = ExifHeader(UnsafeBufferPointer(start: header.exif, count: header.exif_count))
    }

    deinit { codec_jpeg_close(reader) }

    /// The number of components: 1 gray, 3 color, 4 CMYK.
    var componentCount: Int { Int(header.components) }
    var orientation: Orientation { exif.orientation }

    /// Returns the stored size, before applying the orientation.
    func storedSize(_ limits: PictureReader.Limits) throws(PictureError) -> PixelSize {
        try limits.size(width: Int(header.width), height: Int(header.height))
    }

    func picture(
        _ layout: PictureReader.Layout, _ scale: PictureReader.Scale, _ limits: PictureReader.Limits
    ) throws(PictureError) -> Picture {
        let stored = try storedSize(limits)
        let scaled = try setScale(scale, limits)
        let isGray = layout == .gray || (layout == .asStored && header.components == 1)
        let pixels: Picture.Pixels
        if isGray && header.components != 4 {
            // Luminance does not need exact colors.
            let profile = header.components == 1 ? colorProfile(CODEC_COLOR_GRAY) : nil
            let gray: GrayImage = try decode(CODEC_GRAY, scaled, 1, limits)
            pixels = upright(profile?.convert(.gray(gray)) ?? .gray(gray))
        } else {
            let rgb = try color(scaled, isGray ? 4 : 3, limits)
            pixels = upright(isGray ? .gray(GrayImage(luminanceOf: rgb)) : .rgb(rgb))
        }
        var picture = Picture(
            pixels: pixels, format: .jpeg, fullSize: exif.orientation.size(ofStored: stored),
            resolution: exif.orientation.resolution(ofStored: storedResolution),
            fullFocalLength: exif.optics.focalLength(of: stored))
        picture.timeAndPlace = exif.timeAndPlace
        return picture
    }

    private func upright(_ pixels: Picture.Pixels) -> Picture.Pixels {
        switch pixels {
        case .gray(let image): .gray(exif.orientation.applied(to: image))
        case .rgb(let image): .rgb(exif.orientation.applied(to: image))
        }
    }

    /// Returns the stored pixels in sRGB.
    private func color(
        _ size: PixelSize, _ bytesPerPixel: Int, _ limits: PictureReader.Limits
    ) throws(PictureError) -> RGBImage {
        if header.components == 4 {
            let kind = header.is_inverted ? CODEC_COLOR_INVERTED_CMYK : CODEC_COLOR_CMYK
            if let profile = colorProfile(kind) {
                return profile.rgb(ofInks: try decode(CODEC_RGBA, size, bytesPerPixel + 4, limits))
            }
        }
        let profile = header.components == 3 ? colorProfile(CODEC_COLOR_RGB) : nil
        let rgb: RGBImage = try decode(CODEC_RGB, size, bytesPerPixel, limits)
        guard let profile, case .rgb(let converted) = profile.convert(.rgb(rgb))
        else { return rgb }
        return converted
    }

    /// Returns the file's profile, which libjpeg drops once the pixels have been read.
    private func colorProfile(_ kind: codec_color_kind) -> ColorProfile? {
        var count = 0
        guard let bytes = codec_jpeg_profile(reader, &count) else { return nil }
        defer { codec_free(bytes) }
        return ColorProfile(UnsafeBufferPointer(start: bytes, count: count), of: kind)
    }

    /// Returns the stored pixels in color at full size, before applying the orientation.
    package func stored(_ limits: PictureReader.Limits) throws(PictureError) -> RGBImage {
        try decode(CODEC_RGB, setScale(.full, limits), 3, limits)
    }

    /// The resolution in the JFIF header, otherwise in the EXIF block.
    private var storedResolution: Resolution? {
        guard header.density_unit == 1 || header.density_unit == 2 else { return exif.resolution }
        let perInch = header.density_unit == 2 ? 2.54 : 1
        return Resolution(
            horizontal: Double(header.density_x) * perInch, vertical: Double(header.density_y) * perInch)
    }

    private func setScale(
        _ scale: PictureReader.Scale, _ limits: PictureReader.Limits
    ) throws(PictureError) -> PixelSize {
        var width: UInt32 = 0
        var height: UInt32 = 0
        var message = codec_message()
        let status = codec_jpeg_set_scale(reader, UInt32(scale.rawValue), &width, &height, &message)
        guard status == CODEC_OK else { throw PictureError(.jpeg, status, message, header.width, header.height) }
        return try limits.size(width: Int(width), height: Int(height))
    }

    private func decode<Layout: PixelLayout>(
        _ kind: codec_pixels, _ size: PixelSize, _ bytesPerPixel: Int, _ limits: PictureReader.Limits
    ) throws(PictureError) -> Image<Layout> {
        let coefficientBytes = header.is_buffered ? Int(header.coefficient_bytes) : 0
        try limits.checkMemory(
            size, bytesPerPixel: bytesPerPixel, copies: exif.orientation == .upright ? 1 : 2, others: coefficientBytes)
        var image = Image<Layout>(size: size)
        var message = codec_message()
        // SAFETY: the image has `height` rows of `width` pixels of this kind, `stride` bytes apart.
        let status = image.withMutableView { view in
            codec_jpeg_read(
                reader, kind, UInt32(Int32(clamping: max(limits.scans, 0))), UInt64(clamping: limits.memoryBytes),
                view.base, view.stride, &message)
        }
        guard status == CODEC_OK else { throw PictureError(.jpeg, status, message, header.width, header.height) }
        return image
    }
}
