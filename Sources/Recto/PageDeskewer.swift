public import RectoCodecs
import RectoCore
import RectoVision

/// Turns pages that fill their pictures until their lines of print are level.
public struct PageDeskewer: Sendable {
    /// What became of a page.
    public enum Outcome: Hashable, Sendable {
        /// Its lines fell to the right by this angle, in degrees, and are level now.
        case turned(degrees: Double)
        /// Its lines are level enough, within this angle in degrees.
        case level(degrees: Double)
        /// The direction of its lines is not sure, so it was left as it is.
        case unsure
    }

    private var estimator = SkewEstimator()

    public init() {}

    /// The page turned level, and what was done.
    public mutating func deskew(_ pixels: Picture.Pixels) -> (pixels: Picture.Pixels, outcome: Outcome) {
        guard let skew = skew(of: pixels) else { return (pixels, .unsure) }
        guard skew.isWorthTurning else { return (pixels, .level(degrees: skew.degrees)) }
        let turned: Picture.Pixels =
            switch pixels {
            case .gray(let image): .gray(image.withView { skew.leveled($0) })
            case .rgb(let image): .rgb(image.withView { skew.leveled($0) })
            }
        return (turned, .turned(degrees: skew.degrees))
    }

    /// Turns the picture of a page level; it becomes the page's original.
    /// - Returns: `nil` for a page with corners, which is straightened by them and does not change.
    public mutating func deskew(_ page: inout Page) -> Outcome? {
        guard page.quad == nil else { return nil }
        let (pixels, outcome) = deskew(page.original)
        page.original = pixels
        return outcome
    }

    private mutating func skew(of pixels: Picture.Pixels) -> Skew? {
        switch pixels {
        case .gray(let image): image.withView { estimator.estimate($0) }
        case .rgb(let image): GrayImage(lumaOf: image).withView { estimator.estimate($0) }
        }
    }
}
