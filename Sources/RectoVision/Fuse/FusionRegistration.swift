import RectoCore

/// The luma of a frame's page, its band-passed levels from the finest, and where it lies.
struct FusionFrame {
    let luma: FusionPlane
    let bands: [FusionPlane]

    init(_ image: GrayImage, _ canvas: FusionCanvas) {
        luma = FusionPlane(image, canvas)
        let half = luma.halved()
        bands = [luma, half, half.halved()].map { $0.bandPassed() }
    }
}

/// Where a frame's page lies after registration, and how well it agrees with the reference.
struct FusionPose {
    /// From the reference's pixels to the frame's.
    var map: Homography
    /// Of the band-passed pictures at the points of strongest gradient, −1...1.
    var correlation = 1.0
    /// Root of the mean square of the frame's fine print over that of the reference.
    var detail = 1.0
    /// The shift in pixels that nine tenths of the tiles stay below.
    var tileShift = 0.0
}

/// Registers frames on the page of a reference: Gauss–Newton on band-passed luma, inverse compositional, coarse to fine.
///
/// Source: Baker and Matthews, "Lucas-Kanade 20 Years On", 2004, §3.2.
struct FusionRegistration {
    private struct Point {
        /// In pixels of the reference.
        var x, y: Double
        var target: Float
        /// By normalised coordinates: see ``jacobian``.
        var dx, dy: Float
    }

    private let reference: FusionFrame
    private let levels: [[Point]]
    private let centre: Point2D
    private let reach: Double
    /// Side of the tiles whose shifts are told, in pixels of the reference.
    private let tileSide = 48.0

    /// What is a point to register by.
    private enum Choice {
        /// About how many points a level has at most, and how many the finest has at least.
        static let maximumPoints = 16_000
        static let minimumPoints = 200
        /// With more pixels than these only every other one is looked at.
        static let manyPixels = 120_000
        /// Pixels at a band's border that are left out: so far do its filters reach.
        static let border = 9
        /// Squares of gradients up to this, in gray levels a pixel, are noise.
        static let minimumStrength: Float = 4
        /// Part of the page along each axis: its border may be the desk's.
        static let page = 0.02...0.98
        /// About how many strengths are sorted, and the share of them, in fifths, below which points are weak.
        static let strengths = 4096
        static let weakFifths = 3
        /// Levels above this are saturated: print may be lost there.
        static let saturated: Float = 248
    }

    /// Of the search by Gauss and Newton.
    private enum Search {
        /// Levels from the coarsest, and the steps on each at most.
        static let levels = [(2, 6), (1, 6), (0, 8)]
        /// Levels with fewer points are left out; so are steps on which no more are seen.
        static let minimumPoints = 100
        static let minimumSeen: Float = 100
        /// A level is done after a step that moves the page's sides by less than this, in pixels.
        static let minimumStep = 0.01
        /// How many times brighter or darker than the reference a frame may be.
        static let gains: ClosedRange<Float> = 0.5...2
        /// Huber's bound, in standard deviations, and a standard deviation in mean absolute ones.
        static let bound: Float = 1.5
        static let deviation: Float = 1.25
        /// Below these, in gray levels, nothing is divided by a bound or a residual.
        static let minimumBound: Float = 1e-3
        static let minimumResidual: Float = 1e-6
    }

    /// - Parameter page: Corners of the page in the reference; points near its border are left out.
    init?(_ reference: FusionFrame, page: Quad) {
        guard let toUnit = Homography(unitSquareTo: page)?.inverse else { return nil }
        self.reference = reference
        let luma = reference.luma
        centre = Point2D(x: Double(luma.left) + Double(luma.width) / 2, y: Double(luma.top) + Double(luma.height) / 2)
        reach = Double(max(luma.width, luma.height)) / 2
        let reach = self.reach
        levels = reference.bands.enumerated().map { level, band in
            Self.points(of: band, step: Double(1 << level), luma: luma, reach: reach, toUnit: toUnit)
        }
        guard levels[0].count >= Choice.minimumPoints else { return nil }
    }

