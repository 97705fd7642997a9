public import RectoCodecs
public import RectoCore
public import RectoVision

extension Enhancer {
    /// Applies a filter to a decoded picture that is a flat page; see ``Enhancer``.
    public mutating func enhance(_ picture: Picture, as filter: Filter) -> Raster {
        switch picture.pixels {
        case .gray(let image): image.withView { enhance($0, as: filter) }
        case .rgb(let image): image.withView { enhance($0, as: filter) }
        }
    }
}
