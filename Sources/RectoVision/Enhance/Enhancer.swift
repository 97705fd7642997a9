public import RectoCore

/// Makes a straightened page look like a scan, with one of five filters or an automatic choice.
///
/// Black and white compares each pixel with a threshold map of local cues. Color and grayscale remove uneven lighting
/// and set the tones of paper and ink. Photo only adjusts levels; original changes nothing. All filters are
/// deterministic and keep the page's size.
///
/// - Complexity: Linear in the number of pixels. Black and white needs one pass over the page, in addition to work at
///   half scale.
public struct Enhancer: Sendable {
    /// How black and white separates ink from paper.
    public var binarization: Binarization
    /// The classification of the last page, if the filter was ``Filter/automatic``.
    public private(set) var suggestion: FilterSuggestion?
    private let workers: Int
    private var scratch = Scratch(EnhancementPipeline())

    /// - Parameter workers: The number of threads for black and white, at least 1. It does not affect the result.
    public init(binarization: Binarization = .adaptive, workers: Int = 1) {
        precondition(workers >= 1, "no threads")
        self.binarization = binarization
        self.workers = workers
    }

    /// - Parameter page: Luma, W × H.
    /// - Returns: W × H: one bit per pixel for ``Filter/blackAndWhite``, otherwise luma.
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
    /// - Returns: W × H: one bit per pixel for ``Filter/blackAndWhite``, luma for ``Filter/grayscale``, otherwise
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
