import RectoCore
import RectoKernels

/// Frames of a page, registered on the sharpest one, assessed, and ready to be gathered.
struct FusionWork {
    let reference: Int
    let scale: Int
    /// Where the page lies in the reference.
    let canvas: FusionCanvas
    /// Standard deviation of one frame's noise in gray levels.
    let noise: Double

    private let images: [GrayImage]
    /// Where the page lies in each, with some margin.
    private let parts: [FusionCanvas]
    private let poses: [FusionPose]
    private let used: [Int]
    private let page: Quad
    /// Length of the page's longest side in pixels of a frame.
    private let longest: Double
    private let restores: Bool
    private let lights: FusionLights

    /// How much wider than its page the part of a frame is that is registered, in pixels.
    private static let frameMargin = 48
    /// Levels from this on are saturated.
    private static let saturated: UInt8 = 245
    /// What frames of one page correlate by at least.
    private static let minimumUsualCorrelation = 0.8
    /// Frames that others are registered on at most, until half of them agree.
    private static let triedReferences = 4
    /// Where noise is measured: frames beside the reference, and pixels of the border that are left out.
    private static let noiseFrames = 4
    private static let noiseBorder = 16
    /// Noise in gray levels where none could be measured.
    private static let usualNoise = 2.0
    /// Standard deviation of the gathering kernel for colors, in pixels of frames at half their size.
    private static let colorKernel = 0.5

    /// Rows that are gathered at once, and those around them that kernels and tiles may reach.
    private static let stripHeight = 64
    private static let stripMargin = 16

    /// The same for luma: with more frames there are more samples near each place.
    private static func kernel(frames: Int) -> Double { frames < 3 ? 0.55 : frames < 8 ? 0.45 : 0.40 }

    /// - Parameters:
    ///   - shown: A picture that the reference must show the page of, as it was captured; `nil` if any page will do.
    /// - Returns: `nil` if too few frames agree, or the page is too small.
    init?(
        _ frames: [FrameFusion.Frame<Gray8>], of shown: FrameFusion.Frame<Gray8>?, _ parameters: FrameFusion.Parameters
    ) {
        var parts: [FusionCanvas] = []
        for frame in frames {
            guard let part = Self.part(of: frame) else { return nil }
            parts.append(part)
        }
        let images = frames.map { $0.image }
        guard let registered = Self.registered(frames, parts, of: shown, parameters) else { return nil }
        (self.images, self.parts, poses, used) = (images, parts, registered.poses, registered.used)
        (reference, canvas) = (registered.reference, registered.canvas)
        let (poses, used, canvas) = (registered.poses, registered.used, registered.canvas)
        let page = Self.median(used.map { i in frames[i].quad.mapped(by: poses[i].map.inverse ?? .identity) })
        self.page = page
        longest = (0..<4).map { (page[$0] - page[($0 + 1) % 4]).length }.max() ?? 0
        restores = longest <= Double(parameters.longestRestoredSide)
        scale = longest <= Double(parameters.longestDoubledSide) ? 2 : 1
        let aligned = used.map { Self.aligned(images[$0], poses[$0].map, canvas) }
        let anchor = used.firstIndex(of: reference) ?? 0
        noise = Self.noise(of: aligned, anchor: anchor)
        lights = FusionLights(aligned, reference: anchor, noise: Float(noise), canvas: canvas, page: page)
    }

    /// Where its page lies in a frame; `nil` if that is no page. Wider than the canvas: tiles at its border are gathered whole.
    private static func part(of frame: FrameFusion.Frame<Gray8>) -> FusionCanvas? {
        guard frame.quad.isConvexClockwise else { return nil }
        return FusionCanvas(of: frame.quad, in: frame.image.size, margin: frameMargin)
    }

    // MARK: - Registration

    /// Frames that were registered on one of them.
    private struct Registered {
        let reference: Int
        let canvas: FusionCanvas
        /// Of all frames.
        let poses: [FusionPose]
        /// Indices of those that agree, the reference included.
        let used: [Int]
    }

