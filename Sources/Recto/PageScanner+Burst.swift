public import RectoCodecs
public import RectoCore
public import RectoVision

extension PageScanner {
    /// Where a page's pixels come from.
    public enum Source: String, Hashable, Codable, Sendable {
        /// One picture.
        case single
        /// Several pictures; see `FrameFusion`.
        case fused
    }

    /// A page scanned from several pictures of it.
    public struct BurstScan: Sendable {
        /// The page. Its original is the fused picture or, if too few pictures agree, the one with the most certain
        /// page.
        public let scan: Scan
        /// The index of the picture whose geometry the page has.
        public let reference: Int
        /// The indices of the fused pictures; `nil` if the page comes from ``reference`` alone.
        public let fused: [Int]?
        /// Why the other pictures were not fused, by their indices; if none were, what keeps each from agreeing with the
        /// picture that most agree with. Empty if fusion was canceled.
        public let refusals: [Int: FrameFusion.Refusal]
        /// The measurements of the fusion; its indices refer to ``fused``. `nil` for a single picture.
        public let report: FrameFusion.Report?

        public var source: Source { fused == nil ? .single : .fused }
    }

    /// Scans one page from several pictures of it. At least three must agree to be fused.
    ///
    /// Given corners apply to every picture; pictures in which no page is found are not used.
    /// - Parameters:
    ///   - pictures: At least one picture of a page that lies still.
    ///   - isCancelled: Called before each step; if it returns true, the surest picture alone is the page.
    /// - Throws: `ParameterError` if there are no pictures, or given corners are not clockwise and convex.
    public mutating func scan(
        burst pictures: [Picture], by fusion: FrameFusion = FrameFusion(), isCancelled: () -> Bool = { false }
    ) throws(ParameterError) -> BurstScan {
        var scans: [Scan] = []
        for picture in pictures { scans.append(try scan(picture)) }
        return try fuse(scans, by: fusion, isCancelled: isCancelled)
    }

    /// Does the same for pictures whose page has already been detected.
    package func fuse(
        _ scans: [Scan], by fusion: FrameFusion = FrameFusion(), isCancelled: () -> Bool = { false }
    ) throws(ParameterError) -> BurstScan {
        func confidence(_ index: Int) -> Double {
            scans[index].page.quad == nil ? -1 : scans[index].detection?.confidence ?? 1
        }
        guard let surest = scans.indices.max(by: { confidence($0) < confidence($1) }) else {
            throw ParameterError("pictures", found: "none", required: "at least one")
        }
        let timings = scans.map(\.timings).reduce(StageTimings()) { $0 + $1 }
        let shown = scans.indices.filter { scans[$0].page.quad != nil }
        var refusals: [Int: FrameFusion.Refusal] = [:]
        for index in scans.indices where scans[index].page.quad == nil { refusals[index] = .noPage }
        let fused: FusedPixels
        do {
            fused = try FusedPixels(shown.map { scans[$0].page }, by: fusion, isCancelled)
        } catch {
            for (index, refusal) in error.refusals { refusals[shown[index]] = refusal }
            let single = Scan(
                page: scans[surest].page, detection: scans[surest].detection, sagittas: scans[surest].sagittas,
                timings: timings)
            return BurstScan(scan: single, reference: surest, fused: nil, refusals: refusals, report: nil)
        }
        for (index, refusal) in fused.report.refusals { refusals[shown[index]] = refusal }
        let reference = shown[fused.report.reference]
        var page = Page(fused.pixels, quad: fused.quad, renderOptions: options.renderOptions)
        page.fusion = PageFusion(fused.report, scale: fused.scale)
        page.timeAndPlace = scans[reference].page.timeAndPlace
        page.focalLength = scans[reference].page.focalLength.flatMap {
            FocalLength(pixels: $0.pixels * Double(fused.scale), relativeUncertainty: $0.relativeUncertainty)
        }
        let scan = Scan(
            page: page, detection: scans[reference].detection, sagittas: scans[reference].sagittas, timings: timings)
        return BurstScan(
            scan: scan, reference: reference, fused: fused.report.used.map { shown[$0] }, refusals: refusals,
            report: fused.report)
    }
}

/// The fused picture of several pages, gray if all are gray.
struct FusedPixels {
    let pixels: Picture.Pixels
    let quad: Quad
    let scale: Int
    let report: FrameFusion.Report

    init(_ pages: [Page], by fusion: FrameFusion, _ isCancelled: () -> Bool) throws(FrameFusion.Disagreement) {
        var grays: [FrameFusion.Frame<Gray8>] = []
        for page in pages {
            guard case .gray(let image) = page.original, let quad = page.quad else { continue }
            grays.append(FrameFusion.Frame(image, quad: quad))
        }
        if grays.count == pages.count {
            let fused = try fusion.fused(grays, isCancelled)
            (pixels, quad, scale, report) = (.gray(fused.image), fused.quad, fused.scale, fused.report)
        } else {
            let colors = pages.compactMap { page in
                page.quad.map { FrameFusion.Frame(page.original.rgb, quad: $0) }
            }
            let fused = try fusion.fused(colors, isCancelled)
            (pixels, quad, scale, report) = (.rgb(fused.image), fused.quad, fused.scale, fused.report)
        }
    }
}
