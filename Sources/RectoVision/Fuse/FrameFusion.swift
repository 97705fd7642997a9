public import RectoCore
import RectoKernels

/// Makes one better picture of a page from several frames of it.
///
/// Frames from a hand or a camera at rest show the page shifted by fractions of a pixel, each with its own noise and
/// glare. They are registered on the page. Repeated frames, and those that do not show the same page as the sharpest
/// one, are refused. Light and glare are separated in cells, and what agrees is gathered at up to twice the frames'
/// resolution and deblurred by the measured blur. If fewer than three frames agree, there is no fused picture.
public struct FrameFusion: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Fewest agreeing frames, the reference included, that are fused: `2...64`.
        public var minimumFrames = 3
        /// A frame's least correlation with the reference, as a share of the frames' median: `0...1`.
        public var minimumCorrelation = 0.85
        /// The least correlation of a frame's slopes with the reference's, along lines of print and across them: `0...1`. Frames
        /// of one page reach 0.58 even in strong noise, those of another page with lines in the same places 0.03.
        public var minimumSlopeCorrelation = 0.3
        /// Largest shift in pixels of nine tenths of a frame's tiles after registration: `0.05...4`.
        public var maximumTileShift = 0.45
        /// A frame's least contrast of fine detail, as a share of the reference's: `0...1`.
        public var minimumDetail = 0.6
        /// Longest side of a page in pixels that is still gathered at twice its resolution: `16...65535`.
        public var longestDoubledSide = 1755
        /// Longest side of a page in pixels whose print is restored beyond what a linear filter can recover:
        /// `16...65535`. The time grows with the page.
        public var longestRestoredSide = 900
        /// Threads that share the work: `1...64`. The result does not depend on it; each thread takes some megabytes
        /// during registration.
        public var workers = 1

        public init() {}

        func check() throws(ParameterError) {
            try checkParameter("minimumFrames", minimumFrames, 2...64)
            try checkParameter("minimumCorrelation", minimumCorrelation, 0...1)
            try checkParameter("minimumSlopeCorrelation", minimumSlopeCorrelation, 0...1)
            try checkParameter("maximumTileShift", maximumTileShift, 0.05...4)
            try checkParameter("minimumDetail", minimumDetail, 0...1)
            try checkParameter("longestDoubledSide", longestDoubledSide, 16...PixelSize.maximumSide)
            try checkParameter("longestRestoredSide", longestRestoredSide, 16...PixelSize.maximumSide)
            try checkParameter("workers", workers, 1...64)
        }
    }

    /// A frame and the page's place in it.
    public struct Frame<Layout: PixelLayout>: Sendable {
        public var image: Image<Layout>
        /// The page's corners in pixels of the frame.
        public var quad: Quad

        public init(_ image: Image<Layout>, quad: Quad) { (self.image, self.quad) = (image, quad) }
    }

    /// Why a frame was not fused.
    public enum Refusal: String, Hashable, Codable, Sendable, CaseIterable {
        /// It shows no page, or one too small to be registered.
        case noPage
        /// Its pixels are those of an earlier frame.
        case repeated
        /// It shows another page than the reference.
        case otherPage
        /// Parts of the page are in other places than in the reference, as after it was bent.
        case shifted
        /// It shows much less fine detail than the reference.
        case blurred
    }

    /// Too few frames agree, or fusion was canceled.
    package struct Disagreement: Error {
        /// The reasons by the frames' indices.
        package var refusals: [Int: Refusal] = [:]
    }

    /// Findings about the frames.
    public struct Report: Sendable {
        /// Index of the frame whose geometry the picture has.
        public let reference: Int
        /// Indices of the frames that were fused, the reference included.
        public let used: [Int]
        /// Why the others were not, by their indices.
        public let refusals: [Int: Refusal]
        /// Noise of one frame, in gray levels, measured between registered frames.
        public let noise: Double
        /// Standard deviation in frame pixels of the blur that was removed; 0 if none was.
        public let blur: Double
        /// Parts of the page that are saturated in every frame, in pixels of the fused picture: print there is lost.
        public let lost: [Quad]
        /// Share of the page that is lost, `0...1`.
        public let lostShare: Double
    }

    /// A fused picture.
    public struct Fused<Layout: PixelLayout>: Sendable {
        /// The reference at ``scale`` times its size: the page fused, its surroundings enlarged.
        public let image: Image<Layout>
        /// The page's corners in ``image``: the median over all frames.
        public let quad: Quad
        /// Factor of enlargement: 1 or 2.
        public let scale: Int
        public let report: Report
    }

    public let parameters: Parameters

    public init() { parameters = Parameters() }

    /// - Throws: `ParameterError` for a parameter out of its range.
    public init(_ parameters: Parameters) throws(ParameterError) {
        try parameters.check()
        self.parameters = parameters
    }

    /// A gray picture from gray frames.
    /// - Parameter isCancelled: Called before each step; fusion stops if it returns true.
    /// - Returns: `nil` if fewer than ``Parameters/minimumFrames`` frames agree, the page is too small to register, or
    ///   fusion was canceled.
    public func fuse(_ frames: [Frame<Gray8>], isCancelled: () -> Bool = { false }) -> Fused<Gray8>? {
        try? fused(frames, isCancelled)
    }

    /// Does the same, and tells why the frames do not agree.
    package func fused(
        _ frames: [Frame<Gray8>], _ isCancelled: () -> Bool
    ) throws(Disagreement) -> Fused<Gray8> {
        var (grays, colors): ([Frame<Gray8>], [RGBImage]) = (frames, [])
        let page = try gather(&grays, colors: &colors, isCancelled: isCancelled)
        let image = frames[page.report.reference].image.withView { page.written(on: $0) }
        return Fused(image: image, quad: page.quad, scale: page.scale, report: page.report)
    }

    /// A color picture from color frames: detail comes from the luma, color is the frames' mean at half their
    /// resolution.
    /// - Parameter isCancelled: Called before each step; fusion stops if it returns true.
    /// - Returns: `nil` if fewer than ``Parameters/minimumFrames`` frames agree, the page is too small to register, or
    ///   fusion was canceled.
    public func fuse(_ frames: [Frame<RGB8>], isCancelled: () -> Bool = { false }) -> Fused<RGB8>? {
        try? fused(frames, isCancelled)
    }

    /// Does the same, and tells why the frames do not agree.
    package func fused(
        _ frames: [Frame<RGB8>], _ isCancelled: () -> Bool
    ) throws(Disagreement) -> Fused<RGB8> {
        var grays = frames.map { Frame(GrayImage(lumaOf: $0.image), quad: $0.quad) }
        var colors = frames.map { $0.image.halved() }
        let page = try gather(&grays, colors: &colors, isCancelled: isCancelled)
        let image = frames[page.report.reference].image.withView { page.written(on: $0) }
        return Fused(image: image, quad: page.quad, scale: page.scale, report: page.report)
    }

    /// Largest number of frames that are tried as the reference, sharpest first, until half of the frames agree.
    package static let triedReferences = 4

    /// Sharpness of a frame's page, without a unit: the reference is one of the ``triedReferences`` sharpest distinct
    /// frames.
    package static func sharpness(of frame: Frame<Gray8>) -> Float { AgreeingFrames.sharpness(of: frame) }

    /// Factor by which a page is enlarged: 2 for small ones.
    package static func scale(of page: Quad, _ parameters: Parameters = Parameters()) -> Int {
        longestSide(of: page) <= Double(parameters.longestDoubledSide) ? 2 : 1
    }

    static func longestSide(of page: Quad) -> Double {
        (0..<4).map { (page[$0] - page[($0 + 1) % 4]).length }.max() ?? 0
    }

    /// Gathers the page from frames.
    /// - Parameters:
    ///   - frames: Emptied: each frame is released as soon as it is not needed.
    ///   - colors: The frames at half their size; empty for a gray page. Emptied too.
    ///   - shown: The page as it was captured; the gathered page must be the same. `nil` if any page will do.
    ///   - isCancelled: Called before each step; gathering stops if it returns true.
    /// - Throws: ``Disagreement`` if fewer than ``Parameters/minimumFrames`` frames agree, the page is too small to
    ///   register, or gathering was canceled.
    package func gather(
        _ frames: inout [Frame<Gray8>], colors: inout [RGBImage], of shown: Frame<Gray8>? = nil,
        isCancelled: () -> Bool = { false }
    ) throws(Disagreement) -> GatheredPage {
        defer { (frames, colors) = ([], []) }
        func check() throws(Disagreement) {
            if isCancelled() { throw Disagreement() }
        }
        try check()
        let found = try AgreeingFrames(frames, of: shown, parameters, isCancelled)
        frames = []
        try check()
        if !colors.isEmpty { colors = found.indices.map { colors[$0] } }
        giveMemoryBack()
        let work = FusionWork(found, parameters)
        giveMemoryBack()
        try check()
        let differences = colors.isEmpty ? [] : work.gatherColors(colors)
        colors = []
        giveMemoryBack()
        try check()
        let luma = work.gather()
        return GatheredPage(
            luma: luma, colors: differences, canvas: found.canvas, quad: work.fusedQuad, scale: work.scale,
            report: work.report(blur: luma.blur), workers: parameters.workers)
    }

    /// A gathered page, to be written on the frame that contains it.
    package struct GatheredPage {
        let luma: FusionLuma
        /// R − Y and B − Y at half the frames' resolution; empty for a gray page.
        let colors: [FusionPlane]
        let canvas: FusionCanvas
        /// The page's corners at ``scale`` times the frames' size.
        package let quad: Quad
        package let scale: Int
        package let report: Report
        fileprivate let workers: Int

        /// Writes the page on the reference. It can be written once: its memory is released meanwhile.
        /// - Parameters:
        ///   - frame: The reference.
        ///   - left, top: Place in the reference of the first gathered pixel.
        package func written(on frame: GrayView, left: Int = 0, top: Int = 0) -> GrayImage {
            let canvas = canvas.moved(left, top)
            return written(on: frame) { [luma, scale] in luma.write($1, into: $0, scale: scale, canvas: canvas) }
        }

        package func written(on frame: RGBView, left: Int = 0, top: Int = 0) -> RGBImage {
            precondition(!colors.isEmpty, "a page that was gathered in color")
            let canvas = canvas.moved(left, top)
            return written(on: frame) { [luma, colors, scale] in
                luma.write($1, into: $0, colors: colors, scale: scale, canvas: canvas)
            }
        }

        /// Enlarges the frame to the page's scale, strip by strip, and writes the page's part of each strip.
        private func written<Layout>(
            on frame: ImageView<Layout>, _ write: @Sendable (MutableImageView<Layout>, Range<Int>) -> Void
        ) -> Image<Layout> {
            let size = (try? PixelSize(width: frame.width * scale, height: frame.height * scale)) ?? frame.size
            var image = Image<Layout>(unset: size)
            image.withMutableView { target in
                // SAFETY: each worker writes its own rows, and nobody writes to the frame.
                nonisolated(unsafe) let target = target
                nonisolated(unsafe) let frame = frame
                let strips = (size.height + Self.stripRows - 1) / Self.stripRows
                forEachShare(of: strips, workers: workers) { share, _ in
                    for strip in share {
                        let part = WorkPart(strip, of: strips)
                        frame.enlarge(into: target, part)
                        write(target, part.share(of: size.height))
                    }
                }
            }
            return image
        }

        /// Approximate number of rows written at once.
        private static var stripRows: Int { 64 }
    }
}

extension GrayImage {
    /// The luma that the engine works on.
    package init(lumaOf image: RGBImage) {
        self.init(size: image.size)
        withMutableView { target in image.withView { lumaFromRGB($0.plane, into: target.plane) } }
    }
}

extension RGBImage {
    /// The picture at half its size, at least one pixel wide and high.
    package func halved() -> RGBImage {
        guard let size = try? PixelSize(width: width / 2, height: height / 2) else { return self }
        var half = RGBImage(size: size)
        withView { source in half.withMutableView { halve(source.plane, channels: 3, into: $0.plane) } }
        return half
    }
}

extension ImageView {
    /// Writes a range of rows of the picture at once or twice its size.
    fileprivate func enlarge(into target: MutableImageView<Layout>, _ part: WorkPart) {
        if target.height == 2 * height {
            RectoKernels.enlarge(plane, channels: Layout.bitsPerPixel / 8, into: target.plane, part: part)
        } else {
            for y in part.share(of: height) { target.row(y).update(from: row(y), count: rowBytes) }
        }
    }
}
