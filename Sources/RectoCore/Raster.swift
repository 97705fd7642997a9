/// A picture that the writers take: one bit a pixel, gray or color.
public enum Raster: Equatable, Sendable {
    case bilevel(BilevelImage)
    case gray(GrayImage)
    case rgb(RGBImage)

    /// Size of the picture, whatever its layout.
    public var size: PixelSize {
        switch self {
        case .bilevel(let image): image.size
        case .gray(let image): image.size
        case .rgb(let image): image.size
        }
    }

    /// Bytes of the pixels of a row.
    public var rowBytes: Int {
        switch self {
        case .bilevel(let image): image.rowBytes
        case .gray(let image): image.rowBytes
        case .rgb(let image): image.rowBytes
        }
    }
}