    /// On the sharpest frame that at least half of the frames agree with: the sharpest of all may show another page, or its corners
    /// may be wrong. Else on the one that most agree with, of those that were tried.
    private static func registered(
        _ frames: [FrameFusion.Frame<Gray8>], _ parts: [FusionCanvas], of shown: FrameFusion.Frame<Gray8>?,
        _ parameters: FrameFusion.Parameters
    ) -> Registered? {
        // One that repeats another brings nothing, and would be taken for a frame without noise.
        let distinct = frames.indices.filter { i in !(0..<i).contains { frames[$0].image == frames[i].image } }
        guard distinct.count >= parameters.minimumFrames else { return nil }
        let sharpness = sharpness(of: frames.map { $0.image }, parts)
        let sharpest = distinct.sorted { sharpness[$0] > sharpness[$1] }
        var best: Registered?
        for reference in sharpest.prefix(triedReferences) {
            guard let found = registered(frames, parts, on: reference, of: shown, distinct, parameters) else {
                continue
            }
            if 2 * found.used.count >= distinct.count { return found }
            if found.used.count > best?.used.count ?? 0 { best = found }
        }
        return best
    }

    /// - Parameter distinct: Indices of the frames that are looked at.
    /// - Returns: `nil` if too few frames agree.
    private static func registered(
        _ frames: [FrameFusion.Frame<Gray8>], _ parts: [FusionCanvas], on reference: Int,
        of shown: FrameFusion.Frame<Gray8>?, _ distinct: [Int], _ parameters: FrameFusion.Parameters
    ) -> Registered? {
        let page = frames[reference].quad
        guard let canvas = FusionCanvas(of: page, in: frames[reference].image.size),
            case let bands = FusionFrame(frames[reference].image, parts[reference]),
            let registration = FusionRegistration(frames[reference].image, bands, page: page)
        else { return nil }
        // One frame's bands at a time: those of all would be most of the memory.
        func pose(_ frame: FrameFusion.Frame<Gray8>, _ part: FusionCanvas) -> FusionPose {
            guard let first = Homography(from: page, to: frame.quad) else { return .unlike }
            bands.load(frame.image, part)
            return registration.refine(bands, from: first)
        }
        if let shown {
            guard let part = part(of: shown),
                pose(shown, part).slopeCorrelation > parameters.minimumSlopeCorrelation
            else { return nil }
        }
        var poses = [FusionPose](repeating: .unlike, count: frames.count)
        for i in distinct {
            poses[i] = i == reference ? FusionPose(map: .identity) : pose(frames[i], parts[i])
        }
        let used = agreeing(poses, reference, distinct, parameters)
        guard used.count >= parameters.minimumFrames else { return nil }
        return Registered(reference: reference, canvas: canvas, poses: poses, used: used)
    }

    private static func agreeing(
        _ poses: [FusionPose], _ reference: Int, _ distinct: [Int], _ parameters: FrameFusion.Parameters
    ) -> [Int] {
        let others = distinct.filter { $0 != reference }.map { poses[$0].correlation }.sorted()
        // Frames of the same page correlate by 0.87 and more even where noise is strong.
        let usual = others.isEmpty ? 1 : max(others[others.count / 2], minimumUsualCorrelation)
        return distinct.filter { i in
            i == reference
                || poses[i].correlation > parameters.minimumCorrelation * usual
                    && poses[i].slopeCorrelation > parameters.minimumSlopeCorrelation
                    && poses[i].tileShift < parameters.maximumTileShift && poses[i].detail > parameters.minimumDetail
        }
    }

