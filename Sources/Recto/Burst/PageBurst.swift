import RectoCapture
public import RectoCodecs
public import RectoCore
public import RectoVision
import Synchronization

/// Frames of a page that ``Scanner`` has captured, of which a better picture of it may be made.
///
/// Fusing takes about a second, so it is done on a thread beside the frames: see ``BurstFuser``.
public final class PageBurst: Sendable {
    /// The page as it was captured.
    public let captured: Page
    /// When the captured frame was taken, and its place in its source's count: see ``ScannedPage``.
    public let time: Duration
    public let sequence: Int
    /// How many frames there were, 3 or more.
    public let count: Int
    private let state: Mutex<State>

    private struct State {
        /// The frames that are still there.
        var entries: [BurstBuffer.Entry]
        /// Once it has been asked for.
        var reason: FusionReason??
    }

    /// Pixels around the page that are fused with it: what registration looks at.
    static let margin = 64.0

    /// - Returns: `nil` if there are too few frames, or the page has no corners.
    init?(of scanned: ScannedPage, _ entries: [BurstBuffer.Entry]) {
        guard scanned.page.quad != nil, entries.count >= FrameFusion.Parameters().minimumFrames else { return nil }
        (captured, time, sequence) = (scanned.page, scanned.time, scanned.sequence)
        count = entries.count
        state = Mutex(State(entries: entries))
    }

    private init(_ burst: PageBurst, _ entries: [BurstBuffer.Entry]) {
        (captured, time, sequence) = (burst.captured, burst.time, burst.sequence)
        count = entries.count
        state = Mutex(State(entries: entries))
    }

    /// The frames that are still there.
    var entries: [BurstBuffer.Entry] { state.withLock { $0.entries } }

    /// Some of its frames, evenly, and others.
    func adding(_ others: [BurstBuffer.Entry], keeping count: Int) -> PageBurst {
        let entries = entries
        let kept = (0..<min(count, entries.count)).map { entries[$0 * entries.count / min(count, entries.count)] }
        return PageBurst(self, kept + others)
    }

    /// Whether a page is this one, in another pose.
    /// - Parameter distance: How far a corner must have moved from all of its frames, in roots of the page's area.
    func shows(_ page: TrackedQuad, atLeast distance: Double) -> Bool {
        let entries = entries
        guard let last = entries.last, last.page.identity == page.identity else { return false }
        return entries.allSatisfy { entry in
            let limit = distance * entry.page.quad.area.squareRoot()
            return (0..<4).contains { entry.page.quad[$0].distance(to: page.quad[$0]) > limit }
        }
    }

    /// When they were taken.
    package var times: [Duration] { entries.map(\.time) }

    /// Why fusing pays most; `nil` if it hardly does. Decodes two frames at most.
    public var reason: FusionReason? {
        if let known = state.withLock({ $0.reason }) { return known }
        guard let quad = captured.quad else { return nil }
        let reason =
            FusionReasons(of: quad, glareShare: glareShare).first
            ?? FusionReasons(of: quad, noise: measuredNoise).first
        state.withLock { $0.reason = .some(reason) }
        return reason
    }

    /// The most that a lamp is seen in of any frame's page.
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

    /// Makes one picture of the frames.
    ///
    /// Only the page and what lies close around it is fused; the rest of the picture is the reference's.
    /// - Parameters:
    ///   - fusion: How frames are compared and gathered.
    ///   - isCancelled: Asked before each step; once it says so nothing more is done.
    /// - Returns: `nil` if too few frames agree, or it was cancelled.
    public func fuse(
        by fusion: FrameFusion = FrameFusion(), isCancelled: () -> Bool = { false }
    ) -> FusedPage? {
        fuse(by: fusion, keepsFrames: true, isCancelled: isCancelled)
    }

    /// Makes one picture of the frames for the last time: most of them are let go as soon as they are not needed any more, unless a
    /// lamp is seen in one, since more frames may be added to those.
    func fuseLast(by fusion: FrameFusion = FrameFusion(), isCancelled: () -> Bool) -> FusedPage? {
        // Asked while all frames are there.
        _ = reason
        return fuse(by: fusion, keepsFrames: glareShare >= FusionReasons.minimumGlareShare, isCancelled: isCancelled)
    }

