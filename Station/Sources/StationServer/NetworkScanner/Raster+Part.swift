import Recto
import RectoCore

extension Raster {
    /// A part of the picture, as far as it lies inside; nothing if none does.
    func part(left: Int, top: Int, width: Int, height: Int) -> Raster? {
        let (width, height) = (min(width, size.width - left), min(height, size.height - top))
        guard left >= 0, top >= 0, let part = try? PixelSize(width: width, height: height) else { return nil }
        if part == size { return self }
        return switch self {
        case .gray(let image): Self.bytes(of: image, left, top, part).map { .gray($0) }
        case .rgb(let image): Self.bytes(of: image, left, top, part).map { .rgb($0) }
        case .bilevel(let image): .bilevel(Self.bits(of: image, left, top, part))
        }
    }

    /// Of layouts whose pixels are whole bytes.
    private static func bytes<Layout>(
        of image: Image<Layout>, _ left: Int, _ top: Int, _ size: PixelSize
    ) -> Image<Layout>? {
        let start = Layout.rowBytes(width: left)
        return image.withView { view in
            // SAFETY: rows `top` to `top + height` begin inside the picture, the part's last one ends there too.
            let base = view.row(top) + start
            let count = (size.height - 1) * view.stride + Layout.rowBytes(width: size.width)
            return (try? ImageView<Layout>(base: base, byteCount: count, size: size, stride: view.stride)).map {
                Image(copying: $0)
            }
        }
    }

    private static func bits(of image: BilevelImage, _ left: Int, _ top: Int, _ size: PixelSize) -> BilevelImage {
        var part = BilevelImage(size: size)
        image.withView { source in
            part.withMutableView { target in
                for y in 0..<size.height {
                    let (from, to) = (source.row(top + y), target.row(y))
                    // SAFETY: pixels `left` to `left + width` lie in the source's row; the target's has `width` of them.
                    for x in 0..<size.width where from[(left + x) >> 3] >> UInt8(7 - (left + x) & 7) & 1 == 1 {
                        to[x >> 3] |= 0x80 >> UInt8(x & 7)
                    }
                }
            }
        }
        return part
    }

    /// Ink becomes black, paper white: for files that have no pixels of one bit.
    var withoutBits: Raster {
        guard case .bilevel(let image) = self else { return self }
        var gray = GrayImage(size: image.size)
        image.withView { source in
            gray.withMutableView { target in
                for y in 0..<source.height {
                    let (from, to) = (source.row(y), target.row(y))
                    // SAFETY: both rows have `width` pixels.
                    for x in 0..<source.width { to[x] = (from[x >> 3] >> UInt8(7 - x & 7) & 1) &- 1 }
                }
            }
        }
        return .gray(gray)
    }

    /// Of a row that is not compressed.
    var rowBytes: Int {
        switch self {
        case .bilevel(let image): image.rowBytes
        case .gray(let image): image.rowBytes
        case .rgb(let image): image.rowBytes
        }
    }
}
