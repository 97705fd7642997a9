public import RectoCore

import Glibc

extension PageRectifier {
    /// Everything about the extraction of a page that follows from the corners, before any pixel is read.
    public struct Plan: Hashable, Sendable {
        /// The picture's size.
        public let picture: PixelSize
        /// The page's corners in the picture.
        public let quad: Quad
        /// The proportions measured from the corners.
        public let measured: AspectRatio
        /// The standard size that the page is assumed to have.
        public let paper: Paper?
        /// The page's width over height: that of ``paper``; otherwise the measured value, drawn towards common paper
        /// proportions where the corners leave it open.
        public let ratio: Double
        /// The page's size in pixels.
        public let size: PixelSize
        /// Pixels per inch of paper: the true value if ``paper`` is known, otherwise a convention.
        public let dotsPerInch: Double
        /// Maps the page's pixels to the picture's.
        public let pageToPicture: Homography
        /// Pixels of the picture per pixel of the page: the median over the page.
        public let minification: Double
        /// Number of times the picture is halved before sampling.
        public let halvings: Int
        /// Whether the picture is doubled before sampling: see ``Parameters/sampling``.
        public let isDoubled: Bool
    }

    /// Determines proportions, paper, size and resolution of a page.
    ///
    /// - Parameters:
    ///   - quad: The page's corners in the picture, clockwise from the page's top-left; they may lie outside.
    ///   - picture: The picture's size.
    ///   - paper: What is known about the paper.
    ///   - dotsPerInch: The resolution of the page; `nil` to keep the picture's. If the paper is unknown, it does not
    ///     change the size in pixels.
    ///   - focalLength: The camera's focal length, if known.
    ///   - enlargement: How many times as large the picture is as what the camera took, as after fusing frames: a page of
    ///     unknown paper gets that many times the resolution, and is as large on paper as without it.
    /// - Throws: ``Failure`` if the corners are not a picture of a page, or the page would be too large.
    public func plan(
        for quad: Quad, in picture: PixelSize, paper choice: PaperChoice = .automatic, dotsPerInch: Double? = nil,
        focalLength: FocalLength? = nil, enlargement: Double = 1
    ) throws(Failure) -> Plan {
        try check(quad, in: picture)
        if let dotsPerInch, !(Parameters.dotsPerInchRange ~= dotsPerInch) {
            throw .resolution(dotsPerInch, required: Parameters.dotsPerInchRange)
        }
        let estimator = AspectRatioEstimator(
            cornerNoisePixels: parameters.cornerNoisePixels, usualFocalLength: parameters.usualFocalLength,
            focalSpread: parameters.focalSpread)
        let views = estimator.views(quad, in: picture, focalLength: focalLength)
        let measured = views.map { AspectRatio($0) } ?? AspectRatio(sideLengthsOf: quad)
        let (paper, ratio) = proportions(measured, views ?? measured.views, choice)
        guard ratio.isFinite, Parameters.aspectRatioRange ~= ratio,
            let unitToPicture = Homography(from: Quad(width: ratio, height: 1), to: quad)
        else { throw .notAPage(quad) }
        let naturalHeight = Self.medianScale(of: unitToPicture, width: ratio, height: 1)
        let (width, height, resolution) = extent(
            ratio: ratio, naturalHeight: naturalHeight, paper: paper, dotsPerInch: dotsPerInch, enlargement: enlargement
        )
        guard Parameters.dotsPerInchRange ~= resolution else {
            throw .resolution(resolution, required: Parameters.dotsPerInchRange)
        }
        let size = try pixelSize(width: width, height: height)
        guard let pageToPicture = Homography(from: Quad(size), to: quad) else { throw .notAPage(quad) }
        let minification = Self.medianScale(
            of: pageToPicture, width: Double(size.width), height: Double(size.height))
        let halvings = try halvings(for: minification, picture: picture)
        return Plan(
            picture: picture, quad: quad, measured: measured, paper: paper, ratio: ratio, size: size,
            dotsPerInch: resolution, pageToPicture: pageToPicture, minification: minification,
            halvings: halvings,
            isDoubled: gainsByDoubling(picture, minification, halvings))
    }

    /// The plan of a flattened page, whose proportions are known.
    public func plan(
        for flat: FlatPage, paper: PaperChoice = .automatic, dotsPerInch: Double? = nil, enlargement: Double = 1
    ) throws(Failure) -> Plan {
        try plan(
            for: Quad(flat.size), in: flat.size, paper: paper, dotsPerInch: dotsPerInch, enlargement: enlargement)
    }

    /// The same page with fewer pixels, if its long side exceeds the given number: for a preview.
    package func reduced(_ plan: Plan, toLongSide side: Int) throws(Failure) -> Plan {
        let scale = Double(side) / Double(plan.size.longSide)
        guard scale < 1 else { return plan }
        return try resized(
            plan, width: Double(plan.size.width) * scale, height: Double(plan.size.height) * scale, mayDouble: false)
    }

    /// The same page, as large as fits into a given space.
    ///
    /// - Parameter room: The space in pixels; the page fills at least one side and exceeds none.
    /// - Throws: ``Failure`` if the page would be too large.
    public func fitted(_ plan: Plan, into room: PixelSize) throws(Failure) -> Plan {
        let height = min(Double(room.height), Double(room.width) / plan.ratio)
        return try resized(plan, width: plan.ratio * height, height: height, mayDouble: true)
    }