    private func fuse(by fusion: FrameFusion, keepsFrames: Bool, isCancelled: () -> Bool) -> FusedPage? {
        guard let part = fusedPart else { return nil }
        let start = ContinuousClock.now
        // What the frame loop has freed meanwhile.
        giveMemoryBack()
        defer { giveMemoryBack() }
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

    /// The page, and the frame that it lies in.
    private func gather(
        _ part: PixelPart, by fusion: FrameFusion, _ keepsFrames: Bool, _ isCancelled: () -> Bool
    ) -> (FrameFusion.GatheredPage, reference: BurstBuffer.Entry)? {
        guard var frames = partFrames(part, keepsFrames, isCancelled) else { return nil }
        giveMemoryBack()
        // All frames of a camera have colors, or none.
        guard frames.colors.isEmpty || frames.colors.count == frames.lumas.count,
            let page = fusion.gather(&frames.lumas, colors: &frames.colors, of: shownPage(part)),
            let reference = frames.references.first(where: { $0.index == page.report.reference })
        else { return nil }
        return (page, reference.entry)
    }

    /// What is kept of the frames while they are fused: the page's luma, and its colors at half their resolution.
    private struct PartFrames {
        var lumas: [FrameFusion.Frame<Gray8>] = []
        var colors: [RGBImage] = []
        /// Whole frames that the page may be gathered on.
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

    /// - Parameter keepsFrames: Else only those are left that the page may be gathered on.
    /// - Returns: `nil` if it was cancelled.
    private func partFrames(_ part: PixelPart, _ keepsFrames: Bool, _ isCancelled: () -> Bool) -> PartFrames? {
        let decoder = FrameDecoder()
        var refiner = CropRefiner()
        var frames = PartFrames()
        // Backwards.
        var waiting = Array(entries.reversed())
        if !keepsFrames { state.withLock { $0.entries = [] } }
        defer { if !keepsFrames { state.withLock { $0.entries = frames.references.map(\.entry) } } }
        while let entry = waiting.popLast() {
            guard !isCancelled() else { return nil }
            // A frame that is damaged takes no part.
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

    /// The page as it was captured, where the fused part lies in its picture: frames that came late may show the next page.
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
        page.fusion = PageFusion(fused.report, shiftedBy: origin * scale)
        return page
    }

    /// What of the frames is fused: the page, wherever it lies in any of them.
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

/// A page whose picture was made of a burst of frames.
public struct FusedPage: Sendable {
    /// With the fused picture, and the corners as they are in it: filter, rotation and paper are those of the captured page.
    public let page: Page
    /// How many times as large as a frame the picture is: 1 or 2.
    public let scale: Int
    /// The page as it was captured, from one frame.
    public let captured: Page
    /// When that frame was taken, and its place in its source's count: see ``ScannedPage``.
    public let time: Duration
    public let sequence: Int
    /// How long it took.
    public let duration: Duration

    /// The picture as a JPEG file that shows no loss: quality 95, colors in full.
    public func jpegBytes() throws(OutputError) -> [UInt8] {
        guard let writer = try? JPEGWriter(quality: 95, chroma: .full) else {
            preconditionFailure("a quality within its range")
        }
        return try writer.encode(page.original.raster)
    }

    /// Where a page at some corners of the captured frame is in the fused picture: a hand may have moved between them.
    /// - Returns: `nil` if that is no page.
    public func fused(_ quad: Quad) -> Quad? {
        guard let from = captured.quad, let to = page.quad, let map = Homography(from: from, to: to) else { return nil }
        let moved = quad.map { map.map($0) }
        return moved.isFinite && moved.isConvexClockwise ? moved : nil
    }
}

extension FrameFusion.GatheredPage {
    /// - Parameter frame: The reference, as YUV.
    fileprivate func written(onColorsOf frame: FrameView, left: Int, top: Int) -> RGBImage {
        Picture.Pixels(copying: frame).rgb.withView { written(on: $0, left: left, top: top) }
    }
}

extension Page {
    /// The same page in another picture.
    fileprivate func with(_ pixels: Picture.Pixels) -> Page {
        var page = Page(pixels, quad: quad, renderOptions: renderOptions, focalLength: focalLength)
        page.room = room
        return page
    }
}