    /// Mean square of the fine print at half the resolution, where noise counts little; without what is saturated.
    private static func sharpness(of images: [GrayImage], _ parts: [FusionCanvas]) -> [Float] {
        let (half, band, scratch) = (Plane<UInt8>(), Plane<Float>(), Plane<Float>())
        return zip(images, parts).map { image, part in
            image.withView { view in
                let levels = view.plane(part)
                half.reshape(width: part.width / 2, height: part.height / 2)
                band.reshape(width: half.width, height: half.height)
                scratch.reshape(width: half.width, height: bandPassScratchRows)
                halve(levels, channels: 1, into: half.mutableView)
                // SAFETY: planes of one size, scratch as large as asked for.
                bandPass(half.view, scratch: scratch.base, into: band.mutableView)
                var (sum, count): (Float, Float) = (0, 1)
                for y in 0..<band.height {
                    let (values, own) = (band.base + y * band.width, levels.row(2 * y))
                    for x in 0..<band.width where own[2 * x] < saturated {
                        sum += values[x] * values[x]
                        count += 1
                    }
                }
                return sum / count
            }
        }
    }

    private static func median(_ quads: [Quad]) -> Quad {
        var result = quads[0]
        for corner in 0..<4 {
            let (xs, ys) = (quads.map { $0[corner].x }.sorted(), quads.map { $0[corner].y }.sorted())
            let (low, high) = ((quads.count - 1) / 2, quads.count / 2)
            result[corner] = Point2D(x: (xs[low] + xs[high]) / 2, y: (ys[low] + ys[high]) / 2)
        }
        return result
    }

    /// A frame as the reference sees the canvas, in whole cells.
    private static func aligned(_ image: GrayImage, _ map: Homography, _ canvas: FusionCanvas) -> GrayImage {
        let shift = Homography(1, 0, Double(canvas.left), 0, 1, Double(canvas.top), 0, 0, 1)
        func whole(_ side: Int) -> Int { (side + FusionLights.cell - 1) / FusionLights.cell * FusionLights.cell }
        guard let size = try? PixelSize(width: whole(canvas.width), height: whole(canvas.height)) else {
            preconditionFailure("the canvas lies within a frame")
        }
        var result = GrayImage(size: size)
        result.withMutableView { target in
            image.withView { warpGray($0.plane, map: map.composed(after: shift).coefficients, into: target.plane) }
        }
        return result
    }

    /// The median of a few frames.
    private static func noise(of aligned: [GrayImage], anchor: Int) -> Double {
        let (width, height) = (aligned[anchor].width, aligned[anchor].height)
        let (xs, ys) = (noiseBorder..<width - noiseBorder, noiseBorder..<height - noiseBorder)
        let sigmas = aligned.indices.filter { $0 != anchor }.prefix(noiseFrames).map {
            FrameNoise.measured(aligned[anchor], aligned[$0], xs, ys) ?? usualNoise
        }.sorted()
        return sigmas.isEmpty ? usualNoise : sigmas[sigmas.count / 2]
    }

    // MARK: - Results

    /// The page's corners in the fused picture.
    var fusedQuad: Quad {
        var quad = page
        for corner in 0..<4 { quad[corner] = page[corner] * Double(scale) }
        return quad
    }

    func report(blur: Double) -> FrameFusion.Report {
        let factor = Double(scale)
        let lost = lights.lost.map { cell -> Quad in
            let x = (Double(canvas.left) + Double(cell.column * FusionLights.cell)) * factor
            let y = (Double(canvas.top) + Double(cell.row * FusionLights.cell)) * factor
            let side = Double(FusionLights.cell) * factor
            return Quad(
                topLeft: Point2D(x: x, y: y), topRight: Point2D(x: x + side, y: y),
                bottomRight: Point2D(x: x + side, y: y + side), bottomLeft: Point2D(x: x, y: y + side))
        }
        return FrameFusion.Report(
            reference: reference, used: used, noise: noise, blur: blur, lost: lost, lostShare: lights.lostShare)
    }

    /// The page's luma, gathered from all frames and deblurred.
    func gather() -> FusionLuma {
        let sigma = Self.kernel(frames: used.count)
        let gathered = withViews { views in
            let result = FusionPlane(
                left: canvas.left, top: canvas.top, width: canvas.width * scale, height: canvas.height * scale,
                isClear: false)
            let sources = used.enumerated().map { k, i in
                FusionGathering.Source(
                    levels: views[i], map: poses[i].map, light: FusionLightCells(lights.frames[k]))
            }
            FusionGathering(canvas, scale: scale, sigma: sigma).gather(
                0..<canvas.height, of: sources, else: (views[reference], 0), into: result)
            return result
        }
        return FusionLuma(
            gathered, scale: scale, kernel: sigma, noise: noise / Double(used.count).squareRoot(),
            alone: lights.frames[0].weighted(lights.alone), page: longest, restores: restores)
    }

