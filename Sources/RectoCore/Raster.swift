/// A picture for the writers: one bit per pixel, gray or color.
public enum Raster: Equatable, Sendable {
    case bilevel(BilevelImage)
    case gray(GrayImage)
    case rgb(RGBImage)

    /// Size of the picture in any layout.
    public var size: PixelSize {
        switch self {
        case .bilevel(let image): image.size
        case .gray(let image): image.size
        case .rgb(let image): image.size
        }
    }

    /// Bytes of the pixels in a row.
    public var rowBytes: Int {
        switch self {
        case .bilevel(let image): image.rowBytes
        case .gray(let image): image.rowBytes
        case .rgb(let image): image.rowBytes
        }
    }
}

extension Raster {
    /// The part of the picture inside the given rectangle; `nil` if it lies outside.
    ///
    /// The rectangle is in pixels, from the picture's top-left corner.
    public func part(left: Int, top: Int, width: Int, height: Int) -> Raster? {
        guard 0..<size.width ~= left, 0..<size.height ~= top else { return nil }
        let (width, height) = (min(width, size.width - left), min(height, size.height - top))
        guard let part = try? PixelSize(width: width, height: height) else { return nil }
        return switch self {
        case .gray(let image): .gray(image.part(left, top, part))
        case .rgb(let image): .rgb(image.part(left, top, part))
        case .bilevel(let image): .bilevel(image.part(left, top, part))
        }
    }
}

extension Image {
    /// A part that lies inside the picture.
    fileprivate func part(_ left: Int, _ top: Int, _ size: PixelSize) -> Image {
        withView { view in
            // SAFETY: the part lies inside the picture and has the same stride.
            Image(
                copying: ImageView(
                    uncheckedBase: view.row(top) + Layout.rowBytes(width: left), size: size, stride: view.stride))
        }
    }
}

extension BilevelImage {
    /// The same for pixels that do not begin at a byte boundary.
    fileprivate func part(_ left: Int, _ top: Int, _ size: PixelSize) -> BilevelImage {
        var part = BilevelImage(size: size)
        let (start, shift, rowBytes) = (left / 8, UInt16(left % 8), part.rowBytes)
        let mask = Bilevel1.lastByteMask(width: size.width)
        withView { source in
            part.withMutableView { target in
                for y in 0..<size.height {
                    let (from, to) = (source.row(top + y) + start, target.row(y))
                    // SAFETY: rows are padded, so the byte after the part's last one exists.
                    for index in 0..<rowBytes {
                        let pair = UInt16(from[index]) << 8 | UInt16(from[index + 1])
                        to[index] = UInt8(truncatingIfNeeded: pair >> (8 - shift))
                    }
                    // The rest of the last byte is paper.
                    to[rowBytes - 1] &= mask
                }
            }
        }
        return part
    }
}
