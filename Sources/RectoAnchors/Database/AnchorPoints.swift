internal import RectoCore
internal import RectoKernels

/// The points that a database keeps of an anchor: those of all views that are found again in noisier copies of them.
struct AnchorPoints {
    /// Number of points kept of the frontal view, and of each tilted one.
    private static let frontCount = 400
    private static let viewCount = 120
    /// Number of points tested for being found again, relative to the number kept.
    private static let surplus = 1.5
    /// Number of points of a noisier picture that they are compared with, relative to the number tested.
    private static let noisySurplus = 2
    /// Standard deviation of the noise in the noisier pictures, in levels: in one as sharp as the view, and in a
    /// smoothed one.
    private static let sharpNoise: Float = 6
    private static let smoothNoise: Float = 4
    /// Greatest distance on the view at which a point counts as found again, in pixels of its level.
    fileprivate static let reach: Float = 1.5
    /// Greatest number of differing descriptor bits.
    fileprivate static let maximumDistance = 64
    /// Range of the ratio of sizes.
    fileprivate static let sizeRatios: ClosedRange<Float> = 0.7...1.45

    /// Places on the anchor, in pixels.
    private(set) var x: [Float] = []
    private(set) var y: [Float] = []
    /// Orientation and size as seen in the view.
    private(set) var direction: [Direction] = []
    private(set) var size: [Float] = []
    /// The linear part of the map from the anchor to the view, in row order.
    private(set) var toView: [SIMD4<Float>] = []
    /// Descriptors of four words each.
    private(set) var bits: [UInt64] = []

    var count: Int { x.count }

    init(of anchor: GrayView) {
        let extractor = FeatureExtractor()
        for (index, view) in TiltedView.all(of: anchor).enumerated() {
            add(view, count: index == 0 ? Self.frontCount : Self.viewCount, seed: UInt64(index), extractor)
        }
    }

    private mutating func add(_ view: TiltedView, count: Int, seed: UInt64, _ extractor: FeatureExtractor) {
        var points = Keypoints()
        let wanted = Int(Double(count) * Self.surplus)
        view.picture.withView { extractor.extract($0, count: wanted, into: &points) }
        var finds = [Int](repeating: 0, count: points.count)
        var again = Keypoints()
        let cells = PointCells()
        for picture in [
            view.picture.withNoise(Self.sharpNoise, seed: 2 * seed),
            view.picture.smoothed.withNoise(Self.smoothNoise, seed: 2 * seed + 1),
        ] {
            picture.withView { extractor.extract($0, count: Self.noisySurplus * wanted, into: &again) }
            cells.load(again)
            for i in 0..<points.count where cells.holds(i, of: points, among: again) { finds[i] += 1 }
        }
        let kept = points.sharesOfLevels(count).flatMap { level, share in
            level.sorted { (finds[$0], points.response[$0], $1) > (finds[$1], points.response[$1], $0) }.prefix(share)
        }
        for i in kept {
            let place = Point2D(x: Double(points.x[i]), y: Double(points.y[i]))
            guard let onAnchor = view.place(onAnchor: place) else { continue }
            x.append(Float(onAnchor.x))
            y.append(Float(onAnchor.y))
            direction.append(points.direction[i])
            size.append(points.size[i])
            toView.append(SIMD4(Float(view.map.a), Float(view.map.b), Float(view.map.d), Float(view.map.e)))
            bits.append(contentsOf: points.bits[4 * i..<4 * i + 4])
        }
    }
}

extension Keypoints {
    /// The points of each level, and how many of them to keep for a total of `count`.
    fileprivate func sharesOfLevels(_ count: Int) -> [(points: [Int], share: Int)] {
        let sizes = Set(size).sorted()
        let all = self.count
        return sizes.map { level in
            let points = (0..<all).filter { size[$0] == level }
            return (points, all == 0 ? 0 : Int((Double(count * points.count) / Double(max(all, count))).rounded(.up)))
        }
    }
}

extension PointCells {
    /// Whether one of the points lies at the place of another picture's point, with similar size and descriptor.
    fileprivate func holds(_ i: Int, of other: Keypoints, among points: Keypoints) -> Bool {
        let radius = AnchorPoints.reach * other.size[i]
        let (x, y) = (other.x[i], other.y[i])
        var isThere = false
        forEachPoint(near: x, y, within: radius) { point in
            let (dx, dy) = (point.x - x, point.y - y)
            let ratio = point.size / other.size[i]
            let square: Float = dx * dx + dy * dy
            if square <= radius * radius, AnchorPoints.sizeRatios ~= ratio,
                points.distance(Int(point.index), other, i) <= AnchorPoints.maximumDistance
            {
                isThere = true
            }
        }
        return isThere
    }
}
