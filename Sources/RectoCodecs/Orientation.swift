import CExif
package import RectoCore

/// How the stored pixels must be turned to be upright: the EXIF orientation.
package enum Orientation: Int, CaseIterable, Sendable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    case transposed = 5
    /// The stored picture must be turned clockwise.
    case turnedLeft = 6
    case antiTransposed = 7
    /// The stored picture must be turned counterclockwise.
    case turnedRight = 8

    /// Whether rows of the stored picture are columns of the upright one.
    var exchangesAxes: Bool { rawValue >= Orientation.transposed.rawValue }

    func size(ofStored size: PixelSize) -> PixelSize { exchangesAxes ? size.transposed : size }

    func resolution(ofStored resolution: Resolution?) -> Resolution? {
        exchangesAxes ? resolution?.transposed : resolution
    }

    /// The upright picture.
    package func applied<Layout: PixelLayout>(to stored: Image<Layout>) -> Image<Layout> {
        guard self != .upright else { return stored }
        let bytesPerPixel = Layout.bitsPerPixel / 8
        var upright = Image<Layout>(size: size(ofStored: stored.size))
        stored.withView { source in
            upright.withMutableView { target in
                let (first, toRight, down) = steps(bytesPerPixel: bytesPerPixel, source: source)
                // Tiles, so that the columns of a transposed picture stay in the cache.
                let side = 32
                for top in Swift.stride(from: 0, to: target.height, by: side) {
                    for left in Swift.stride(from: 0, to: target.width, by: side) {
                        for y in top..<min(top + side, target.height) {
                            let to = target.row(y)
                            // SAFETY: the steps walk over the pixels of `source` exactly once each.
                            let from = source.base + (first + y * down)
                            for x in left..<min(left + side, target.width) {
                                for byte in 0..<bytesPerPixel {
                                    to[x * bytesPerPixel + byte] = from[x * toRight + byte]
                                }
                            }
                        }
                    }
                }
            }
        }
        return upright
    }

    /// Where in the stored bytes the upright picture starts, and the steps there for one pixel right and one down.
    private func steps<Layout: PixelLayout>(
        bytesPerPixel: Int, source: ImageView<Layout>
    ) -> (first: Int, toRight: Int, down: Int) {
        let x = bytesPerPixel
        let y = source.stride
        let right = (source.width - 1) * x
        let bottom = (source.height - 1) * y
        return switch self {
        case .upright: (0, x, y)
        case .mirrored: (right, -x, y)
        case .upsideDown: (right + bottom, -x, -y)
        case .mirroredUpsideDown: (bottom, x, -y)
        case .transposed: (0, y, x)
        case .turnedLeft: (bottom, -y, x)
        case .antiTransposed: (right + bottom, -y, -x)
        case .turnedRight: (right, y, -x)
        }
    }
}

/// The part of a picture's EXIF block that matters for its pixels.
struct ExifHeader {
    var orientation = Orientation.upright
    var resolution: Resolution?

    init() {}

    /// - Parameter block: From its "Exif" prefix on; nonsense in it counts as absent.
    init(_ block: UnsafeBufferPointer<UInt8>) {
        guard let count = UInt32(exactly: block.count),
            let data = exif_data_new_from_data(block.baseAddress, count)
        else { return }
        defer { exif_data_unref(data) }
        let order = exif_data_get_byte_order(data)
        let directory = data.pointee.ifd.0
        if let value = short(EXIF_TAG_ORIENTATION, directory, order), let orientation = Orientation(rawValue: value) {
            self.orientation = orientation
        }
        if let x = ratio(EXIF_TAG_X_RESOLUTION, directory, order),
            let y = ratio(EXIF_TAG_Y_RESOLUTION, directory, order)
        {
            // Unit 2 is the inch, and the default; 3 the centimetre.
            let perInch = short(EXIF_TAG_RESOLUTION_UNIT, directory, order) == 3 ? 2.54 : 1
            resolution = Resolution(horizontal: x * perInch, vertical: y * perInch)
        }
    }

    private func entry(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ format: ExifFormat, size: UInt32
    ) -> UnsafeMutablePointer<UInt8>? {
        guard let entry = exif_content_get_entry(directory, tag)?.pointee, entry.format == format, entry.size >= size
        else { return nil }
        return entry.data
    }

    private func short(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder
    ) -> Int? {
        entry(tag, directory, EXIF_FORMAT_SHORT, size: 2).map { Int(exif_get_short($0, order)) }
    }

    private func ratio(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder
    ) -> Double? {
        guard let bytes = entry(tag, directory, EXIF_FORMAT_RATIONAL, size: 8) else { return nil }
        let value = exif_get_rational(bytes, order)
        guard value.denominator != 0 else { return nil }
        return Double(value.numerator) / Double(value.denominator)
    }
}
