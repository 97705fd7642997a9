import RectoCapture
public import RectoCodecs
public import RectoCore
public import RectoVision
import Synchronization

/// Frames of a page captured by ``Scanner`` that can be fused into a better picture.
///
/// Fusion takes about a second, so it runs on a separate thread; see ``BurstFuser``.
public final class PageBurst: Sendable {
    /// The captured page.
    public let captured: Page
    /// When the captured frame was taken, and its sequence number in the source; see ``ScannedPage``.
    public let time: Duration
    public let sequence: Int
    /// The original number of frames, at least 3.
    public let count: Int
    private let state: Mutex<State>

    private struct State {
        /// The remaining frames.
        var entries: [BurstBuffer.Entry]
        /// The memory of the frames, until most are released.
        var share: BurstMemory.Share?
        /// The reason, once it has been computed.
        var reason: FusionReason??
    }

    /// The number of pixels around the page that are fused with it, for registration.
    static let margin = 64.0

    /// - Returns: `nil` if there are too few frames, or the page has no corners.
    init?(of scanned: ScannedPage, _ entries: [BurstBuffer.Entry], _ share: BurstMemory.Share? = nil) {
        guard scanned.page.quad != nil, entries.count >= FrameFusion.Parameters().minimumFrames else { return nil }
        (captured, time, sequence) = (scanned.page, scanned.time, scanned.sequence)
        count = entries.count
        state = Mutex(State(entries: entries, share: share))
    }

    private init(_ burst: PageBurst, _ entries: [BurstBuffer.Entry]) {
        (captured, time, sequence) = (burst.captured, burst.time, burst.sequence)
        count = entries.count
        state = Mutex(State(entries: entries, share: burst.state.withLock { $0.share }))
    }

    /// The remaining frames.
    var entries: [BurstBuffer.Entry] { state.withLock { $0.entries } }

    /// Returns a burst of some of its frames, evenly chosen, and the others.
    func adding(_ others: [BurstBuffer.Entry], keeping count: Int) -> PageBurst {
        let entries = entries
        let kept = (0..<min(count, entries.count)).map { entries[$0 * entries.count / min(count, entries.count)] }
        return PageBurst(self, kept + others)
    }

    /// Returns whether a page is this one in a different pose.
    /// - Parameter distance: The minimum distance of a corner from its position in all frames, relative to the square
    ///   root of the page's area.
    func shows(_ page: TrackedQuad, atLeast distance: Double) -> Bool {
        let entries = entries
        guard let last = entries.last, last.page.identity == page.identity else { return false }
        return entries.allSatisfy { entry in
            let limit = distance * entry.page.quad.area.squareRoot()
            return (0..<4).contains { entry.page.quad[$0].distance(to: page.quad[$0]) > limit }
        }
    }

    /// When the frames were taken.
    package var times: [Duration] { entries.map(\.time) }

    /// The main reason to fuse; `nil` if fusion would hardly help. Decodes at most two frames.
    public var reason: FusionReason? {
        if let known = state.withLock({ $0.reason }) { return known }
        guard let quad = captured.quad else { return nil }
        let reason =
            FusionReasons(of: quad, glareShare: glareShare).first
            ?? FusionReasons(of: quad, noise: measuredNoise).first
        state.withLock { $0.reason = .some(reason) }
        return reason
    }

    /// The largest share of glare on the page in any frame.
    private var glareShare: Float { entries.map(\.glareShare).max() ?? 0 }

    private var measuredNoise: Double? {
        let entries = entries
        let (decoder, luma) = (FrameDecoder(), FrameLuma())
        guard let quad = entries.last?.page.quad else { return nil }
        var steps = entries.suffix(2).compactMap { entry in
            try? decoder.withView(of: entry.frame, FrameDetail(isColor: false)) { view in
                var steps = FrameNoise.Steps()
                luma.withView(of: view) { steps.take($0, in: quad) }
                return steps
            }
        }
        return steps.count == 2 ? steps[0].noise(with: steps[1]) : nil
    }

    // MARK: Fusing

    /// Fuses the frames into one picture.
    ///
    /// Only the page and its immediate surroundings are fused; the rest of the picture comes from the reference
    /// frame.
    /// - Parameters:
    ///   - fusion: How frames are compared and combined.
    ///   - isCancelled: Called before each step; fusion stops if it returns true.
    /// - Returns: `nil` if too few frames agree, or fusion was canceled.
    public func fuse(
        by fusion: FrameFusion = FrameFusion(), isCancelled: () -> Bool = { false }
    ) -> FusedPage? {
        fuse(by: fusion, keepsFrames: true, isCancelled: isCancelled)
    }

