public import RectoCore

import Glibc

extension PageRectifier {
    /// How a page is taken out of a picture: everything that follows from the corners, before any pixel is read.
    public struct Plan: Hashable, Sendable {
        /// The picture's size.
        public let picture: PixelSize
        /// The page's corners in the picture.
        public let quad: Quad
        /// The proportions that the corners show.
        public let measured: AspectRatio
        /// The standard size that the page is taken for.
        public let paper: Paper?
        /// The page's size in pixels.
        public let size: PixelSize
        /// Pixels per inch of paper: true where ``paper`` is known, otherwise a convention.
        public let dotsPerInch: Double
        /// From the page's pixels to the picture's.
        public let pageToPicture: Homography
        /// Pixels of the picture along one pixel of the page: the median over the page.
        public let minification: Double
        /// How often the picture is halved before it is sampled.
        public let halvings: Int

        /// From the page's pixels to those of the picture after ``halvings``.
        var pageToLevel: Homography {
            let scale = 1 / Double(1 << halvings)
            return Homography(scale, 0, 0, 0, scale, 0, 0, 0, 1).composed(after: pageToPicture)
        }
    }

    /// Works out proportions, paper, size and resolution of a page.
    ///
    /// - Parameters:
    ///   - quad: The page's corners in the picture, clockwise from the page's top-left; they may lie outside.
    ///   - picture: The picture's size.
    ///   - paper: What is known about the paper.
    ///   - dotsPerInch: The resolution of the page; nothing to keep the picture's own. Where the paper is unknown it
    ///     does not change the size in pixels.
    ///   - focalLength: The camera's focal length in pixels, if known.
    /// - Throws: ``Failure`` if the corners are no picture of a page, or the page would be too large.
    public func plan(
        for quad: Quad, in picture: PixelSize, paper choice: PaperChoice = .automatic, dotsPerInch: Double? = nil,
        focalLength: Double? = nil
    ) throws(Failure) -> Plan {
        try check(quad, in: picture)
        if let dotsPerInch, !(Parameters.dotsPerInchRange ~= dotsPerInch) {
            throw .resolution(dotsPerInch, required: Parameters.dotsPerInchRange)
        }
        let estimator = AspectRatioEstimator(
            cornerNoisePixels: parameters.cornerNoisePixels, usualFocalLength: parameters.usualFocalLength,
            focalSpread: parameters.focalSpread)
        let known = focalLength.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let measured = estimator.estimate(quad, in: picture, focalLength: known)
        let paper = paper(for: measured, choice: choice)
        let ratio = paper?.aspectRatio ?? measured.value
        guard ratio.isFinite, Parameters.aspectRatioRange ~= ratio,
            let unitToPicture = Homography(from: Quad(width: ratio, height: 1), to: quad)
        else { throw .notAPage(quad) }
        let naturalHeight = Self.medianScale(of: unitToPicture, width: ratio, height: 1)
        let (width, height, resolution) = extent(
            ratio: ratio, naturalHeight: naturalHeight, paper: paper, dotsPerInch: dotsPerInch)
        guard Parameters.dotsPerInchRange ~= resolution else {
            throw .resolution(resolution, required: Parameters.dotsPerInchRange)
        }
        let size = try pixelSize(width: width, height: height)
        guard let pageToPicture = Homography(from: Quad(size), to: quad) else { throw .notAPage(quad) }
        let minification = Self.medianScale(
            of: pageToPicture, width: Double(size.width), height: Double(size.height))
        return Plan(
            picture: picture, quad: quad, measured: measured, paper: paper, size: size, dotsPerInch: resolution,
            pageToPicture: pageToPicture, minification: minification,
            halvings: try halvings(for: minification, picture: picture))
    }

    /// The paper of a picture that is a page already, from its proportions alone.
    public func paper(ofWholePage size: PixelSize, choice: PaperChoice = .automatic) -> Paper? {
        let exact = AspectRatio(
            value: Double(size.width) / Double(size.height), relativeUncertainty: Self.wholePageUncertainty,
            focalLengthPixels: nil)
        return paper(for: exact, choice: choice)
    }

    /// A scanner's page is cut to within about this share of its sides.
    private static let wholePageUncertainty = 0.005

