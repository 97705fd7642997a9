import Glibc
public import RectoCore
internal import RectoKernels

/// The suitability of a picture as an anchor, measured by how often it is recognized in generated views of it.
public struct AnchorQuality: Hashable, Sendable {
    /// A reason why a picture is recognized less often than others.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The long side has fewer than 300 pixels, so details that a camera would see are missing.
        case tooSmall
        /// Few corners: the picture is flat or blurred, or has only large shapes.
        case tooFewPoints
        /// Most corners lie in a small part of the picture.
        case unevenlySpread
        /// Places of the picture resemble other places of it.
        case repetitive
        /// Dark and bright parts differ little.
        case lowContrast
    }

    /// Percentage of views found with corners within 5 pixels. 0 is useless, 60 and more is good.
    public let score: Int
    /// Reasons in the order of ``Reason/allCases``.
    public let reasons: [Reason]

    /// Measures a picture's quality.
    ///
    /// Uses 24 views of 640 × 480 pixels, tilted by 0 to 55°, rotated in all directions, 30 to 80 % as high as the
    /// frame, smoothed and noisy, on gray noise. The same picture always has the same score.
    /// - Complexity: About half a second.
    public init(of image: GrayImage) {
        guard let database = try? AnchorDatabase.build(images: [image], names: ["anchor"], physicalWidths: [nil]),
            var matcher = try? AnchorMatcher(database)
        else {
            score = 0
            reasons = Self.reasons(of: image, nil)
            return
        }
        let hits = (0..<QualityView.count).count { index in
            guard let view = QualityView(index, of: image) else { return false }
            let found = view.picture.withView { matcher.match($0) }.first
            return found.map { view.error(of: $0.homography) < Self.tolerance } ?? false
        }
        score = (100 * hits + QualityView.count / 2) / QualityView.count
        reasons = Self.reasons(of: image, database.models.first)
    }

    /// Mean error of the corners, in pixels, below which a match is a hit.
    private static let tolerance = 5.0
    /// Long side in pixels below which a picture is too small.
    private static let smallSide = 300
    /// Number of points below which there are too few.
    private static let fewPoints = 600
    /// Difference in levels between the darkest and the brightest twentieth below which contrast is low.
    private static let weakContrast = 50
    /// Share of pixels darker than the dark level. The bright level is defined symmetrically.
    private static let darkShare = 0.05
    private static let brightShare = 0.95
    /// Cells along each axis in which points are counted, and how many of all cells hold points.
    private static let cellsPerAxis = 8
    private static let fewCells = 24
    /// Share of points repeated elsewhere on the anchor at which it counts as repetitive.
    private static let muchRepetition = 0.5
    /// Another place is farther away than this, in pixels at working scale, and repeats a point with fewer other bits.
    private static let repetitionReach: Float = 8
    private static let repetitionDistance = 30

    private static func reasons(of image: GrayImage, _ model: AnchorModel?) -> [Reason] {
        var reasons: [Reason] = []
        if image.size.longSide < smallSide { reasons.append(.tooSmall) }
        if (model?.pointCount ?? 0) < fewPoints { reasons.append(.tooFewPoints) }
        if let model, cells(of: model) < fewCells { reasons.append(.unevenlySpread) }
        if let model, repetition(of: model) > muchRepetition { reasons.append(.repetitive) }
        if contrast(of: image) < weakContrast { reasons.append(.lowContrast) }
        return reasons
    }

    private static func cells(of model: AnchorModel) -> Int {
        let size = model.pictureSize
        let side = Float(cellsPerAxis)
        let taken = (0..<model.pointCount).map { i in
            Int(model.y[i] * side / Float(size.height)) * cellsPerAxis + Int(model.x[i] * side / Float(size.width))
        }
        return Set(taken).count
    }

    /// The share of points that are repeated elsewhere.
    private static func repetition(of model: AnchorModel) -> Double {
        var distances = [UInt16](repeating: 0, count: model.columnLength)
        var repeated = 0
        for i in 0..<model.pointCount {
            let bits = (0..<4).map { model.word($0, of: i) }
            hammingDistances(bits, model.descriptors, count: model.pointCount, into: &distances)
            for j in model.pointCount..<model.columnLength { distances[j] = .max }
            let rival = minimumFarDistance(
                distances, xs: model.x, ys: model.y, count: model.columnLength, from: SIMD2(model.x[i], model.y[i]),
                squaredBound: repetitionReach * repetitionReach)
            if rival < repetitionDistance { repeated += 1 }
        }
        return model.pointCount > 0 ? Double(repeated) / Double(model.pointCount) : 0
    }

    private static func contrast(of image: GrayImage) -> Int {
        var histogram = [Int](repeating: 0, count: 256)
        for byte in image.packedBytes { histogram[Int(byte)] += 1 }
        func level(_ share: Double) -> Int {
            var left = Int(share * Double(image.size.area))
            return histogram.firstIndex { count in
                left -= count
                return left < 0
            } ?? 255
        }
        return level(brightShare) - level(darkShare)
    }
}

/// A generated view of an anchor.
private struct QualityView {
    static let count = 24
    private static let width = 640
    private static let height = 480
    /// Largest tilt, in degrees. Views are tilted from 0 up to it.
    private static let maximumTilt = 55.0
    /// The differences in rotation (the golden angle) and in tilt axis between successive views, in radians. Both spread
    /// the views without a pattern.
    private static let rollStep = 2.399_963
    private static let axisStep = 1.7
    /// Heights as shares of the frame's height, and the difference between successive views.
    private static let shares = 0.3...0.8
    private static let shareStep = 7
    /// Gray level of the frame behind the anchor.
    private static let backgroundLevel: UInt8 = 128
    /// Standard deviations of the noise behind the anchor and of the camera noise, in levels.
    private static let backgroundNoise: Float = 12
    private static let cameraNoise: Float = 3

