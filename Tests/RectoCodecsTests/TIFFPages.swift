import CTIFF
import RectoCodecs
import RectoCore
import Testing

/// A TIFF file as read by libtiff.
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

    /// A number that the library writes through a pointer.
    private func field<Value: Numeric>(_ tag: UInt32) -> Value {
        var value: Value = 0
        withUnsafeMutablePointer(to: &value) { pointer in
            withVaList([OpaquePointer(pointer)]) { _ = TIFFVGetField(tiff, tag, $0) }
        }
        return value
    }
}
