import RectoCore
import RectoVision
import TestSupport

/// A small drawn video of a printed page on a desk, with exactly known corners and new noise in every frame.
struct TrackFilm {
    /// Contents of the picture.
    struct Scene {
        var hasPage = true
        /// Seed of what is printed.
        var print: UInt64 = 1
        /// A dark frame printed inside the page.
        var hasInnerFrame = false
        /// Cloth over the page's right side.
        var coversRight = false
        /// A band along the page's right side, darker than the desk.
        var hasDarkBand = false
    }

    static let size = PixelSize(320, 240)
    /// The page on the desk, which is seen at half this size.
    static let page = Quad(
        topLeft: Point2D(x: 170, y: 90), topRight: Point2D(x: 470, y: 90), bottomRight: Point2D(x: 470, y: 390),
        bottomLeft: Point2D(x: 170, y: 390))
    static let innerFrame = Quad(
        topLeft: Point2D(x: 194, y: 114), topRight: Point2D(x: 446, y: 114), bottomRight: Point2D(x: 446, y: 366),
        bottomLeft: Point2D(x: 194, y: 366))

    /// Approximate standard deviation of the noise, in gray levels.
    var noise = 4
    private var generator = SeededGenerator(seed: 9)

    /// The view of the desk after the camera has moved by some pixels of the frame and rotated by some radians.
    static func view(shift: Point2D = Point2D(x: 0, y: 0), turn: Double = 0) -> Homography {
        let around = Homography(1, 0, -320, 0, 1, -240, 0, 0, 1)
        // Seen slightly from below; for small angles only.
        let tilted = Homography(
            0.5, -0.5 * turn, 160 + shift.x, 0.5 * turn, 0.46, 120 + shift.y, 0, -0.0003, 1)
        return tilted.composed(after: around)
    }

    /// The desk with the page, twice as large as a frame.
    static func desk(_ scene: Scene) -> GrayImage {
        var image = GrayImage(size: PixelSize(640, 480))
        func fill(_ x: Range<Int>, _ y: Range<Int>, _ value: UInt8) {
            image.withMutableView { view in
                for row in y { (view.row(row) + x.lowerBound).update(repeating: value, count: x.count) }
            }
        }
        fill(0..<640, 0..<480, 70)
        guard scene.hasPage else { return image }
        fill(170..<470, 90..<390, 215)
        var generator = SeededGenerator(seed: scene.print)
        for line in 0..<12 {
            var x = 210
            while x < 400 {
                let width = Int.random(in: 8...40, using: &generator)
                fill(x..<min(x + width, 430), (130 + 19 * line)..<(138 + 19 * line), 90)
                x += width + 8
            }
        }
        if scene.hasInnerFrame {
            fill(194..<446, 114..<118, 40)
            fill(194..<446, 362..<366, 40)
            fill(194..<198, 114..<366, 40)
            fill(442..<446, 114..<366, 40)
        }
        if scene.hasDarkBand { fill(430..<470, 90..<390, 20) }
        if scene.coversRight { fill(430..<530, 60..<420, 130) }
        return image
    }

    /// A frame of a desk, and the page's place in it.
    mutating func frame(_ desk: GrayImage, _ view: Homography = Self.view()) -> (image: GrayImage, page: Quad) {
        guard let back = view.inverse else { preconditionFailure("a camera that sees the desk") }
        var image = GrayImage(size: Self.size)
        image.withMutableView { target in
            desk.withView { source in
                for y in 0..<target.height {
                    let row = target.row(y)
                    for x in 0..<target.width {
                        let place = back.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                        row[x] = Self.value(source, place, noise: spread())
                    }
                }
            }
        }
        return (image, Self.page.map(view.map))
    }

    private mutating func spread() -> Int {
        let bits = generator.next()
        // The difference of two uniform numbers: a deviation of about `noise`.
        return (Int(bits & 255) + Int(bits >> 8 & 255) - 255) * noise / 104
    }

    private static func value(_ source: GrayView, _ place: Point2D, noise: Int) -> UInt8 {
        let (x, y) = (min(max(place.x - 0.5, 0), 638), min(max(place.y - 0.5, 0), 478))
        let (column, row) = (Int(x), Int(y))
        let (across, down) = (x - Double(column), y - Double(row))
        let at = source.base + row * source.stride + column
        let upper = Double(at[0]) * (1 - across) + Double(at[1]) * across
        let lower = Double(at[source.stride]) * (1 - across) + Double(at[source.stride + 1]) * across
        return UInt8(min(max(Int(upper + (lower - upper) * down + 0.5) + noise, 0), 255))
    }
}

extension PixelSize {
    fileprivate init(_ width: Int, _ height: Int) {
        guard let size = try? PixelSize(width: width, height: height) else { preconditionFailure("a valid size") }
        self = size
    }
}

extension QuadTracker {
    /// Tracks the page in a frame of a video at 30 frames per second.
    mutating func track(_ image: GrayImage, frame: Int) -> TrackedQuad? {
        image.withView { track($0, at: .milliseconds(frame * 1000 / 30)) }
    }
}
