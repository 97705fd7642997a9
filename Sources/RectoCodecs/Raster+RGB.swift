public import RectoCore

extension Raster {
    /// The pixels as color: gray is repeated in each channel, ink is black on white.
    public var rgb: RGBImage {
        switch self {
        case .bilevel(let image): RGBImage(GrayImage(image))
        case .gray(let image): RGBImage(image)
        case .rgb(let image): image
        }
    }
}

extension GrayImage {
    /// Ink becomes 0, paper 255.
    package init(_ bilevel: BilevelImage) {
        self.init(size: bilevel.size)
        withMutableView { target in
            bilevel.withView { source in
                for y in 0..<source.height {
                    let from = source.row(y)
                    let to = target.row(y)
                    // SAFETY: the source row has one bit, the target row one byte for each of `width` pixels.
                    for x in 0..<source.width {
                        let ink = from[x >> 3] >> UInt8(7 - (x & 7)) & 1
                        to[x] = ink &- 1
                    }
                }
            }
        }
    }
}