    /// Fuses the frames for the last time: most are released as soon as they are no longer needed. Bursts with glare
    /// keep their frames, because more may be added.
    func fuseLast(by fusion: FrameFusion = FrameFusion(), isCancelled: () -> Bool) -> FusedPage? {
        // Computed while all frames are available.
        _ = reason
        return fuse(by: fusion, keepsFrames: glareShare >= FusionReasons.minimumGlareShare, isCancelled: isCancelled)
    }

    private func fuse(by fusion: FrameFusion, keepsFrames: Bool, isCancelled: () -> Bool) -> FusedPage? {
        guard let part = fusedPart else { return nil }
        let start = ContinuousClock.now
        // Returns the memory that the frame loop has freed meanwhile.
        giveMemoryBack()
        defer {
            giveMemoryBack()
            if !keepsFrames { state.withLock { $0.share = nil } }
        }
        guard let (page, reference) = gather(part, by: fusion, keepsFrames, isCancelled), !isCancelled() else {
            return nil
        }
        giveMemoryBack()
        let whole = try? FrameDecoder().withView(of: reference.frame) { view -> Picture.Pixels in
            switch view {
            case .gray(let view): .gray(page.written(on: view, left: part.left, top: part.top))
            case .rgb(let view): .rgb(page.written(on: view, left: part.left, top: part.top))
            case .yuyv, .nv12: .rgb(page.written(onColorsOf: view, left: part.left, top: part.top))
            }
        }
        guard let whole else { return nil }
        return FusedPage(
            page: self.page(whole, page, at: part.origin), scale: page.scale, captured: captured, time: time,
            sequence: sequence, duration: ContinuousClock.now - start)
    }

    /// Returns the fused page and the frame that it belongs to.
    private func gather(
        _ part: PixelPart, by fusion: FrameFusion, _ keepsFrames: Bool, _ isCancelled: () -> Bool
    ) -> (FrameFusion.GatheredPage, reference: BurstBuffer.Entry)? {
        guard var frames = partFrames(part, keepsFrames, isCancelled) else { return nil }
        giveMemoryBack()
        // Either all frames of a camera have colors, or none.
        guard frames.colors.isEmpty || frames.colors.count == frames.lumas.count,
            let page = try? fusion.gather(
                &frames.lumas, colors: &frames.colors, of: shownPage(part), isCancelled: isCancelled),
            let reference = frames.references.first(where: { $0.index == page.report.reference })
        else { return nil }
        return (page, reference.entry)
    }

    /// The parts of the frames that fusion needs: the page's luma, and its colors at half resolution.
    private struct PartFrames {
        var lumas: [FrameFusion.Frame<Gray8>] = []
        var colors: [RGBImage] = []
        /// Whole frames that may serve as the reference.
        var references: [(index: Int, entry: BurstBuffer.Entry, sharpness: Float)] = []

        mutating func add(_ pixels: Picture.Pixels, _ quad: Quad, of entry: BurstBuffer.Entry, keepsFrames: Bool) {
            let luma: GrayImage
            switch pixels {
            case .gray(let image): luma = image
            case .rgb(let image):
                luma = GrayImage(lumaOf: image)
                colors.append(image.halved())
            }
            let frame = FrameFusion.Frame(luma, quad: quad)
            if keepsFrames {
                references.append((lumas.count, entry, 0))
            } else if !lumas.contains(where: { $0.image == luma }) {
                references.append((lumas.count, entry, FrameFusion.sharpness(of: frame)))
                references.sort { $0.sharpness > $1.sharpness }
                references = Array(references.prefix(FrameFusion.triedReferences))
            }
            lumas.append(frame)
        }
    }