    /// The two fifths with the strongest gradients of the page's pixels that have one, at most some thousands.
    private static func points(
        of band: FusionPlane, step: Double, luma: FusionPlane, reach: Double, toUnit: Homography
    ) -> [Point] {
        var found: [(strength: Float, point: Point)] = []
        let stepping = band.width * band.height > Choice.manyPixels ? 2 : 1
        let border = Choice.border
        for y in Swift.stride(from: border, to: band.height - border, by: 1) {
            let row = band.row(y)
            for x in Swift.stride(from: border + y % stepping, to: band.width - border, by: stepping) {
                let gx = (row[x + 1] - row[x - 1]) / 2
                let gy = ((row + band.stride)[x] - (row - band.stride)[x]) / 2
                let strength = gx * gx + gy * gy
                guard strength > Choice.minimumStrength else { continue }
                let at = Point2D(
                    x: Double(luma.left) + (Double(x) + 0.5) * step, y: Double(luma.top) + (Double(y) + 0.5) * step)
                let place = toUnit.map(at)
                guard Choice.page ~= place.x, Choice.page ~= place.y, !isSaturated(luma, at) else { continue }
                let scale = Float(reach / step)
                found.append((strength, Point(x: at.x, y: at.y, target: row[x], dx: gx * scale, dy: gy * scale)))
            }
        }
        let sample = Swift.stride(from: 0, to: found.count, by: max(found.count / Choice.strengths, 1))
            .map { found[$0].strength }.sorted()
        guard !sample.isEmpty else { return [] }
        let least = sample[sample.count * Choice.weakFifths / 5]
        let strong = found.filter { $0.strength >= least }
        let pitch = max(strong.count / Choice.maximumPoints, 1)
        return Swift.stride(from: 0, to: strong.count, by: pitch).map { strong[$0].point }
    }

    private static func isSaturated(_ luma: FusionPlane, _ at: Point2D) -> Bool {
        let (x, y) = (Int(at.x) - luma.left, Int(at.y) - luma.top)
        return luma.row(y)[x] > Choice.saturated
    }

    /// The map from the reference to a frame, refined from a first one.
    func refine(_ frame: FusionFrame, from first: Homography) -> FusionPose {
        var map = first
        for (level, maximumSteps) in Search.levels where levels[level].count >= Search.minimumPoints {
            for _ in 0..<maximumSteps {
                guard let step = gaussNewton(frame, level: level, map) else { break }
                map = step.map
                if step.size < Search.minimumStep { break }
            }
        }
        return assess(frame, map)
    }

    private func sample(_ frame: FusionFrame, level: Int, _ point: Point, _ map: Homography) -> Float? {
        let step = Double(1 << level)
        let q = map.map(Point2D(x: point.x, y: point.y))
        let band = frame.bands[level]
        return band.sample((q.x - Double(frame.luma.left)) / step - 0.5, (q.y - Double(frame.luma.top)) / step - 0.5)
    }

    private func gaussNewton(_ frame: FusionFrame, level: Int, _ map: Homography) -> (map: Homography, size: Double)? {
        let points = levels[level]
        let seen = points.map { sample(frame, level: level, $0, map) ?? .nan }
        var (across, own): (Float, Float) = (0, 0)
        for (s, p) in zip(seen, points) where !s.isNaN {
            across += s * p.target
            own += s * s
        }
        guard own > 0 else { return nil }
        let gain = min(max(across / own, Search.gains.lowerBound), Search.gains.upperBound)
        var (error, count): (Float, Float) = (0, 1)
        for (s, p) in zip(seen, points) where !s.isNaN {
            error += abs(gain * s - p.target)
            count += 1
        }
        guard count > Search.minimumSeen else { return nil }
        let bound = Search.bound * Search.deviation * error / count + Search.minimumBound
        var system = FusionSystem()
        for (s, p) in zip(seen, points) where !s.isNaN {
            let r = gain * s - p.target
            system.add(jacobian(p), residual: r, weight: min(1, bound / max(abs(r), Search.minimumResidual)))
        }
        guard let d = system.solution() else { return nil }
        let step = Homography(1 + d[0], d[1], d[2], d[3], 1 + d[4], d[5], d[6], d[7], 1)
        let normal = Homography(1 / reach, 0, -centre.x / reach, 0, 1 / reach, -centre.y / reach, 0, 0, 1)
        guard let back = normal.inverse, let inverse = step.inverse else { return nil }
        let next = map.composed(after: back).composed(after: inverse).composed(after: normal)
        guard next.i.isFinite, abs(next.i) > 1e-9 else { return nil }
        return (next, d.map(abs).max().map { $0 * reach } ?? 0)
    }

    @inline(__always)
    private func jacobian(_ p: Point) -> SIMD8<Float> {
        let u = Float((p.x - centre.x) / reach)
        let v = Float((p.y - centre.y) / reach)
        let k: Float = -(u * p.dx + v * p.dy)
        return SIMD8(p.dx * u, p.dx * v, p.dx, p.dy * u, p.dy * v, p.dy, u * k, v * k)
    }

