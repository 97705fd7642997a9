import RectoCore
import RectoKernels

/// A frame's page, band-passed at full, half and quarter resolution of the frame. Memory is reused from frame to frame.
final class FusionFrame {
    private(set) var part = FusionCanvas.none
    let bands = (0..<FusionFrame.levels).map { _ in Plane<Float>() }
    private let halves = (1..<FusionFrame.levels).map { _ in Plane<UInt8>() }
    private let scratch = Plane<Float>()
    static let levels = 3

    init() {}

    convenience init(_ image: GrayImage, _ part: FusionCanvas) {
        self.init()
        load(image, part)
    }

    func load(_ image: GrayImage, _ part: FusionCanvas) {
        self.part = part
        image.withView { view in
            var levels = view.plane(part)
            for (level, band) in bands.enumerated() {
                if level > 0 {
                    let half = halves[level - 1]
                    half.reshape(width: levels.width / 2, height: levels.height / 2)
                    halve(levels, channels: 1, into: half.mutableView)
                    levels = half.view
                }
                band.reshape(width: levels.width, height: levels.height)
                scratch.reshape(width: levels.width, height: bandPassScratchRows)
                // SAFETY: planes of equal size, scratch of the required size.
                bandPass(levels, scratch: scratch.base, into: band.mutableView)
            }
        }
    }
}

extension ImageView<Gray8> {
    /// The levels of a part that lies within.
    func plane(_ part: FusionCanvas) -> PlaneView<UInt8> {
        PlaneView(row(part.top) + part.left, stride: stride, width: part.width, height: part.height)
    }
}

/// The place of a frame's page after registration, and its agreement with the reference.
struct FusionPose {
    /// Map from the reference's pixels to the frame's.
    var map: Homography
    /// Correlation of the band-passed pictures at the points of strongest gradient, −1...1.
    var correlation = 1.0
    /// Root mean square of the frame's fine print divided by the reference's.
    var detail = 1.0
    /// The 90th percentile of the tiles' shifts in pixels.
    var tileShift = 0.0
    /// Correlation of the slopes at the same points, along the axis on which it is lower, −1...1. Lines of other words
    /// in the same places correlate only across the lines.
    var slopeCorrelation = 1.0

    /// Pose of a frame that does not show the page.
    static let unlike = FusionPose(map: .identity, correlation: 0, slopeCorrelation: 0)
}

/// Registers frames on the page of a reference: inverse compositional Gauss–Newton on band-passed luma, coarse to fine.
///
/// Source: Baker and Matthews, "Lucas-Kanade 20 Years On", 2004, §3.2.
struct FusionRegistration {
    /// The page's rectangle in the reference.
    private let part: FusionCanvas
    private let levels: [FusionPoints]
    private let center: Point2D
    private let reach: Double
    /// Side of the tiles whose shifts are measured, in pixels of the reference.
    private let tileSide = 48.0

    /// Selection of the points used for registration.
    private enum Choice {
        /// Approximate largest number of points of a level, and smallest number of the finest.
        static let maximumPoints = 16_000
        static let minimumPoints = 200
        /// Number of pixels above which only every other one is used.
        static let manyPixels = 120_000
        /// Border pixels of a band that are left out because its filters reach over them.
        static let border = 9
        /// Squared gradient up to which a point is noise, in gray levels per pixel.
        static let minimumStrength: Float = 4
        /// Part of the page along each axis: at its border the gradient may be the desk's.
        static let page = 0.02...0.98
        /// Approximate number of strengths that are sorted, and the fifths of them below which points are weak.
        static let strengths = 4096
        static let weakFifths = 3
        /// Level above which a pixel is saturated and may have lost print.
        static let saturated: UInt8 = 248
    }

    /// Parameters of the Gauss–Newton search.
    private enum Search {
        /// Levels from the coarsest, with the most steps on each.
        static let levels = [(2, 6), (1, 6), (0, 8)]
        /// Fewest points of a level, and fewest visible points in a step.
        static let minimumPoints = 100
        static let minimumSeen: Float = 100
        /// Movement of the page's sides in pixels below which a level is finished.
        static let minimumStep = 0.01
        /// Allowed brightness of a frame relative to the reference.
        static let gains: ClosedRange<Float> = 0.5...2
        /// Huber's bound in standard deviations, and a standard deviation in mean absolute deviations.
        static let bound: Float = 1.5
        static let deviation: Float = 1.25
        /// Lower limit of that bound, in gray levels.
        static let minimumBound: Float = 1e-3
        /// Smallest divisor for the last coefficient of a map.
        static let minimumScale = 1e-9
    }

