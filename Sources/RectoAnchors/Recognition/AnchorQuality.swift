import Glibc
public import RectoCore
internal import RectoKernels

/// How well a picture is suited to be an anchor, from how often it is recognised in views that are made of it.
public struct AnchorQuality: Hashable, Sendable {
    /// Why a picture is recognised less often than others.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Fewer than 300 pixels on the long side: details that a camera would see are missing.
        case tooSmall
        /// Few corners: flat, blurred, or large shapes alone.
        case tooFewPoints
        /// Most corners are in a small part of the picture.
        case unevenlySpread
        /// Places look like other places of the picture.
        case repetitive
        /// Dark and bright parts are nearly alike.
        case lowContrast
    }

    /// Views found with corners within 5 pixels, in percent: 0 is useless, 60 and more is good.
    public let score: Int
    /// In the order of ``Reason/allCases``.
    public let reasons: [Reason]

    /// Measures a picture.
    ///
    /// 24 views of 640 × 480 pixels, tilted by 0 to 55°, turned in all directions, 30 to 80 % as high as the frame, smoothed and
    /// noisy, on gray noise. The same picture always has the same score.
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

    /// Pixels by which corners may be off.
    private static let tolerance = 5.0
    private static let smallSide = 300
    private static let fewPoints = 600
    /// Levels between the darkest and the brightest twentieth.
    private static let weakContrast = 50
    /// Of 8 × 8 cells that hold points.
    private static let fewCells = 24
    /// Of points that look like another place of the anchor.
    private static let muchRepetition = 0.5

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
        let taken = (0..<model.pointCount).map { i in
            Int(model.y[i] * 8 / Float(size.height)) * 8 + Int(model.x[i] * 8 / Float(size.width))
        }
        return Set(taken).count
    }

    /// The share of points whose nearest look-alike elsewhere is nearer than a match may be.
    private static func repetition(of model: AnchorModel) -> Double {
        var distances = [UInt16](repeating: 0, count: model.columnLength)
        var alike = 0
        for i in 0..<model.pointCount {
            let bits = (0..<4).map { model.word($0, of: i) }
            hammingDistances(bits, model.descriptors, count: model.pointCount, into: &distances)
            for j in model.pointCount..<model.columnLength { distances[j] = .max }
            let rival = minimumFarDistance(
                distances, xs: model.x, ys: model.y, count: model.columnLength, x: model.x[i], y: model.y[i],
                squaredBound: 64)
            if rival < 30 { alike += 1 }
        }
        return model.pointCount > 0 ? Double(alike) / Double(model.pointCount) : 0
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
        return level(0.95) - level(0.05)
    }
}

/// A made-up view of an anchor.
private struct QualityView {
    static let count = 24

    let picture: GrayImage
    private let map: Homography
    private let anchorSize: PixelSize

    init?(_ index: Int, of image: GrayImage) {
        guard let frame = try? PixelSize(width: 640, height: 480) else { return nil }
        let part = Double(index) / Double(Self.count - 1)
        // The golden angle spreads turns and axes without a pattern.
        let (roll, axis): (Double, Double) = (2.399_963 * Double(index), 1.7 * Double(index))
        let tilt = 55 * part * .pi / 180
        let share = 0.3 + 0.5 * Double(index * 7 % Self.count) / Double(Self.count - 1)
        guard let map = Self.map(image.size, frame, tilt: tilt, axis: axis, roll: roll, share: share) else {
            return nil
        }
        var view = GrayImage(size: frame).leveled(128).withNoise(12, seed: UInt64(index))
        guard Self.lay(image, over: &view, by: map) else { return nil }
        picture = view.smoothed.withNoise(3, seed: UInt64(100 + index))
        self.map = map
        anchorSize = image.size
    }

    func error(of other: Homography) -> Double {
        Quad(anchorSize).corners.reduce(0) { $0 + map.map($1).distance(to: other.map($1)) } / 4
    }

    private static func map(
        _ size: PixelSize, _ frame: PixelSize, tilt: Double, axis: Double, roll: Double, share: Double
    ) -> Homography? {
        let focal = Double(frame.longSide)
        let depth = focal * Double(size.longSide) / (share * Double(frame.height))
        let (x, y) = (Glibc.cos(axis), Glibc.sin(axis))
        let (cosine, sine) = (Glibc.cos(tilt), Glibc.sin(tilt))
        let rest: Double = 1 - cosine
        let turn = Homography(
            1 - y * y * rest, x * y * rest, 0, x * y * rest, 1 - x * x * rest, 0, -y * sine, x * sine, depth
        )
        let (c, s) = (Glibc.cos(roll), Glibc.sin(roll))
        let rolled = Homography(c, -s, 0, s, c, 0, 0, 0, 1)
        let middle = Homography(1, 0, -Double(size.width) / 2, 0, 1, -Double(size.height) / 2, 0, 0, 1)
        let camera = Homography(
            focal, 0, Double(frame.width) / 2, 0, focal, Double(frame.height) / 2, 0, 0, 1)
        let map = camera.composed(after: turn).composed(after: rolled).composed(after: middle).normalised
        return map.corners(of: size).isConvexClockwise ? map : nil
    }

    /// Lays a picture over a frame, shrunk first to about the size that it has there.
    private static func lay(_ image: GrayImage, over frame: inout GrayImage, by map: Homography) -> Bool {
        let outline = map.corners(of: image.size)
        let shrinking = max(1, (Double(image.size.area) / max(1, outline.area)).squareRoot())
        guard let size = image.size.shrunk(by: shrinking), let small = image.shrunk(to: size) else { return false }
        guard let back = map.composed(after: .scaling(from: small.size, to: image.size)).inverse else { return false }
        var seen = GrayImage(size: frame.size)
        small.withView { source in
            seen.withMutableView { target in
                warpGray(
                    source.base, stride: source.stride, width: source.width, height: source.height,
                    map: (back.a, back.b, back.c, back.d, back.e, back.f, back.g, back.h, back.i), into: target.base,
                    targetStride: target.stride, targetWidth: target.width, targetHeight: target.height)
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
    /// All of it at one level.
    fileprivate func leveled(_ level: UInt8) -> GrayImage {
        var image = self
        image.withMutableView { view in
            for y in 0..<view.height { view.row(y).update(repeating: level, count: view.width) }
        }
        return image
    }
}

/// An anchor that is recognised in the picture of another one: programs cannot tell the two apart.
public struct AnchorConfusion: Hashable, Sendable {
    /// The anchor whose picture it was.
    public let shown: Anchor
    /// The anchor that was found in it.
    public let found: Anchor
    /// Patches that agree, of those that could.
    public let inliers, visible: Int

    /// Looks for all anchors of a database in the pictures of all of them.
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