    private func check(_ quad: Quad, in picture: PixelSize) throws(Failure) {
        guard quad.isFinite, quad.isConvexClockwise, quad.area >= parameters.smallestQuadArea,
            Homography(unitSquareTo: quad) != nil
        else { throw .notAPage(quad) }
        let reach = parameters.farthestCorner * Double(picture.longSide)
        let centre = Point2D(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        guard quad.corners.allSatisfy({ $0.distance(to: centre) <= reach }) else {
            throw .cornersTooFar(quad, maximumDistance: reach)
        }
    }

    /// The standard size of a page, if one is asked for or the proportions show one beyond doubt.
    func paper(for measured: AspectRatio, choice: PaperChoice) -> Paper? {
        let orientation: Paper.Orientation = measured.value > 1 ? .landscape : .portrait
        switch choice {
        case .measured: return nil
        case .fixed(let size): return Paper(size, orientation)
        case .automatic: return snappedSize(for: measured).map { Paper($0, orientation) }
        }
    }

    /// The candidate that explains the measured proportions, if it lies near and no other explanation competes.
    ///
    /// Every candidate's log ratio is normally distributed around the measured one; against them stands any other
    /// sheet, whose log ratio is uniformly distributed from a square to ``Parameters/longestPaperRatio``.
    private func snappedSize(for measured: AspectRatio) -> PaperSize? {
        let logRatio = abs(log(measured.value))
        guard logRatio <= log(parameters.longestPaperRatio) else { return nil }
        let sigma =
            (measured.relativeUncertainty * measured.relativeUncertainty
            + parameters.paperTolerance * parameters.paperTolerance).squareRoot()
        func likelihood(_ size: PaperSize) -> Double {
            let deviation = (logRatio - log(size.ratio)) / sigma
            return exp(-deviation * deviation / 2) / (sigma * (2 * Double.pi).squareRoot())
        }
        let candidates = parameters.paperCandidates
        let share = (1 - parameters.otherPaperShare) / Double(max(candidates.count, 1))
        let other = parameters.otherPaperShare / log(parameters.longestPaperRatio)
        let weighted = candidates.map { (size: $0, weight: share * likelihood($0)) }
        let total = weighted.reduce(other) { $0 + $1.weight }
        guard let best = weighted.max(by: { $0.weight < $1.weight }), best.weight > parameters.snapConfidence * total,
            abs(exp(logRatio - log(best.size.ratio)) - 1) <= parameters.snapDistance
        else { return nil }
        return best.size
    }

    /// Width and height in pixels before rounding, and the resolution.
    private func extent(
        ratio: Double, naturalHeight: Double, paper: Paper?, dotsPerInch: Double?
    ) -> (width: Double, height: Double, dotsPerInch: Double) {
        let area = ratio * naturalHeight * naturalHeight
        let height = naturalHeight * min(1, (Double(parameters.largestNaturalArea) / area).squareRoot())
        guard let paper else { return (ratio * height, height, dotsPerInch ?? parameters.assumedDotsPerInch) }
        let own = height / paper.heightInches
        let least = min(parameters.leastDotsPerInch, own * parameters.greatestEnlargement)
        let resolution = dotsPerInch ?? max(own, least)
        return (paper.widthInches * resolution, paper.heightInches * resolution, resolution)
    }

    private func pixelSize(width: Double, height: Double) throws(Failure) -> PixelSize {
        let limit = Double(PixelSize.maximumSide)
        guard width <= limit, height <= limit, width * height <= Double(parameters.largestPageArea) else {
            throw .pageTooLarge(width: width, height: height)
        }
        do {
            return try PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
        } catch {
            throw .pageTooLarge(width: width, height: height)
        }
    }

    /// The longest side and the most bytes of a picture that the warp kernels take.
    private static let longestWarpedSide = 32_767
    static let mostWarpedBytes = Int(Int32.max)

    private func halvings(for minification: Double, picture: PixelSize) throws(Failure) -> Int {
        // Rows of three bytes a pixel, padded.
        func bytes(_ count: Int) -> Int { ((picture.width >> count) * 3 + 64) * (picture.height >> count) }
        func isTooLarge(_ count: Int) -> Bool {
            picture.longSide >> count > Self.longestWarpedSide || bytes(count) > Self.mostWarpedBytes
        }
        var (count, scale) = (0, minification)
        while scale > parameters.largestMinification || isTooLarge(count), picture.shortSide >> count > 1 {
            (count, scale) = (count + 1, scale / 2)
        }
        guard !isTooLarge(count) else { throw .pictureTooLarge(picture) }
        return count
    }

    /// Median over the corners and the centre of how much longer a short line gets, √|det J|.
    private static func medianScale(of map: Homography, width: Double, height: Double) -> Double {
        let corners = Quad(width: width, height: height)
        let scales = (corners.corners + [corners.centroid]).map { abs(map.areaScale(at: $0)).squareRoot() }
        return scales.sorted()[scales.count / 2]
    }
}