    /// A camera's view of an anchor: angles in radians, and height as a share of the frame's.
    private struct View {
        let tilt, axis, roll, share: Double

        init(_ index: Int) {
            let last = Double(count - 1)
            tilt = maximumTilt * (Double(index) / last) * .pi / 180
            (axis, roll) = (axisStep * Double(index), rollStep * Double(index))
            let range = shares.upperBound - shares.lowerBound
            share = shares.lowerBound + range * Double(index * shareStep % count) / last
        }
    }

    let picture: GrayImage
    private let map: Homography
    private let anchorSize: PixelSize

    init?(_ index: Int, of image: GrayImage) {
        guard let frame = try? PixelSize(width: Self.width, height: Self.height),
            let map = Self.map(image.size, frame, View(index))
        else { return nil }
        var picture = GrayImage(size: frame).leveled(Self.backgroundLevel)
            .withNoise(Self.backgroundNoise, seed: UInt64(index))
        guard Self.lay(image, over: &picture, by: map) else { return nil }
        self.picture = picture.smoothed.withNoise(Self.cameraNoise, seed: UInt64(100 + index))
        self.map = map
        anchorSize = image.size
    }

    func error(of other: Homography) -> Double {
        Quad(anchorSize).corners.reduce(0) { $0 + map.map($1).distance(to: other.map($1)) } / 4
    }

    private static func map(_ size: PixelSize, _ frame: PixelSize, _ view: View) -> Homography? {
        let focal = Double(frame.longSide)
        let depth = focal * Double(size.longSide) / (view.share * Double(frame.height))
        let (x, y) = (Glibc.cos(view.axis), Glibc.sin(view.axis))
        let (cosine, sine) = (Glibc.cos(view.tilt), Glibc.sin(view.tilt))
        let rest: Double = 1 - cosine
        let turn = Homography(
            1 - y * y * rest, x * y * rest, 0, x * y * rest, 1 - x * x * rest, 0, -y * sine, x * sine, depth
        )
        let (c, s) = (Glibc.cos(view.roll), Glibc.sin(view.roll))
        let rolled = Homography(c, -s, 0, s, c, 0, 0, 0, 1)
        let middle = Homography(1, 0, -Double(size.width) / 2, 0, 1, -Double(size.height) / 2, 0, 0, 1)
        let camera = Homography(
            focal, 0, Double(frame.width) / 2, 0, focal, Double(frame.height) / 2, 0, 0, 1)
        let map = camera.composed(after: turn).composed(after: rolled).composed(after: middle).normalised
        return map.corners(of: size).isConvexClockwise ? map : nil
    }

    /// Draws a picture into a frame at the place that a map gives it. The picture is first shrunk to about its size
    /// there, so that fine print is not aliased.
    /// - Returns: Whether it could be drawn.
    private static func lay(_ image: GrayImage, over frame: inout GrayImage, by map: Homography) -> Bool {
        let outline = map.corners(of: image.size)
        let shrinking = max(1, (Double(image.size.area) / max(1, outline.area)).squareRoot())
        guard let size = image.size.shrunk(by: shrinking), let small = image.shrunk(to: size) else { return false }
        guard let back = map.composed(after: .scaling(from: small.size, to: image.size)).inverse else { return false }
        var seen = GrayImage(size: frame.size)
        small.withView { source in
            seen.withMutableView { target in
                warpGray(
                    source.plane, map: (back.a, back.b, back.c, back.d, back.e, back.f, back.g, back.h, back.i),
                    into: target.plane)
            }
        }
        seen.withView { source in
            frame.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width {
                        let place = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
                        let isInside = (0..<4).allSatisfy {
                            (outline[($0 + 1) & 3] - outline[$0]).cross(place - outline[$0]) >= 0
                        }
                        if isInside { target.row(y)[x] = source.row(y)[x] }
                    }
                }
            }
        }
        return true
    }
}

extension Image<Gray8> {
    /// A picture of the same size with a single level.
    fileprivate func leveled(_ level: UInt8) -> GrayImage {
        var image = self
        image.withMutableView { view in
            for y in 0..<view.height { view.row(y).update(repeating: level, count: view.width) }
        }
        return image
    }
}

/// An anchor recognized in the picture of another one, which programs cannot distinguish from it.
public struct AnchorConfusion: Hashable, Sendable {
    /// The anchor whose picture was searched.
    public let shown: Anchor
    /// The anchor found in it.
    public let found: Anchor
    /// Number of patches that agree, and number of visible patches.
    public let inliers, visible: Int

    /// Searches the pictures of all anchors of a database for all of its anchors.
    public static func all(in database: AnchorDatabase) throws(ParameterError) -> [AnchorConfusion] {
        var parameters = AnchorMatcher.Parameters()
        parameters.limit = 1000
        parameters.reportsOverlapping = true
        var matcher = try AnchorMatcher(database, parameters)
        var confusions: [AnchorConfusion] = []
        for (index, model) in database.models.enumerated() {
            for match in matcher.match(model.picture) where match.index != index {
                confusions.append(
                    AnchorConfusion(
                        shown: model.anchor, found: match.anchor, inliers: match.inliers, visible: match.visible))
            }
        }
        return confusions
    }
}