    private func resized(_ plan: Plan, width: Double, height: Double, mayDouble: Bool) throws(Failure) -> Plan {
        let size = try pixelSize(width: width, height: height)
        guard let pageToPicture = Homography(from: Quad(size), to: plan.quad) else { throw .notAPage(plan.quad) }
        let minification = Self.medianScale(
            of: pageToPicture, width: Double(size.width), height: Double(size.height))
        let halvings = try halvings(for: minification, picture: plan.picture)
        return Plan(
            picture: plan.picture, quad: plan.quad, measured: plan.measured, paper: plan.paper, ratio: plan.ratio,
            size: size, dotsPerInch: plan.dotsPerInch * height / Double(plan.size.height), pageToPicture: pageToPicture,
            minification: minification, halvings: halvings,
            isDoubled: mayDouble && gainsByDoubling(plan.picture, minification, halvings))
    }

    private func gainsByDoubling(_ picture: PixelSize, _ minification: Double, _ halvings: Int) -> Bool {
        parameters.sampling == .fine && minification <= Self.maximumDoubledMinification && halvings == 0
            && !isTooLarge(picture, doubled: true)
    }

    /// The paper size of a picture that is already a page, from its proportions alone.
    public func paper(ofWholePage size: PixelSize, choice: PaperChoice = .automatic) -> Paper? {
        let exact = AspectRatio(
            value: Double(size.width) / Double(size.height), relativeUncertainty: Self.wholePageUncertainty,
            focalLengthPixels: nil)
        return proportions(exact, exact.views, choice).paper
    }

    /// Accuracy to which a scanner's page is cut, as a share of its sides.
    private static let wholePageUncertainty = 0.005

    private func check(_ quad: Quad, in picture: PixelSize) throws(Failure) {
        guard quad.isFinite, quad.isConvexClockwise, quad.area >= parameters.smallestQuadArea,
            Homography(unitSquareTo: quad) != nil
        else { throw .notAPage(quad) }
        let reach = parameters.farthestCorner * Double(picture.longSide)
        let center = Point2D(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        guard quad.corners.allSatisfy({ $0.distance(to: center) <= reach }) else {
            throw .cornersTooFar(quad, maximumDistance: reach)
        }
    }

    /// The standard size of a page, if it was requested or the proportions leave no doubt, and the resulting width over
    /// height.
    private func proportions(
        _ measured: AspectRatio, _ views: [AspectRatioEstimator.View], _ choice: PaperChoice
    ) -> (paper: Paper?, ratio: Double) {
        switch choice {
        case .measured: return (nil, measured.value)
        case .fixed(let size):
            let paper = Paper(size, measured.value > 1 ? .landscape : .portrait)
            return (paper, paper.aspectRatio)
        case .automatic:
            let posterior = PaperSizePosterior(views, parameters)
            if let (paper, probability) = posterior.best, probability > parameters.snapConfidence,
                abs(measured.value / paper.aspectRatio - 1) <= parameters.snapDistance
            {
                return (paper, paper.aspectRatio)
            }
            return (nil, exp(posterior.meanLogRatio))
        }
    }

    /// Width and height in pixels before rounding, and the resolution.
    private func extent(
        ratio: Double, naturalHeight: Double, paper: Paper?, dotsPerInch: Double?, enlargement: Double
    ) -> (width: Double, height: Double, dotsPerInch: Double) {
        let tallest = (Double(parameters.largestNaturalArea) / ratio).squareRoot()
        let height = min(naturalHeight, tallest)
        guard let paper else {
            let captured = min(naturalHeight / enlargement, tallest)
            if let dotsPerInch { return (ratio * captured, captured, dotsPerInch) }
            return (ratio * height, height, parameters.assumedDotsPerInch * height / captured)
        }
        let own = height / paper.heightInches
        let minimum = min(parameters.minimumDotsPerInch, own * parameters.maximumEnlargement)
        let resolution = dotsPerInch ?? max(own, minimum)
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

    /// Minification above which sampling the original was measured to be closer to the true view than doubling it.
    private static let maximumDoubledMinification = 1.15
    /// Longest side and largest size in bytes of a picture for the warp kernels.
    private static let longestWarpedSide = 32_767
    static let maximumWarpedBytes = Int(Int32.max)

    private func halvings(for minification: Double, picture: PixelSize) throws(Failure) -> Int {
        var (count, scale) = (0, minification)
        while scale > parameters.largestMinification || isTooLarge(picture, halvings: count),
            picture.shortSide >> count > 1
        {
            (count, scale) = (count + 1, scale / 2)
        }
        guard !isTooLarge(picture, halvings: count) else { throw .pictureTooLarge(picture) }
        return count
    }

    /// Whether a picture is too large for the warp kernels after halving or doubling.
    func isTooLarge(_ picture: PixelSize, halvings: Int = 0, doubled: Bool = false) -> Bool {
        func length(_ side: Int) -> Int { doubled ? 2 * side : side >> halvings }
        // Padded rows of three bytes per pixel.
        let bytes = (length(picture.width) * 3 + 64) * length(picture.height)
        return length(picture.longSide) > Self.longestWarpedSide || bytes > Self.maximumWarpedBytes
    }

    /// Median magnification of short lines over the corners and the center, √|det J|.
    private static func medianScale(of map: Homography, width: Double, height: Double) -> Double {
        let corners = Quad(width: width, height: height)
        let scales = (corners.corners + [corners.centroid]).map { abs(map.areaScale(at: $0)).squareRoot() }
        return scales.sorted()[scales.count / 2]
    }
}
