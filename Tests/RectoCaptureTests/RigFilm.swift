import RectoCodecs
import RectoCore
import TestSupport

/// A printed page as seen by a webcam of 1280 × 720: it moves by quarters of a pixel between frames, and each frame has
/// different noise.
struct RigFilm {
    static let frameCount = 16
    private static let (width, height) = (1280, 720)
    /// Scale of the drawn scene relative to the frames.
    private static let scale = 4
    /// The page and its print, in quarters of a pixel. A4 that fills the frame's height has 58 dots per inch.
    private static let page = (xs: 1600..<3536, ys: 72..<2808)
    private static let text = (xs: 1800..<3336, ys: 300..<2300)
    /// Largest deviation of the noise in gray levels.
    private static let noise = 16

    /// Gray levels.
    private let scene: [UInt8]

    /// A desk, and paper with lines of strokes like letters.
    init() {
        var scene = [UInt8](repeating: 70, count: Self.width * Self.height * Self.scale * Self.scale)
        func fill(_ xs: Range<Int>, _ ys: Range<Int>, _ level: UInt8) {
            for y in ys { for x in xs { scene[y * Self.width * Self.scale + x] = level } }
        }
        fill(Self.page.xs, Self.page.ys, 215)
        var generator = SeededGenerator(seed: 29)
        for top in stride(from: Self.text.ys.lowerBound, to: Self.text.ys.upperBound - 30, by: 48) {
            var x = Self.text.xs.lowerBound
            while x < Self.text.xs.upperBound - 24 {
                let height = Int.random(in: 16...28, using: &generator)
                fill(x..<x + 6, top..<top + height, 50)
                if Bool.random(using: &generator) { fill(x..<x + 18, top + height / 2..<top + height / 2 + 5, 50) }
                x += Int.random(in: 0..<6, using: &generator) == 0 ? 48 : 22
            }
        }
        self.scene = scene
    }

    /// A frame as a JPEG file.
    func frame(_ index: Int) throws -> [UInt8] {
        // All sixteen places within a pixel.
        let (left, top) = (index % 4 - 2, index / 4 - 2)
        var generator = SeededGenerator(seed: UInt64(index))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * Self.width * Self.height)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let level = Int(mean(x * Self.scale - left, y * Self.scale - top, side: Self.scale))
                let seen = level + Int.random(in: -Self.noise...Self.noise, using: &generator)
                pixels += [UInt8(seen), UInt8(seen), UInt8(seen * 7 / 8)]
            }
        }
        let size = try PixelSize(width: Self.width, height: Self.height)
        return try JPEGWriter(quality: 85).encode(.rgb(RGBImage(size: size, packed: pixels)))
    }

    /// The difference between the print of a straightened page and the truth at twice the frames' resolution, at the
    /// best alignment: the share of the picture's variance that the truth does not explain.
    func error(of page: GrayImage) -> Double {
        let places = stride(from: -3.0, through: 3, by: 0.5)
        let errors = places.flatMap { x in places.map { y in error(of: page, shiftedBy: Point2D(x: x, y: y)) } }
        return errors.min() ?? 1
    }

    /// - Parameter shift: Shift in quarters of a pixel of the frames.
    private func error(of page: GrayImage, shiftedBy shift: Point2D) -> Double {
        let (truth, seen) = page.withView { samples(of: $0, shiftedBy: shift) }
        let count = Double(truth.count)
        let (a, b) = (truth.reduce(0, +) / count, seen.reduce(0, +) / count)
        var (both, ofTruth, ofSeen) = (0.0, 0.0, 0.0)
        for (t, s) in zip(truth, seen) {
            both += (t - a) * (s - b)
            ofTruth += (t - a) * (t - a)
            ofSeen += (s - b) * (s - b)
        }
        return 1 - both * both / (ofTruth * ofSeen)
    }

    /// The center of the print, and the page's levels there.
    private func samples(of view: ImageView<Gray8>, shiftedBy shift: Point2D) -> (truth: [Double], seen: [Double]) {
        var (truth, seen): ([Double], [Double]) = ([], [])
        let (xs, ys) = (Self.page.xs, Self.page.ys)
        for y in stride(from: 1000, to: 1600, by: 4) {
            for x in stride(from: 2200, to: 2900, by: 4) {
                truth.append(mean(x, y, side: 2))
                seen.append(
                    view.level(
                        (Double(x + 1 - xs.lowerBound) + shift.x) / Double(xs.count) * Double(view.width) - 0.5,
                        (Double(y + 1 - ys.lowerBound) + shift.y) / Double(ys.count) * Double(view.height) - 0.5))
            }
        }
        return (truth, seen)
    }

    /// The mean of a square of the scene.
    private func mean(_ x: Int, _ y: Int, side: Int) -> Double {
        let (width, height) = (Self.width * Self.scale, Self.height * Self.scale)
        var sum = 0
        for row in y..<y + side {
            for column in x..<x + side {
                sum += Int(scene[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)])
            }
        }
        return Double(sum) / Double(side * side)
    }
}

extension ImageView<Gray8> {
    /// The level interpolated between the four pixels around a place within the picture.
    fileprivate func level(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (min(max(Int(x), 0), width - 2), min(max(Int(y), 0), height - 2))
        let (u, v) = (x - Double(left), y - Double(top))
        let upper = Double(row(top)[left]) * (1 - u) + Double(row(top)[left + 1]) * u
        let lower = Double(row(top + 1)[left]) * (1 - u) + Double(row(top + 1)[left + 1]) * u
        return upper * (1 - v) + lower * v
    }
}
