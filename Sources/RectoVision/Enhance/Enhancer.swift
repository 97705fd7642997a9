public import RectoCore
import RectoKernels

/// Makes a straightened page look like a scan: one of four filters.
public struct Enhancer: Sendable {
    public struct Parameters: Hashable, Codable, Sendable {
        public init() {}
    }

    public let parameters: Parameters
    private var workshop = EnhancementWorkshop()

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        self.parameters = parameters
    }

    /// - Parameter page: Luminance, W × H.
    /// - Returns: W × H: 1 bit for ``Filter/blackAndWhite``, else luminance.
    public mutating func enhance(_ page: GrayView, as filter: Filter) -> PageImage {
        // Scratch is of one owner: a copy of the enhancer takes its own when first used.
        if !isKnownUniquelyReferenced(&workshop) { workshop = EnhancementWorkshop() }
        return .bilevel(workshop.binarize(page))
    }
}

/// The scratch of an ``Enhancer``.
final class EnhancementWorkshop: @unchecked Sendable {
    // Sendable: only the enhancer that owns it alone uses it.
    private let levels = PageLevels()
    private let surface = InkSurface()
    private let padded = Plane<UInt8>()
    private let bytes = Plane<UInt8>()

    func binarize(_ page: GrayView) -> BilevelImage {
        var ink = BilevelImage(size: page.size)
        let (source, stride, width, height) = atLeast(PageLevels.leastSide, page)
        levels.load(source, stride: stride, width: width, height: height)
        surface.make(levels, width: width, height: height)
        bytes.reshape(width: surfaceScratchByteCount(width: page.width, channels: 1), height: 1)
        ink.withMutableView { target in
            // SAFETY: the surface covers at least the page, the target is of the page's size.
            thresholdAgainstSurface(
                page.base, stride: page.stride, width: page.width, height: page.height,
                surface: surface.threshold.base, surfaceStride: surface.threshold.width,
                into: target.base, bitsStride: target.stride, scratch: bytes.base)
        }
        return ink
    }

    /// The page, continued by its last row and column where a side is too short for the coarse scales.
    private func atLeast(
        _ side: Int, _ page: GrayView
    ) -> (base: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
        guard page.width < side || page.height < side else { return (page.base, page.stride, page.width, page.height) }
        padded.reshape(width: max(page.width, side), height: max(page.height, side))
        for y in 0..<padded.height {
            let row = page.row(min(y, page.height - 1))
            for x in 0..<padded.width { padded[x, y] = row[min(x, page.width - 1)] }
        }
        return (UnsafePointer(padded.base), padded.width, padded.width, padded.height)
    }
}
