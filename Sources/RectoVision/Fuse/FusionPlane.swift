import RectoCore
import RectoKernels

/// Floats of a part of a frame, in rows with room for whole vectors after each.
///
/// Not a `Plane`: rows are padded, everything starts as 0, padding included, and the size is fixed. Several planes are
/// alive for each frame of a burst, so memory kept between pictures would not help.
final class FusionPlane: @unchecked Sendable {
    // Sendable: in shared planes each worker writes its own rows, which no other reads.
    /// Place of the part's first pixel in the frame.
    let left, top: Int
    let width, height: Int
    /// Elements from one row to the next: a multiple of 8, at least `width` + 16.
    let stride: Int
    let base: UnsafeMutablePointer<Float>

    /// - Parameter isClear: Whether all elements start as 0; otherwise they must be written before they are read.
    init(left: Int = 0, top: Int = 0, width: Int, height: Int, isClear: Bool = true) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
        stride = (width + 23) / 8 * 8
        base = .allocate(capacity: stride * height + 16)
        if isClear { base.initialize(repeating: 0, count: stride * height + 16) }
    }

    deinit { base.deallocate() }

    func row(_ y: Int) -> UnsafeMutablePointer<Float> { base + y &* stride }

    /// Releases the memory of rows that are no longer read.
    func release(_ rows: Range<Int>) { givePagesBack(from: row(rows.lowerBound), to: row(rows.upperBound)) }

    func copy() -> FusionPlane {
        let copy = FusionPlane(left: left, top: top, width: width, height: height, isClear: false)
        for y in 0..<height { copy.row(y).update(from: row(y), count: width) }
        return copy
    }

    /// The plane filtered along rows and columns; borders that the filter does not reach stay 0.
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
}

/// A rectangle of a frame that contains a page.
struct FusionCanvas: Hashable {
    let left, top, width, height: Int

    static let none = FusionCanvas(left: 0, top: 0, width: 0, height: 0)

    /// Smallest width and height of a page, in pixels.
    private static let minimumSide = 96

    private init(left: Int, top: Int, width: Int, height: Int) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// A range of its rows, counted from its top.
    func rows(_ rows: Range<Int>) -> FusionCanvas {
        FusionCanvas(left: left, top: top + rows.lowerBound, width: width, height: rows.count)
    }

    func moved(_ across: Int, _ down: Int) -> FusionCanvas {
        FusionCanvas(left: left + across, top: top + down, width: width, height: height)
    }

    /// The rectangle in the frame at half its size.
    var halved: FusionCanvas { FusionCanvas(left: left / 2, top: top / 2, width: width / 2, height: height / 2) }

    /// The rows of this rectangle that contain another one under a map, with a margin on both sides.
    func rows(showing other: FusionCanvas, by map: Homography, margin: Int) -> FusionCanvas {
        let (x0, x1) = (Double(other.left), Double(other.left + other.width))
        let (y0, y1) = (Double(other.top), Double(other.top + other.height))
        let ys = [Point2D(x: x0, y: y0), Point2D(x: x1, y: y0), Point2D(x: x1, y: y1), Point2D(x: x0, y: y1)]
            .map { min(max(map.map($0).y - Double(top), 0), Double(height)) }
        guard let least = ys.min(), let greatest = ys.max(), least.isFinite, greatest.isFinite else { return self }
        let first = max(Int(least) - margin, 0)
        return rows(first..<max(min(Int(greatest) + margin, height), first))
    }

    /// The page's bounds with a margin, clipped to the frame and starting at multiples of 4; `nil` if the page is tiny
    /// or outside.
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
