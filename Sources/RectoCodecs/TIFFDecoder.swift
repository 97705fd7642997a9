import CCodecShims
import RectoCore

/// Reads the pages of a TIFF file with libtiff: all compressions, one to sixteen bits per channel, palettes, CMYK,
/// tiles.
final class TIFFDecoder {
    private let reader: OpaquePointer

    /// - Parameter bytes: The file, which must outlive the decoder.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: PictureReader.Limits) throws(PictureError) {
        var reader: OpaquePointer?
        var message = codec_message()
        let memory = UInt64(clamping: max(limits.memoryBytes, 1))
        let status = codec_tiff_reader_open(bytes.baseAddress, bytes.count, memory, &reader, &message)
        guard status == CODEC_OK, let reader else {
            if let reader { codec_tiff_reader_close(reader) }
            throw PictureError(.tiff, status, message, 0, 0)
        }
        self.reader = reader
    }

    deinit { codec_tiff_reader_close(reader) }

    /// Returns the number of pages.
    func pageCount(_ limits: PictureReader.Limits) throws(PictureError) -> Int {
        let count = Int(codec_tiff_page_count(reader, UInt32(clamping: max(limits.pages, 0) + 1)))
        guard count <= limits.pages else { throw .tooManyPages(limit: limits.pages) }
        return count
    }

    /// - Parameter page: The index from 0.
    func picture(
        _ page: Int, _ layout: PictureReader.Layout, _ limits: PictureReader.Limits
    ) throws(PictureError) -> Picture {
        var info = codec_tiff_info()
        var message = codec_message()
        let status = codec_tiff_open_page(reader, UInt32(clamping: page), &info, &message)
        guard status == CODEC_OK else { throw PictureError(.tiff, status, message, info.width, info.height) }
        let size = try limits.size(width: Int(info.width), height: Int(info.height))
        let orientation = Orientation(rawValue: Int(info.orientation)) ?? .upright
        // CMYK pixels and their converted colors exist at the same time.
        let bytesPerPixel = info.kind == CODEC_RGBA ? 7 : Int(info.kind.rawValue)
        try limits.checkMemory(
            size, bytesPerPixel: bytesPerPixel, copies: orientation == .upright ? 1 : 2,
            others: Int(clamping: info.scratch_bytes))
        let profile = UnsafeBufferPointer(start: info.profile, count: info.profile == nil ? 0 : info.profile_count)
        var stored: StoredPicture
        switch info.kind {
        case CODEC_GRAY:
            stored = StoredPicture(pixels: .gray(try pixels(info, size)))
            stored.convertColors(from: profile)
        case CODEC_RGB:
            stored = StoredPicture(pixels: .rgb(try pixels(info, size)))
            stored.convertColors(from: profile)
        default:
            let inks: RGBAImage = try pixels(info, size)
            let colors = ColorProfile(profile, of: CODEC_COLOR_CMYK)
            stored = StoredPicture(pixels: .rgb(colors?.rgb(ofInks: inks) ?? RGBImage(ofInks: inks, isInverted: false)))
        }
        stored.orientation = orientation
        stored.resolution = Resolution(horizontal: info.resolution_x, vertical: info.resolution_y)
        return stored.picture(.tiff, layout)
    }

    private func pixels<Layout: PixelLayout>(
        _ info: codec_tiff_info, _ size: PixelSize
    ) throws(PictureError) -> Image<Layout> {
        var image = Image<Layout>(size: size)
        var message = codec_message()
        // SAFETY: the image has `height` rows of `width` pixels of the page's kind, `stride` bytes apart.
        let status = image.withMutableView { codec_tiff_read(reader, $0.base, $0.stride, &message) }
        guard status == CODEC_OK else { throw PictureError(.tiff, status, message, info.width, info.height) }
        return image
    }
}
