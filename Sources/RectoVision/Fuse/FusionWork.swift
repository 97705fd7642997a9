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
    private let lights: FusionLights

    /// How much wider than its page the part of a frame is that is registered, in pixels.
    private static let frameMargin = 48
    /// What frames of one page correlate by at least.
    private static let minimumUsualCorrelation = 0.8
    /// Where noise is measured: frames beside the reference, pixels of the border that are left out, rows and columns from one
    /// place to the next, and columns to the neighbour.
    private static let noiseFrames = 4
    private static let noiseBorder = 16
    private static let noiseRows = 6
    private static let noiseColumns = 10
    private static let noiseDistance = 4
    /// Noise in gray levels where none could be measured.
    private static let usualNoise = 2.0
    /// The standard deviation in medians of absolute deviations, of normally distributed numbers.
    private static let deviationOfMedian = 1.4826
    /// Standard deviation of the gathering kernel for colors, in pixels of a frame: they have no fine print.
    private static let colorKernel = 0.7

    /// Rows that are gathered at once, and those around them that kernels and tiles may reach.
    private static let stripHeight = 64
    private static let stripMargin = 16

    /// The same for luma: with more frames there are more samples near each place.
    private static func kernel(frames: Int) -> Double { frames < 3 ? 0.55 : frames < 8 ? 0.45 : 0.40 }

    /// - Returns: `nil` if too few frames agree, or the page is too small.
    init?(_ images: [GrayImage], quads: [Quad], _ parameters: FrameFusion.Parameters) {
        var parts: [FusionCanvas] = []
        for (image, quad) in zip(images, quads) {
            // Wider than the canvas: tiles at its border are gathered whole.
            guard quad.isConvexClockwise,
                let part = FusionCanvas(of: quad, in: image.size, margin: Self.frameMargin)
            else { return nil }
            parts.append(part)
        }
        let sharpness = zip(images, parts).map { FusionPlane($0, $1).sharpness }
        guard images.count >= parameters.minimumFrames,
            let reference = sharpness.indices.max(by: { sharpness[$0] < sharpness[$1] }),
            let canvas = FusionCanvas(of: quads[reference], in: images[reference].size),
            let registration = FusionRegistration(
                FusionFrame(images[reference], parts[reference]), page: quads[reference])
        else { return nil }
        // One frame's bands at a time: those of all would be most of the memory.
        let poses = images.indices.map { i -> FusionPose in
            guard i != reference else { return FusionPose(map: .identity) }
            guard let first = Homography(from: quads[reference], to: quads[i]) else {
                return FusionPose(map: .identity, correlation: 0)
            }
            return registration.refine(FusionFrame(images[i], parts[i]), from: first)
        }
        let used = Self.agreeing(poses, reference, parameters)
        guard used.count >= parameters.minimumFrames else { return nil }
        (self.images, self.parts, self.poses, self.used) = (images, parts, poses, used)
        (self.reference, self.canvas) = (reference, canvas)
        let page = Self.median(used.map { i in quads[i].mapped(by: poses[i].map.inverse ?? .identity) })
        self.page = page
        let longest = (0..<4).map { (page[$0] - page[($0 + 1) % 4]).length }.max() ?? 0
        scale = longest <= Double(parameters.longestDoubledSide) ? 2 : 1
        let aligned = used.map { Self.aligned(images[$0], poses[$0].map, canvas) }
        let anchor = used.firstIndex(of: reference) ?? 0
        noise = Self.noise(of: aligned, anchor: anchor)
        lights = FusionLights(aligned, reference: anchor, noise: Float(noise), canvas: canvas, page: page)
    }

    private static func agreeing(_ poses: [FusionPose], _ reference: Int, _ parameters: FrameFusion.Parameters) -> [Int]
    {
        let others = poses.indices.filter { $0 != reference }.map { poses[$0].correlation }.sorted()
        // Frames of the same page correlate by 0.89 and more even where noise is strong; of other pages, by 0.6 at most.
        let usual = others.isEmpty ? 1 : max(others[others.count / 2], Self.minimumUsualCorrelation)
        return poses.indices.filter { i in
            i == reference
                || poses[i].correlation > parameters.minimumCorrelation * usual
                    && poses[i].tileShift < parameters.maximumTileShift && poses[i].detail > parameters.minimumDetail
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

    /// Between frames: within one, JPEG hides it. From sums of 2 × 2, which interpolation changes little; differences of
    /// neighbours, which light does not reach; the median of a few frames.
    private static func noise(of aligned: [GrayImage], anchor: Int) -> Double {
        let sigmas = aligned.indices.filter { $0 != anchor }.prefix(noiseFrames).map { i -> Double in
            aligned[anchor].withView { a in
                aligned[i].withView { b in
                    var steps: [Int] = []
                    for y in stride(from: noiseBorder, to: a.height - noiseBorder - 1, by: noiseRows) {
                        let rows = [a.row(y), a.row(y + 1), b.row(y), b.row(y + 1)]
                        func difference(_ x: Int) -> Int {
                            let first = Int(rows[0][x]) + Int(rows[0][x + 1]) + Int(rows[1][x]) + Int(rows[1][x + 1])
                            let other = Int(rows[2][x]) + Int(rows[2][x + 1]) + Int(rows[3][x]) + Int(rows[3][x + 1])
                            return first - other
                        }
                        let end = a.width - noiseBorder - 2 * noiseDistance
                        for x in stride(from: noiseBorder, to: end, by: noiseColumns) {
                            steps.append(abs(difference(x) - difference(x + noiseDistance)))
                        }
                    }
                    steps.sort()
                    return steps.isEmpty
                        ? Self.usualNoise : Self.deviationOfMedian * Double(steps[steps.count / 2]) / 4
                }
            }
        }.sorted()
        return sigmas.isEmpty ? Self.usualNoise : sigmas[sigmas.count / 2]
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
        let gathered = gather(scale: scale, sigma: sigma, evens: true) { FusionPlane(images[$0], $1) }
        return FusionLuma(
            gathered, scale: scale, kernel: sigma, noise: noise / Double(used.count).squareRoot(),
            alone: lights.frames[0].weighted(lights.alone))
    }

    /// The page's color differences R − Y and B − Y at the reference's resolution.
    func gatherColors(_ colors: [RGBImage]) -> [FusionPlane] {
        [0, 2].map { channel in
            gather(scale: 1, sigma: Self.colorKernel, evens: false) {
                FusionPlane(channel, lessLumaIn: FusionPlane(images[$0], $1), of: colors[$0])
            }
        }
    }

    /// Gathers strip by strip, so that sums and frames of a strip stay in the cache and take little memory.
    /// - Parameter plane: Makes a part of a frame.
    private func gather(
        scale: Int, sigma: Double, evens: Bool, _ plane: (Int, FusionCanvas) -> FusionPlane
    ) -> FusionPlane {
        let result = FusionPlane(
            left: canvas.left, top: canvas.top, width: canvas.width * scale, height: canvas.height * scale)
        for top in stride(from: 0, to: canvas.height, by: Self.stripHeight) {
            let strip = canvas.rows(top..<min(top + Self.stripHeight, canvas.height))
            var sums = FusionSums(strip, scale: scale)
            for (k, i) in used.enumerated() {
                let rows = parts[i].rows(showing: strip, by: poses[i].map, margin: Self.stripMargin)
                let light = evens ? lights.frames[k] : lights.frames[k].withoutEvening
                sums.add(plane(i, rows), poses[i].map, sigma: sigma, light: light, lightTop: top)
            }
            sums.writeMeans(else: plane(reference, strip), into: result, from: top * scale)
        }
        return result
    }
}

extension FusionPlane {
    /// Levels from this on are saturated.
    private static let saturated: Float = 245

    /// Mean square of the fine print at half the resolution, where noise counts little; without what is saturated.
    fileprivate var sharpness: Float {
        let band = halved().bandPassed()
        var (sum, count): (Float, Float) = (0, 1)
        for y in 0..<band.height {
            let (values, levels) = (band.row(y), row(2 * y))
            for x in 0..<band.width where levels[2 * x] < Self.saturated {
                sum += values[x] * values[x]
                count += 1
            }
        }
        return sum / count
    }
}

extension FusionPlane {
    /// A channel of a picture in color less the luma.
    fileprivate convenience init(_ channel: Int, lessLumaIn luma: FusionPlane, of image: RGBImage) {
        self.init(left: luma.left, top: luma.top, width: luma.width, height: luma.height)
        image.withView { view in
            for y in 0..<height {
                let (from, less, to) = (view.row(top + y) + 3 * left + channel, luma.row(y), row(y))
                for x in 0..<width { to[x] = Float(from[3 * x]) - less[x] }
            }
        }
    }
}

extension Quad {
    fileprivate func mapped(by map: Homography) -> Quad {
        var quad = self
        for corner in 0..<4 { quad[corner] = map.map(self[corner]) }
        return quad
    }
}
