public import RectoCore

/// The pixels of a finished page.
public enum PageImage: Equatable, Sendable {
    case bilevel(BilevelImage)
    case gray(GrayImage)
    case rgb(RGBImage)

    public var size: PixelSize {
        switch self {
        case .bilevel(let image): image.size
        case .gray(let image): image.size
        case .rgb(let image): image.size
        }
    }
}