    /// - Parameter keepsFrames: Whether to keep all frames; otherwise only possible references remain.
    /// - Returns: `nil` if fusion was canceled.
    private func partFrames(_ part: PixelPart, _ keepsFrames: Bool, _ isCancelled: () -> Bool) -> PartFrames? {
        let decoder = FrameDecoder()
        var refiner = CropRefiner()
        var frames = PartFrames()
        // Reversed, so that frames are taken from the end.
        var waiting = Array(entries.reversed())
        if !keepsFrames { state.withLock { $0.entries = [] } }
        defer { if !keepsFrames { state.withLock { $0.entries = frames.references.map(\.entry) } } }
        while let entry = waiting.popLast() {
            guard !isCancelled() else { return nil }
            // Damaged frames are skipped.
            let seen = try? decoder.withView(of: entry.frame) { view in
                (
                    Picture.Pixels(copying: view, left: part.left, top: part.top, size: part.size),
                    refiner.refine(entry.page.quad, in: view).quad.map { $0 - part.origin }
                )
            }
            guard let (pixels, quad) = seen, quad.isConvexClockwise else { continue }
            frames.add(pixels, quad, of: entry, keepsFrames: keepsFrames)
        }
        return isCancelled() ? nil : frames
    }

    /// The captured page, cropped to the fused part. Late frames may show the next page.
    private func shownPage(_ part: PixelPart) -> FrameFusion.Frame<Gray8>? {
        guard captured.originalSize == entries.first?.frame.size, let quad = captured.quad?.map({ $0 - part.origin })
        else { return nil }
        switch captured.original.part(part) {
        case .gray(let image): return FrameFusion.Frame(image, quad: quad)
        case .rgb(let image): return FrameFusion.Frame(GrayImage(lumaOf: image), quad: quad)
        }
    }

    private func page(_ pixels: Picture.Pixels, _ fused: FrameFusion.GatheredPage, at origin: Point2D) -> Page {
        let scale = Double(fused.scale)
        var page = captured.with(pixels)
        page.quad = fused.quad.map { $0 + origin * scale }
        page.focalLength = captured.focalLength.flatMap {
            FocalLength(pixels: $0.pixels * scale, relativeUncertainty: $0.relativeUncertainty)
        }
        page.fusion = PageFusion(fused.report, scale: fused.scale, shiftedBy: origin * scale)
        return page
    }

    /// The part of the frames to fuse: the page's bounding box over all frames.
    private var fusedPart: PixelPart? {
        let entries = entries
        guard let size = entries.first?.frame.size, entries.allSatisfy({ $0.frame.size == size }) else { return nil }
        let bounds = entries.map { $0.page.quad.bounds }
        let (xs, ys) = (bounds.flatMap { [$0.0.x, $0.1.x] }, bounds.flatMap { [$0.0.y, $0.1.y] })
        guard let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max() else { return nil }
        return PixelPart(
            left: x0 - Self.margin, top: y0 - Self.margin, right: x1 + Self.margin, bottom: y1 + Self.margin, in: size)
    }
}

/// A page whose picture was fused from a burst of frames.
public struct FusedPage: Sendable {
    /// The page with the fused picture and its corners in it. Filter, rotation and paper are those of the captured
    /// page.
    public let page: Page
    /// The scale of the picture relative to a frame: 1 or 2.
    public let scale: Int
    /// The page as captured, from one frame.
    public let captured: Page
    /// When that frame was taken, and its sequence number in the source; see ``ScannedPage``.
    public let time: Duration
    public let sequence: Int
    /// The duration of the fusion.
    public let duration: Duration

    /// Returns the picture as a JPEG file without visible loss: quality 95 and full chroma resolution.
    public func jpegBytes() throws(OutputError) -> [UInt8] {
        guard let writer = try? JPEGWriter(quality: 95, chroma: .full) else {
            preconditionFailure("a quality within its range")
        }
        return try writer.encode(page.original.raster)
    }

    /// Converts corners in the captured frame to the fused picture, because the page may have moved between the two.
    /// - Returns: `nil` if the result does not form a page.
    public func fused(_ quad: Quad) -> Quad? {
        guard let from = captured.quad, let to = page.quad, let map = Homography(from: from, to: to) else { return nil }
        let moved = quad.map { map.map($0) }
        return moved.isFinite && moved.isConvexClockwise ? moved : nil
    }
}

extension FrameFusion.GatheredPage {
    /// - Parameter frame: The reference frame, as YUV.
    fileprivate func written(onColorsOf frame: FrameView, left: Int, top: Int) -> RGBImage {
        Picture.Pixels(copying: frame).rgb.withView { written(on: $0, left: left, top: top) }
    }
}

extension Page {
    /// Returns the same page with a different picture.
    fileprivate func with(_ pixels: Picture.Pixels) -> Page {
        var page = Page(pixels, quad: quad, renderOptions: renderOptions, focalLength: focalLength)
        page.room = room
        return page
    }
}
