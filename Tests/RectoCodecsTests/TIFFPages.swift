import CTIFF
import RectoCodecs
import RectoCore
import Testing

/// A TIFF file as libtiff reads it.
final class TIFFPages {
    struct Page {
        let pixels: RGBImage
        let resolution: Resolution?
        let compression: Int
    }

    private let tiff: OpaquePointer

    init(path: String) throws {
        tiff = try #require(TIFFOpen(path, "r"))
    }

    deinit { TIFFClose(tiff) }

    var count: Int { Int(TIFFNumberOfDirectories(tiff)) }

    func page(_ index: Int) throws -> Page {
        #expect(TIFFSetDirectory(tiff, tdir_t(index)) == 1)
        let size = try PixelSize(width: Int(field(256) as UInt32), height: Int(field(257) as UInt32))
        var raster = [UInt32](repeating: 0, count: size.area)
        #expect(
            TIFFReadRGBAImageOriented(tiff, UInt32(size.width), UInt32(size.height), &raster, ORIENTATION_TOPLEFT, 1)
                == 1)
        let bytes = raster.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)] }
        return Page(
            pixels: try RGBImage(size: size, packed: bytes),
            resolution: Resolution(horizontal: Double(field(282) as Float), vertical: Double(field(283) as Float)),
            compression: Int(field(259) as UInt16))
    }

    /// The first strip's bytes as they are stored.
    func storedStrip() -> [UInt8] {
        let count = TIFFRawStripSize(tiff, 0)
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            filled = Int(TIFFReadRawStrip(tiff, 0, buffer.baseAddress, count))
        }
    }

    /// Writes a page by libtiff's own coder of Group 4, in one strip.
    static func writeGroup4(_ image: BilevelImage, path: String) throws {
        let tiff = try #require(TIFFOpen(path, "w"))
        defer { TIFFClose(tiff) }
        let fields: [(tag: Int32, value: Int)] = [
            (TIFFTAG_IMAGEWIDTH, image.width), (TIFFTAG_IMAGELENGTH, image.height), (TIFFTAG_BITSPERSAMPLE, 1),
            (TIFFTAG_SAMPLESPERPIXEL, 1), (TIFFTAG_ROWSPERSTRIP, image.height), (TIFFTAG_COMPRESSION, 4),
            (TIFFTAG_PHOTOMETRIC, 0),
        ]
        for field in fields {
            _ = withVaList([UInt32(field.value)]) { TIFFVSetField(tiff, UInt32(field.tag), $0) }
        }
        image.withView { view in
            for y in 0..<view.height {
                var row = Array(UnsafeBufferPointer(start: view.row(y), count: view.rowBytes))
                #expect(TIFFWriteScanline(tiff, &row, UInt32(y), 0) == 1)
            }
        }
    }

    /// A number that the library writes through a pointer.
    private func field<Value: Numeric>(_ tag: UInt32) -> Value {
        var value: Value = 0
        withUnsafeMutablePointer(to: &value) { pointer in
            withVaList([OpaquePointer(pointer)]) { _ = TIFFVGetField(tiff, tag, $0) }
        }
        return value
    }
}
