import RectoCore

extension Raster {
    /// The page with dark type: inverted if most of it is dark. Tesseract misses words of light type.
    var withDarkType: Raster {
        switch self {
        case .bilevel(var image):
            let ink = image.packedBytes.reduce(0) { $0 + $1.nonzeroBitCount }
            guard 2 * ink > image.size.area else { return self }
            image.invert()
            return .bilevel(image)
        case .gray(var image):
            var dark = 0
            image.withView { view in
                for y in 0..<view.height {
                    let row = view.row(y)
                    for x in 0..<view.width where row[x] < 128 { dark += 1 }
                }
            }
            guard 2 * dark > image.size.area else { return self }
            image.invert()
            return .gray(image)
        case .rgb: return self
        }
    }
}
