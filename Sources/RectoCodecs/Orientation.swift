package import RectoCore

/// The rotation or reflection that makes the stored pixels upright: the EXIF orientation.
package enum Orientation: Int, CaseIterable, Sendable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    case transposed = 5
    /// The stored picture must be rotated clockwise.
    case turnedLeft = 6
    case antiTransposed = 7
    /// The stored picture must be rotated counterclockwise.
    case turnedRight = 8

    /// Whether rows of the stored picture are columns of the upright one.
    var exchangesAxes: Bool { rawValue >= Orientation.transposed.rawValue }

    func size(ofStored size: PixelSize) -> PixelSize { exchangesAxes ? size.transposed : size }

    func resolution(ofStored resolution: Resolution?) -> Resolution? {
        exchangesAxes ? resolution?.transposed : resolution
    }

    /// Returns the upright picture.
    package func applied<Layout: PixelLayout>(to stored: Image<Layout>) -> Image<Layout> {
        guard self != .upright else { return stored }
        let bytesPerPixel = Layout.bitsPerPixel / 8
        var upright = Image<Layout>(size: size(ofStored: stored.size))
        stored.withView { source in
            upright.withMutableView { target in
                let (first, toRight, down) = steps(bytesPerPixel: bytesPerPixel, source: source)
                // Tiles keep the columns of a transposed picture in the cache.
                let side = 32
                for top in Swift.stride(from: 0, to: target.height, by: side) {
                    for left in Swift.stride(from: 0, to: target.width, by: side) {
                        for y in top..<min(top + side, target.height) {
                            let to = target.row(y)
                            // SAFETY: the steps visit each pixel of `source` exactly once.
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

    /// Returns the offset of the upright picture's first pixel in the stored bytes, and the steps for one pixel right
    /// and one down.
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
