import RectoCore
import RectoKernels

/// Floats of a part of a frame, in rows with room for whole vectors behind each.
///
/// Not a `Plane`: rows are padded, all begins as 0, padding included, and the size is fixed. Several are alive for each
/// frame of a burst, so memory that is kept from picture to picture would not serve them.
final class FusionPlane {
    /// The part's first pixel in the frame.
    let left, top: Int
    let width, height: Int
    /// Elements from one row to the next: a multiple of 8, at least `width` + 16.
    let stride: Int
    let base: UnsafeMutablePointer<Float>

    init(left: Int = 0, top: Int = 0, width: Int, height: Int) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
        stride = (width + 23) / 8 * 8
        base = .allocate(capacity: stride * height + 16)
        base.initialize(repeating: 0, count: stride * height + 16)
    }

    deinit { base.deallocate() }

    func row(_ y: Int) -> UnsafeMutablePointer<Float> { base + y &* stride }

    /// A part of a gray picture; it lies within the picture.
    convenience init(_ image: GrayImage, _ part: FusionCanvas) {
        self.init(left: part.left, top: part.top, width: part.width, height: part.height)
        image.withView { view in
            for y in 0..<height {
                let (from, to) = (view.row(top + y) + left, row(y))
                for x in 0..<width { to[x] = Float(from[x]) }
            }
        }
    }

    /// A copy of some rows.
    func rows(_ rows: Range<Int>) -> FusionPlane {
        let part = FusionPlane(left: left, top: top + rows.lowerBound, width: width, height: rows.count)
        part.base.update(from: row(rows.lowerBound), count: stride * rows.count)
        return part
    }

    /// Means of 2 × 2 elements.
    func halved() -> FusionPlane {
        let half = FusionPlane(left: left / 2, top: top / 2, width: width / 2, height: height / 2)
        for y in 0..<half.height {
            let (a, b, to) = (row(2 * y), row(2 * y + 1), half.row(y))
            for x in 0..<half.width {
                let upper: Float = a[2 * x] + a[2 * x + 1]
                let lower: Float = b[2 * x] + b[2 * x + 1]
                to[x] = (upper + lower) * 0.25
            }
        }
        return half
    }

    /// Filtered along rows and columns; the borders that the filter does not reach stay 0.
    func filtered(_ taps: [Float]) -> FusionPlane {
        let (radius, across) = (taps.count - 1, FusionPlane(width: width, height: height))
        let result = FusionPlane(left: left, top: top, width: width, height: height)
        guard width > 2 * radius, height > 2 * radius else { return result }
        for y in 0..<height {
            filterSymmetric(
                row(y) + radius, step: 1, count: width - 2 * radius, taps: taps, into: across.row(y) + radius)
        }
        for y in radius..<height - radius {
            filterSymmetric(across.row(y), step: across.stride, count: width, taps: taps, into: result.row(y))
        }
        return result
    }

    /// Fine print without light and the finest noise: a Gaussian of 0.8 less the mean of 15 × 15; 0 near the border.
    func bandPassed() -> FusionPlane {
        let fine = filtered(FusionPlane.gaussian(0.8, radius: 2))
        let mean = filtered([Float](repeating: 1 / 15, count: 8))
        for y in 0..<height {
            let (from, to) = (fine.row(y), mean.row(y))
            let inside = 8..<height - 8 ~= y
            for x in 0..<width { to[x] = inside && 8..<width - 8 ~= x ? from[x] - to[x] : 0 }
        }
        return mean
    }

    /// The value at a place whose centres are whole numbers; `nil` outside.
    @inline(__always)
    func sample(_ x: Double, _ y: Double) -> Float? {
        guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { return nil }
        let (column, line) = (Int(x), Int(y))
        let (fx, fy) = (Float(x - Double(column)), Float(y - Double(line)))
        let p = base + line &* stride + column
        let upper: Float = p[0] + (p[1] - p[0]) * fx
        let lower: Float = p[stride] + (p[stride &+ 1] - p[stride]) * fx
        return upper + (lower - upper) * fy
    }

    /// Half of a Gaussian's taps, from the middle one outwards; all add up to 1.
    static func gaussian(_ sigma: Double, radius: Int) -> [Float] {
        let taps = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * taps.reduce(0, +) - taps[0]
        return taps.map { Float($0 / sum) }
    }
}

/// A rectangle of a frame that a page lies in.
struct FusionCanvas: Hashable {
    let left, top, width, height: Int

    /// Smaller pages are tiny, in pixels each way.
    private static let minimumSide = 96

    private init(left: Int, top: Int, width: Int, height: Int) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// Some of its rows, counted from its top.
    func rows(_ rows: Range<Int>) -> FusionCanvas {
        FusionCanvas(left: left, top: top + rows.lowerBound, width: width, height: rows.count)
    }

    /// Its rows that a map shows some of another's in, and some more on both sides.
    func rows(showing other: FusionCanvas, by map: Homography, margin: Int) -> FusionCanvas {
        let (x0, x1) = (Double(other.left), Double(other.left + other.width))
        let (y0, y1) = (Double(other.top), Double(other.top + other.height))
        let ys = [Point2D(x: x0, y: y0), Point2D(x: x1, y: y0), Point2D(x: x1, y: y1), Point2D(x: x0, y: y1)]
            .map { min(max(map.map($0).y - Double(top), 0), Double(height)) }
        guard let least = ys.min(), let greatest = ys.max(), least.isFinite, greatest.isFinite else { return self }
        let first = max(Int(least) - margin, 0)
        return rows(first..<max(min(Int(greatest) + margin, height), first))
    }

    /// The page's bounds with a margin, within the frame, from multiples of 4 on; `nil` if the page is tiny or outside.
    init?(of quad: Quad, in size: PixelSize, margin: Int = 16) {
        let (xs, ys) = (quad.corners.map { $0.x }, quad.corners.map { $0.y })
        guard quad.isFinite, let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max(),
            x1 > 0, y1 > 0, x0 < Double(size.width), y0 < Double(size.height)
        else { return nil }
        left = max(Int(max(x0, 0)) - margin, 0) / 4 * 4
        top = max(Int(max(y0, 0)) - margin, 0) / 4 * 4
        width = min(Int(min(x1, Double(size.width))) + margin, size.width) - left
        height = min(Int(min(y1, Double(size.height))) + margin, size.height) - top
        guard width >= Self.minimumSide, height >= Self.minimumSide else { return nil }
    }
}