    /// - Parameters:
    ///   - frame: The reference, band-passed.
    ///   - page: Corners of the page in the reference; points near its border are left out.
    init?(_ reference: GrayImage, _ frame: FusionFrame, page: Quad) {
        guard let toUnit = Homography(unitSquareTo: page)?.inverse else { return nil }
        let part = frame.part
        let center = Point2D(
            x: Double(part.left) + Double(part.width) / 2, y: Double(part.top) + Double(part.height) / 2)
        let reach = Double(max(part.width, part.height)) / 2
        (self.part, self.center, self.reach) = (part, center, reach)
        levels = reference.withView { luma in
            frame.bands.enumerated().map { level, band in
                FusionPoints(
                    Self.points(of: band, step: Double(1 << level), luma: luma, part, center, reach, toUnit: toUnit))
            }
        }
        guard levels[0].count >= Choice.minimumPoints else { return nil }
    }

    /// The two fifths with the strongest gradients among the page's pixels with a gradient, at most some thousands.
    private static func points(
        of band: Plane<Float>, step: Double, luma: ImageView<Gray8>, _ part: FusionCanvas, _ center: Point2D,
        _ reach: Double, toUnit: Homography
    ) -> [FusionPoint] {
        let stepping = band.width * band.height > Choice.manyPixels ? 2 : 1
        let border = Choice.border
        func place(_ x: Int, _ y: Int) -> Point2D {
            Point2D(x: Double(part.left) + (Double(x) + 0.5) * step, y: Double(part.top) + (Double(y) + 0.5) * step)
        }
        // Found anew in each pass: stored, the pixels of a large page would take more memory than all else.
        @inline(__always)
        func forEachPixel(strongerThan least: Float, _ body: (_ strength: Float, _ x: Int, _ y: Int) -> Void) {
            for y in Swift.stride(from: border, to: band.height - border, by: 1) {
                let row = band.base + y * band.width
                for x in Swift.stride(from: border + y % stepping, to: band.width - border, by: stepping) {
                    let gx = (row[x + 1] - row[x - 1]) / 2
                    let gy = ((row + band.width)[x] - (row - band.width)[x]) / 2
                    let strength = gx * gx + gy * gy
                    if strength > least { body(strength, x, y) }
                }
            }
        }
        // A sample is enough to find the threshold, so all conditions are checked only for strong pixels.
        func isGood(_ x: Int, _ y: Int) -> Bool {
            let at = place(x, y)
            let unit = toUnit.map(at)
            return Choice.page ~= unit.x && Choice.page ~= unit.y && !isSaturated(luma, at)
        }
        var found = 0
        forEachPixel(strongerThan: Choice.minimumStrength) { _, _, _ in found += 1 }
        let samplePitch = max(found / Choice.strengths, 1)
        var (sample, index): ([Float], Int) = ([], 0)
        forEachPixel(strongerThan: Choice.minimumStrength) { strength, x, y in
            if index % samplePitch == 0, isGood(x, y) { sample.append(strength) }
            index += 1
        }
        guard !sample.isEmpty else { return [] }
        sample.sort()
        let least = sample[sample.count * Choice.weakFifths / 5]
        // Column and row, at most 65 535.
        var strong: [(x: UInt16, y: UInt16)] = []
        forEachPixel(strongerThan: Choice.minimumStrength) { strength, x, y in
            if strength >= least, isGood(x, y) { strong.append((UInt16(x), UInt16(y))) }
        }
        let pitch = max(strong.count / Choice.maximumPoints, 1)
        return Swift.stride(from: 0, to: strong.count, by: pitch).map { index in
            let (x, y) = (Int(strong[index].x), Int(strong[index].y))
            let row = band.base + y * band.width
            let away = (place(x, y) - center) * (1 / reach)
            let scale = Float(reach / step)
            return FusionPoint(
                x: Float(away.x), y: Float(away.y), target: row[x], dx: (row[x + 1] - row[x - 1]) / 2 * scale,
                dy: ((row + band.width)[x] - (row - band.width)[x]) / 2 * scale)
        }
    }

    private static func isSaturated(_ luma: ImageView<Gray8>, _ at: Point2D) -> Bool {
        luma.row(Int(at.y))[Int(at.x)] > Choice.saturated
    }