    /// The page's color differences R − Y and B − Y at half the reference's resolution.
    /// - Parameter colors: The frames at half their size.
    func gatherColors(_ colors: [RGBImage]) -> [FusionPlane] {
        let canvas = canvas.halved
        let gathering = FusionGathering(canvas, scale: 1, sigma: Self.colorKernel)
        let lights = used.indices.map { FusionLightCells(self.lights.frames[$0].halved) }
        let maps = used.map { poses[$0].map.halved }
        let means = (0..<3).map { _ in
            FusionPlane(left: canvas.left, top: canvas.top, width: canvas.width, height: canvas.height, isClear: false)
        }
        // By strips, so that single channels take little memory.
        for top in stride(from: 0, to: canvas.height, by: Self.stripHeight) {
            let rows = top..<min(top + Self.stripHeight, canvas.height)
            let seen = zip(used, maps).map { i, map in
                parts[i].halved.rows(showing: canvas.rows(rows), by: map, margin: Self.stripMargin)
            }
            for (channel, mean) in means.enumerated() {
                let strips = zip(used, seen).map { i, seen in Strip(colors[i], channel, seen) }
                let sources = used.indices.map { k in
                    FusionGathering.Source(levels: strips[k].levels, top: strips[k].top, map: maps[k], light: lights[k])
                }
                let own = Strip(colors[reference], channel, canvas.rows(rows))
                gathering.gather(rows, of: sources, else: (own.levels, own.top), into: mean)
                withExtendedLifetime((strips, own)) {}
            }
        }
        for y in 0..<canvas.height {
            let (r, g, b) = (means[0].row(y), means[1].row(y), means[2].row(y))
            for x in 0..<canvas.width {
                let luma: Float = 0.299 * r[x] + 0.587 * g[x] + 0.114 * b[x]
                (r[x], b[x]) = (r[x] - luma, b[x] - luma)
            }
        }
        return [means[0], means[2]]
    }

    /// Lends the pixels of all frames.
    private func withViews<Result>(_ body: ([PlaneView<UInt8>]) -> Result) -> Result {
        func lend(_ views: [PlaneView<UInt8>]) -> Result {
            guard views.count < images.count else { return body(views) }
            return images[views.count].withView { lend(views + [$0.plane]) }
        }
        return lend([])
    }
}

/// Some rows of one of a frame's colors.
private struct Strip {
    let levels: PlaneView<UInt8>
    /// The frame's row that the first is.
    let top: Int
    private let color: GrayImage

    init(_ image: RGBImage, _ channel: Int, _ part: FusionCanvas) {
        top = part.top
        guard let size = try? PixelSize(width: image.width, height: part.height) else {
            preconditionFailure("a part has rows")
        }
        var color = GrayImage(size: size)
        color.withMutableView { target in
            image.withView { view in
                for y in 0..<part.height {
                    let (from, to) = (view.row(part.top + y) + channel, target.row(y))
                    for x in part.left..<part.left + part.width { to[x] = from[3 * x] }
                }
            }
        }
        // SAFETY: the image keeps its pixels where they are as long as it lives, and this keeps the image.
        levels = color.withView { $0.plane }
        self.color = color
    }
}

extension Homography {
    /// The same between frames at half their size.
    fileprivate var halved: Homography {
        Homography(0.5, 0, 0, 0, 0.5, 0, 0, 0, 1).composed(after: self)
            .composed(after: Homography(2, 0, 0, 0, 2, 0, 0, 0, 1))
    }
}

extension Quad {
    fileprivate func mapped(by map: Homography) -> Quad {
        var quad = self
        for corner in 0..<4 { quad[corner] = map.map(self[corner]) }
        return quad
    }
}
