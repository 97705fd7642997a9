public import RectoCore

/// Makes a straightened page look like a scan: one of four filters, or the one that suits it.
///
/// Black & white decides each pixel against a surface of local cues; colour and grayscale take the lighting out and
/// set paper and ink to their tones; photo only sets levels. All are deterministic and keep the page's size.
///
/// - Complexity: Linear in the page's pixels: one pass over them for black and white besides work at half scale.
public struct Enhancer: Sendable {
    /// How black and white tells ink from paper.
    public var binarization: Binarization
    /// What the last page was taken for, if it was asked for ``Filter/automatic``.
    public private(set) var suggestion: FilterSuggestion?
    private var workshop = EnhancementWorkshop()

    public init(binarization: Binarization = .adaptive) {
        self.binarization = binarization
    }

    /// - Parameter page: Luminance, W × H.
    /// - Returns: W × H: one bit a pixel for ``Filter/blackAndWhite``, otherwise luminance.
    public mutating func enhance(_ page: GrayView, as filter: Filter) -> Raster {
        ownWorkshop()
        suggestion = filter == .automatic ? workshop.suggestFilter(page) : nil
        return switch suggestion?.filter ?? filter {
        case .blackAndWhite: .bilevel(workshop.binarize(page, by: binarization))
        case .color, .grayscale, .automatic: .gray(workshop.flatten(page))
        case .photo: .gray(workshop.tonePhoto(page))
        }
    }

    /// - Parameter page: Red, green, blue, W × H.
    /// - Returns: W × H: one bit a pixel for ``Filter/blackAndWhite``, luminance for ``Filter/grayscale``, otherwise
    ///   colour.
    public mutating func enhance(_ page: RGBView, as filter: Filter) -> Raster {
        ownWorkshop()
        suggestion = filter == .automatic ? workshop.suggestFilter(page) : nil
        return switch suggestion?.filter ?? filter {
        case .blackAndWhite: .bilevel(workshop.withLuma(of: page) { workshop.binarize($0, by: binarization) })
        case .grayscale: .gray(workshop.withLuma(of: page) { workshop.flatten($0) })
        case .color, .automatic: .rgb(workshop.flatten(page))
        case .photo: .rgb(workshop.tonePhoto(page))
        }
    }

    /// Scratch is of one owner: a copy of the enhancer takes its own when first used.
    private mutating func ownWorkshop() {
        if !isKnownUniquelyReferenced(&workshop) { workshop = EnhancementWorkshop() }
    }
}
