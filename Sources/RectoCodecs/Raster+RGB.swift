public import RectoCore

extension Raster {
    /// The pixels as color: gray repeated in each channel, ink black on white.
    public var rgb: RGBImage {
        switch self {
        case .bilevel(let image): RGBImage(GrayImage(image))
        case .gray(let image): RGBImage(image)
        case .rgb(let image): image
        }
    }
}