    private struct Tile { var xx, xy, yy, ex, ey: Float }

    /// What is told of tiles.
    private enum Tiles {
        /// Tiles with less than this share of the usual gradient in their weaker direction say nothing of a shift.
        static let minimumStrength: Float = 0.3
        /// The shift that so many tenths of the tiles stay below is told.
        static let toldTenths = 9
        /// Where no tile says anything: more than any frame may have, in pixels.
        static let unknownShift = 9.0
    }

    private func assess(_ frame: FusionFrame, _ map: Homography) -> FusionPose {
        let columns = Int(2 * reach / tileSide) + 1
        var tiles = [Tile](repeating: Tile(xx: 0, xy: 0, yy: 0, ex: 0, ey: 0), count: columns * columns)
        var (across, own, target): (Float, Float, Float) = (0, 0, 0)
        let points = levels[0]
        for p in points {
            guard let s = sample(frame, level: 0, p, map) else { continue }
            across += s * p.target
            own += s * s
            target += p.target * p.target
            let column = Int((p.x - Double(reference.luma.left)) / tileSide)
            let row = Int((p.y - Double(reference.luma.top)) / tileSide)
            let (gx, gy, e) = (p.dx / Float(reach), p.dy / Float(reach), s - p.target)
            let tile = row * columns + column
            tiles[tile].xx += gx * gx
            tiles[tile].xy += gx * gy
            tiles[tile].yy += gy * gy
            tiles[tile].ex += gx * e
            tiles[tile].ey += gy * e
        }
        var pose = FusionPose(map: map)
        guard own > 0, target > 0 else {
            (pose.correlation, pose.detail) = (0, 0)
            return pose
        }
        pose.correlation = Double(across / (own * target).squareRoot())
        pose.detail = Double((own / target).squareRoot())
        let strength = tiles.map { min($0.xx, $0.yy) }.filter { $0 > 0 }.sorted()
        let least = strength.isEmpty ? 0 : strength[strength.count / 2] * Tiles.minimumStrength
        let shifts = tiles.compactMap { t -> Float? in
            let determinant = t.xx * t.yy - t.xy * t.xy
            guard min(t.xx, t.yy) > least, determinant > 0 else { return nil }
            let dx = (t.yy * t.ex - t.xy * t.ey) / determinant
            let dy = (t.xx * t.ey - t.xy * t.ex) / determinant
            return (dx * dx + dy * dy).squareRoot()
        }.sorted()
        pose.tileShift =
            shifts.isEmpty
            ? Tiles.unknownShift : Double(shifts[min(shifts.count * Tiles.toldTenths / 10, shifts.count - 1)])
        return pose
    }
}

/// Weighted least squares of eight unknowns.
private struct FusionSystem {
    /// Added to the diagonal: what the points say nothing of stays as it is.
    private static let damping = 1e-3
    /// Smaller pivots determine nothing.
    private static let minimumPivot = 1e-12

    private var rows = [SIMD8<Float>](repeating: .zero, count: 8)
    private var right = SIMD8<Float>.zero

    @inline(__always)
    mutating func add(_ j: SIMD8<Float>, residual: Float, weight: Float) {
        let w = j * weight
        for i in 0..<8 { rows[i] += j * w[i] }
        right += w * residual
    }

    /// By Gaussian elimination with pivots; `nil` if the unknowns are not determined.
    func solution() -> [Double]? {
        var a = (0..<8).map { i in (0..<8).map { Double(rows[i][$0]) } + [Double(right[i])] }
        for i in 0..<8 { a[i][i] += Self.damping }
        for column in 0..<8 {
            guard let pivot = (column..<8).max(by: { abs(a[$0][column]) < abs(a[$1][column]) }),
                abs(a[pivot][column]) > Self.minimumPivot
            else { return nil }
            a.swapAt(column, pivot)
            for row in column + 1..<8 {
                let factor = a[row][column] / a[column][column]
                for k in column..<9 { a[row][k] -= factor * a[column][k] }
            }
        }
        var x = [Double](repeating: 0, count: 8)
        for i in (0..<8).reversed() {
            x[i] = (a[i][8] - (i + 1..<8).reduce(0) { $0 + a[i][$1] * x[$1] }) / a[i][i]
        }
        return x.allSatisfy { $0.isFinite } ? x : nil
    }
}
