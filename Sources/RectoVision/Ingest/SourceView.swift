package import RectoCore

/// Pixels of one of the layouts that the engine takes, lent to be read.
package enum SourceView {
    case gray(GrayView)
    case rgb(RGBView)

    package var size: PixelSize {
        switch self {
        case .gray(let view): view.size
        case .rgb(let view): view.size
        }
    }
}
