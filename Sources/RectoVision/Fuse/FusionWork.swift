import RectoCore
import RectoKernels

/// Frames of a page, registered on the sharpest one, assessed and ready to be gathered.
struct FusionWork {
    /// Factor of enlargement: 1 or 2.
    let scale: Int
    private let frames: AgreeingFrames
    /// Length of the page's longest side, in pixels of a frame.
    private let longest: Double
    private let restores: Bool
    private let workers: Int
    private let lights: FusionLights

    /// Standard deviation of the gathering kernel for colors, in pixels of half-size frames.
    private static let colorKernel = 0.5

    /// Rows that are gathered at once, and the rows around them that kernels and tiles may reach.
    private static let stripHeight = 64
    private static let stripMargin = 16

    /// The kernel's deviation for luma: more frames give more samples near each place.
    private static func kernel(frames: Int) -> Double { frames < 3 ? 0.55 : frames < 8 ? 0.45 : 0.40 }

    init(_ frames: AgreeingFrames, _ parameters: FrameFusion.Parameters) {
        (self.frames, workers) = (frames, parameters.workers)
        let page = frames.page
        longest = FrameFusion.longestSide(of: page)
        restores = longest <= Double(parameters.longestRestoredSide)
        scale = FrameFusion.scale(of: page, parameters)
        let aligned = zip(frames.images, frames.maps).map { AlignedFrame($0, $1, frames.canvas) }
        lights = FusionLights(
            aligned, reference: frames.anchor, canvas: frames.canvas, page: page, workers: workers)
    }

    /// Index of the reference among all frames.
    var reference: Int { frames.reference }

    private var canvas: FusionCanvas { frames.canvas }

    // MARK: - Results

    /// The page's corners in the fused picture.
    var fusedQuad: Quad {
        var quad = frames.page
        for corner in 0..<4 { quad[corner] = quad[corner] * Double(scale) }
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
            reference: reference, used: frames.indices, refusals: frames.refusals, noise: lights.noise, blur: blur,
            lost: lost, lostShare: lights.lostShare)
    }

    /// The page's luma, gathered from all frames and deblurred.
    func gather() -> FusionLuma {
        let sigma = Self.kernel(frames: frames.images.count)
        let gathered = withViews { views in
            let result = FusionPlane(
                left: canvas.left, top: canvas.top, width: canvas.width * scale, height: canvas.height * scale,
                isClear: false)
            // SAFETY: nobody writes to the frames.
            nonisolated(unsafe) let sources = views.indices.map { k in
                FusionGathering.Source(
                    levels: views[k], map: frames.maps[k], light: FusionLightCells(lights.frames[k]))
            }
            nonisolated(unsafe) let own = views[frames.anchor]
            let gathering = FusionGathering(canvas, scale: scale, sigma: sigma)
            let height = canvas.height
            let cell = FusionLights.cell
            forEachShare(of: (height + cell - 1) / cell, workers: workers) { cells, _ in
                gathering.gather(
                    cells.lowerBound * cell..<min(cells.upperBound * cell, height), of: sources, else: (own, 0),
                    into: result)
            }
            return result
        }
        return FusionLuma(
            gathered, scale: scale, kernel: sigma, noise: lights.noise / Double(frames.images.count).squareRoot(),
            alone: lights.frames[0].weighted(lights.alone), page: longest, restores: restores, workers: workers)
    }

    /// The page's color differences R − Y and B − Y at half the reference's resolution.
    /// - Parameter colors: The agreeing frames, at half their size.
    func gatherColors(_ colors: [RGBImage]) -> [FusionPlane] {
        let canvas = canvas.halved
        let gathering = FusionGathering(canvas, scale: 1, sigma: Self.colorKernel)
        let lights = self.lights.frames.map { FusionLightCells($0.halved) }
        let (parts, anchor) = (frames.parts.map { $0.halved }, frames.anchor)
        let maps = frames.maps.map { $0.halved }
        let means = (0..<3).map { _ in
            FusionPlane(left: canvas.left, top: canvas.top, width: canvas.width, height: canvas.height, isClear: false)
        }
        // Strip by strip, so that separated channels take little memory.
        let strips = (canvas.height + Self.stripHeight - 1) / Self.stripHeight
        forEachShare(of: strips, workers: workers) { share, _ in
            for strip in share {
                let top = strip * Self.stripHeight
                let rows = top..<min(top + Self.stripHeight, canvas.height)
                let seen = zip(parts, maps).map { part, map in
                    part.rows(showing: canvas.rows(rows), by: map, margin: Self.stripMargin)
                }
                let strips = zip(colors, seen).map { Strip($0, $1) }
                let own = Strip(colors[anchor], canvas.rows(rows))
                for (channel, mean) in means.enumerated() {
                    let sources = strips.indices.map { k in
                        FusionGathering.Source(
                            levels: strips[k].levels(channel), top: strips[k].top, map: maps[k], light: lights[k])
                    }
                    gathering.gather(rows, of: sources, else: (own.levels(channel), own.top), into: mean)
                }
                withExtendedLifetime((strips, own)) {}
                Self.takeLuma(from: means, rows)
            }
        }
        return [means[0], means[2]]
    }

    /// Replaces R, G and B in a range of rows by R − Y, G and B − Y.
    private static func takeLuma(from means: [FusionPlane], _ rows: Range<Int>) {
        for y in rows {
            let (r, g, b) = (means[0].row(y), means[1].row(y), means[2].row(y))
            for x in 0..<means[0].width {
                let luma: Float = 0.299 * r[x] + 0.587 * g[x] + 0.114 * b[x]
                (r[x], b[x]) = (r[x] - luma, b[x] - luma)
            }
        }
    }

    /// Passes the pixels of the frames.
    private func withViews<Result>(_ body: ([PlaneView<UInt8>]) -> Result) -> Result {
        func lend(_ views: [PlaneView<UInt8>]) -> Result {
            guard views.count < frames.images.count else { return body(views) }
            return frames.images[views.count].withView { lend(views + [$0.plane]) }
        }
        return lend([])
    }
}

/// A range of rows of a frame's colors, one channel below the other.
private struct Strip {
    /// The frame's row of the strip's first row.
    let top: Int
    private let width, height: Int
    private let colors: GrayImage

    init(_ image: RGBImage, _ part: FusionCanvas) {
        (top, width, height) = (part.top, image.width, part.height)
        guard let size = try? PixelSize(width: width, height: 3 * height) else {
            preconditionFailure("a part has rows")
        }
        var colors = GrayImage(size: size)
        let height = height
        colors.withMutableView { target in
            image.withView { view in
                for y in 0..<height {
                    let from = view.row(part.top + y)
                    let (r, g, b) = (target.row(y), target.row(height + y), target.row(2 * height + y))
                    for x in part.left..<part.left + part.width {
                        (r[x], g[x], b[x]) = (from[3 * x], from[3 * x + 1], from[3 * x + 2])
                    }
                }
            }
        }
        self.colors = colors
    }

    /// Levels of one channel, valid as long as the strip lives.
    func levels(_ channel: Int) -> PlaneView<UInt8> {
        // SAFETY: the picture keeps its pixels in place.
        colors.withView { $0.plane.rows(channel * height..<(channel + 1) * height) }
    }
}

extension Homography {
    /// The same map between frames at half their size.
    fileprivate var halved: Homography {
        Homography(0.5, 0, 0, 0, 0.5, 0, 0, 0, 1).composed(after: self)
            .composed(after: Homography(2, 0, 0, 0, 2, 0, 0, 0, 1))
    }
}