    /// The map from the reference to a frame, refined from a first one.
    func refine(_ frame: FusionFrame, from first: Homography) -> FusionPose {
        // Room for the points of each level, and for the values on both sides of the finest level's points.
        let room = max(levels.map { $0.room }.max() ?? 0, 2 * levels[0].room)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: room) { seen in
            // SAFETY: the finest level has points.
            let seen = seen.baseAddress.unsafelyUnwrapped
            var map = first
            for (level, maximumSteps) in Search.levels where levels[level].count >= Search.minimumPoints {
                for _ in 0..<maximumSteps {
                    guard let step = gaussNewton(frame, level: level, map, seen) else { break }
                    map = step.map
                    if step.size < Search.minimumStep { break }
                }
            }
            return assess(frame, map, seen)
        }
    }

    /// A map from places around ``center`` in units of ``reach`` to elements of a frame's band.
    private func map(to frame: FusionFrame, level: Int, _ map: Homography) -> [Float]? {
        let (step, part) = (Double(1 << level), frame.part)
        let back = Homography(reach, 0, center.x, 0, reach, center.y, 0, 0, 1)
        let on = Homography(
            1 / step, 0, -Double(part.left) / step - 0.5, 0, 1 / step, -Double(part.top) / step - 0.5, 0, 0, 1)
        let all = on.composed(after: map).composed(after: back)
        guard all.i.isFinite, abs(all.i) > Search.minimumScale else { return nil }
        return [all.a, all.b, all.c, all.d, all.e, all.f, all.g, all.h, all.i].map { Float($0 / all.i) }
    }

    private func gaussNewton(
        _ frame: FusionFrame, level: Int, _ map: Homography, _ seen: UnsafeMutablePointer<Float>
    ) -> (map: Homography, size: Double)? {
        guard let toBand = self.map(to: frame, level: level, map) else { return nil }
        let solution = levels[level].withPoints { points -> [Double]? in
            let (across, own) = samplePoints(frame.bands[level].view, points, map: toBand, into: seen)
            guard own > 0 else { return nil }
            let gain = min(max(across / own, Search.gains.lowerBound), Search.gains.upperBound)
            let (error, count) = sumDifferences(points, seen: seen, gain: gain)
            guard count > Search.minimumSeen else { return nil }
            let bound = Search.bound * Search.deviation * error / count + Search.minimumBound
            return FusionSystem(sumSystem(points, seen: seen, gain: gain, bound: bound)).solution()
        }
        guard let d = solution else { return nil }
        let step = Homography(1 + d[0], d[1], d[2], d[3], 1 + d[4], d[5], d[6], d[7], 1)
        let normal = Homography(1 / reach, 0, -center.x / reach, 0, 1 / reach, -center.y / reach, 0, 0, 1)
        guard let back = normal.inverse, let inverse = step.inverse else { return nil }
        let next = map.composed(after: back).composed(after: inverse).composed(after: normal)
        guard next.i.isFinite, abs(next.i) > Search.minimumScale else { return nil }
        return (next, d.map(abs).max().map { $0 * reach } ?? 0)
    }

    private struct Tile {
        var xx, xy, yy, ex, ey: Float

        mutating func add(_ gx: Float, _ gy: Float, _ error: Float) {
            xx += gx * gx
            xy += gx * gy
            yy += gy * gy
            ex += gx * error
            ey += gy * error
        }
    }

    /// Parameters of the tile shifts.
    private enum Tiles {
        /// Tiles with less than this share of the usual gradient in their weaker direction are ignored.
        static let minimumStrength: Float = 0.3
        /// The reported shift is the one that this many tenths of the tiles stay below.
        static let toldTenths = 9
        /// Reported without usable tiles: more than any frame may have, in pixels.
        static let unknownShift = 9.0
    }

    private enum Slopes {
        /// Share of the squared slopes along one axis, relative to the other, below which that axis is ignored.
        static let minimumShare: Float = 0.1
    }

    /// Correlation of slopes between the pixels of the reference beside each point.
    /// - Parameter seen: Room for twice the points of the finest level.
    private func slopeCorrelation(
        _ frame: FusionFrame, _ map: Homography, _ seen: UnsafeMutablePointer<Float>
    ) -> Double {
        guard let toBand = self.map(to: frame, level: 0, map) else { return 0 }
        return levels[0].withPoints { points in
            let (behind, ahead) = (seen, seen + points.count)
            let axes = [points.dx, points.dy].enumerated().map { axis, slopes -> (correlation: Float, target: Float) in
                func sample(_ shift: Float, into seen: UnsafeMutablePointer<Float>) {
                    var shifted = toBand
                    for row in 0..<3 { shifted[3 * row + 2] += shift * toBand[3 * row + axis] }
                    _ = samplePoints(frame.bands[0].view, points, map: shifted, into: seen)
                }
                sample(Float(-1 / reach), into: behind)
                sample(Float(1 / reach), into: ahead)
                var (across, own, target): (Float, Float, Float) = (0, 0, 0)
                for i in 0..<points.count where !behind[i].isNaN && !ahead[i].isNaN {
                    let slope = ahead[i] - behind[i]
                    across += slope * slopes[i]
                    own += slope * slope
                    target += slopes[i] * slopes[i]
                }
                return (own > 0 && target > 0 ? across / (own * target).squareRoot() : 0, target)
            }
            let most = max(axes[0].target, axes[1].target)
            return Double(axes.filter { $0.target >= Slopes.minimumShare * most }.map { $0.correlation }.min() ?? 0)
        }
    }

    private func assess(_ frame: FusionFrame, _ map: Homography, _ seen: UnsafeMutablePointer<Float>) -> FusionPose {
        let columns = Int(2 * reach / tileSide) + 1
        var tiles = [Tile](repeating: Tile(xx: 0, xy: 0, yy: 0, ex: 0, ey: 0), count: columns * columns)
        var (across, own, target): (Float, Float, Float) = (0, 0, 0)
        if let toBand = self.map(to: frame, level: 0, map) {
            levels[0].withPoints { points in
                (across, own) = samplePoints(frame.bands[0].view, points, map: toBand, into: seen)
                for i in 0..<points.count where !seen[i].isNaN {
                    target += points.target[i] * points.target[i]
                    let column = Int((Double(points.x[i]) * reach + Double(part.width) / 2) / tileSide)
                    let row = Int((Double(points.y[i]) * reach + Double(part.height) / 2) / tileSide)
                    let (gx, gy) = (points.dx[i] / Float(reach), points.dy[i] / Float(reach))
                    tiles[row * columns + column].add(gx, gy, seen[i] - points.target[i])
                }
            }
        }
        var pose = FusionPose(map: map)
        guard own > 0, target > 0 else {
            (pose.correlation, pose.detail, pose.slopeCorrelation) = (0, 0, 0)
            return pose
        }
        pose.correlation = Double(across / (own * target).squareRoot())
        pose.detail = Double((own / target).squareRoot())
        pose.slopeCorrelation = slopeCorrelation(frame, map, seen)
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

/// A point used for registration.
private struct FusionPoint {
    /// Offset from the page's middle in reaches: see ``FusionRegistration``.
    let x, y: Float
    let target: Float
    /// Slopes along x and y, in gray levels per reach.
    let dx, dy: Float
}

/// Registration points in the layout that kernels take.
private struct FusionPoints {
    let count: Int
    /// Number of points padded to whole vectors.
    let room: Int
    private let numbers: [Float]

    init(_ points: [FusionPoint]) {
        count = points.count
        let room = (count + 7) / 8 * 8
        self.room = room
        var numbers = [Float](repeating: 0, count: 5 * room)
        for i in count..<room { (numbers[i], numbers[room + i]) = (.nan, .nan) }
        for (i, point) in points.enumerated() {
            numbers[i] = point.x
            numbers[room + i] = point.y
            numbers[2 * room + i] = point.target
            numbers[3 * room + i] = point.dx
            numbers[4 * room + i] = point.dy
        }
        self.numbers = numbers
    }

    func withPoints<Result>(_ body: (RegistrationPoints) -> Result) -> Result {
        numbers.withUnsafeBufferPointer { numbers in
            // SAFETY: five times the room; without points nothing is read.
            guard let base = numbers.baseAddress else { preconditionFailure("levels without points are left out") }
            return body(RegistrationPoints(base, count: room))
        }
    }
}

/// Weighted least squares with eight unknowns.
private struct FusionSystem {
    /// Added to the diagonal, so that undetermined unknowns stay as they are.
    private static let damping = 1e-3
    /// Smallest usable pivot.
    private static let minimumPivot = 1e-12

    /// The upper triangle by rows, then the right side.
    private let sums: [Float]

    init(_ sums: [Float]) { self.sums = sums }

    private subscript(row: Int, column: Int) -> Double {
        let (upper, lower) = (min(row, column), max(row, column))
        return Double(sums[upper * 8 - upper * (upper - 1) / 2 + lower - upper])
    }

    /// Solves by Gaussian elimination with pivoting; `nil` if the unknowns are undetermined.
    func solution() -> [Double]? {
        var a = (0..<8).map { i in (0..<8).map { self[i, $0] } + [Double(sums[36 + i])] }
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
