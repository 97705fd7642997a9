public import RectoCore

/// Makes a straightened page look like a scan: by one of five filters, or the one that suits it.
///
/// Black & white compares each pixel with a threshold map of local cues; color and grayscale take the lighting out and
/// set paper and ink to their tones; photo only sets levels; original changes nothing. All are deterministic and keep the page's size.
///
/// - Complexity: Linear in the page's pixels: one pass over them for black and white besides work at half scale.
public struct Enhancer: Sendable {
    /// How black and white tells ink from paper.
    public var binarization: Binarization
    /// What the last page was taken for, if it was asked for ``Filter/automatic``.
    public private(set) var suggestion: FilterSuggestion?
    private let workers: Int
    private var scratch = Scratch(EnhancementPipeline())

    /// - Parameter workers: How many threads share the pixels of a page in black and white, 1 or more. The page is the
    ///   same with any number.
    public init(binarization: Binarization = .adaptive, workers: Int = 1) {
        precondition(workers >= 1, "no threads")
        self.binarization = binarization
        self.workers = workers
    }

    /// - Parameter page: Luminance, W × H.
    /// - Returns: W × H: one bit a pixel for ``Filter/blackAndWhite``, otherwise luminance.
    public mutating func enhance(_ page: GrayView, as filter: Filter) -> Raster {
        let pipeline = ownPipeline()
        suggestion = filter == .automatic ? pipeline.suggestFilter(page) : nil
        return switch suggestion?.filter ?? filter {
        case .blackAndWhite: .bilevel(pipeline.binarize(page, by: binarization))
        case .color, .grayscale, .automatic: .gray(pipeline.flatten(page))
        case .photo: .gray(pipeline.tonePhoto(page))
        case .original: .gray(GrayImage(copying: page))
        }
    }

    /// - Parameter page: Red, green, blue, W × H.
    /// - Returns: W × H: one bit a pixel for ``Filter/blackAndWhite``, luminance for ``Filter/grayscale``, otherwise
    ///   color.
    public mutating func enhance(_ page: RGBView, as filter: Filter) -> Raster {
        let pipeline = ownPipeline()
        suggestion = filter == .automatic ? pipeline.suggestFilter(page) : nil
        return switch suggestion?.filter ?? filter {
        case .blackAndWhite: .bilevel(pipeline.withLuma(of: page) { pipeline.binarize($0, by: binarization) })
        case .grayscale: .gray(pipeline.withLuma(of: page) { pipeline.flatten($0) })
        case .color, .automatic: .rgb(pipeline.flatten(page))
        case .photo: .rgb(pipeline.tonePhoto(page))
        case .original: .rgb(RGBImage(copying: page))
        }
    }

    private mutating func ownPipeline() -> EnhancementPipeline {
        let pipeline = scratch.own()
        pipeline.workers = workers
        return pipeline
    }
}
