import RectoCore
import RectoVision
import TestSupport

/// A small video of a printed page that moves by fractions of a pixel: drawn at four times the frames' size, averaged
/// to pixels, with noise.
struct FuseFilm {
    static let scale = 4
    static let size = pixels(320, 400)
    static let page = Quad(
        topLeft: Point2D(x: 20, y: 24), topRight: Point2D(x: 300, y: 24), bottomRight: Point2D(x: 300, y: 376),
        bottomLeft: Point2D(x: 20, y: 376))

    /// Largest deviation of the noise in gray levels.
    var noise = 20
    /// A saturated disc in pixels of the frame: center and radius.
    var glare: (Int) -> (center: Point2D, radius: Double)? = { _ in nil }
    /// Levels that the disc adds: with few, ink is visible on saturated paper.
    var veil: (Int) -> Int = { _ in 255 }
    /// The camera's saturation level.
    var white = 255
    private let ink: [UInt8]
    private var generator: SeededGenerator

    /// - Parameters:
    ///   - blank: Columns without print, in quarters of a pixel.
    ///   - isRuled: Whether each line stands on a thick rule.
    ///   - isDark: Whether it is a dark page where two of every six lines are bright.
    init(
        print: UInt64 = 1, seed: UInt64 = 2, blank: Range<Int>? = nil, isRuled: Bool = false, isDark: Bool = false
    ) {
        ink = Self.draw(print, blank: blank, isRuled: isRuled, isDark: isDark)
        generator = SeededGenerator(seed: seed)
    }

    /// Shift of a frame in quarters of a pixel: all sixteen places within a pixel.
    static func shift(_ index: Int) -> (x: Int, y: Int) { (index * 5 % 16 - 8, index * 11 % 16 - 8) }

    mutating func frames(_ count: Int) -> [FrameFusion.Frame<Gray8>] { (0..<count).map { frame($0) } }

    mutating func frame(_ index: Int) -> FrameFusion.Frame<Gray8> {
        let shift = Self.shift(index)
        let spot = glare(index)
        var image = GrayImage(size: Self.size)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    var level = mean(x * Self.scale - shift.x, y * Self.scale - shift.y, side: Self.scale)
                    level += Int.random(in: -noise...noise, using: &generator)
                    if let spot, (Point2D(x: Double(x), y: Double(y)) - spot.center).length < spot.radius {
                        level += veil(index)
                    }
                    view.row(y)[x] = UInt8(min(max(level, 0), white))
                }
            }
        }
        let offset = Point2D(x: Double(shift.x) / 4, y: Double(shift.y) / 4)
        return FrameFusion.Frame(image, quad: Self.page.map { $0 + offset })
    }

    /// Frame `index` without noise at `factor` times the size.
    func truth(_ index: Int, factor: Int) -> [Int] {
        let shift = Self.shift(index)
        let side = Self.scale / factor
        var levels: [Int] = []
        for y in 0..<Self.size.height * factor {
            for x in 0..<Self.size.width * factor {
                levels.append(mean(x * side - shift.x, y * side - shift.y, side: side))
            }
        }
        return levels
    }

    static func pixels(_ width: Int, _ height: Int) -> PixelSize {
        guard let size = try? PixelSize(width: width, height: height) else {
            preconditionFailure("sides of at least 1")
        }
        return size
    }

    private func mean(_ x: Int, _ y: Int, side: Int) -> Int {
        var sum = 0
        for row in y..<y + side {
            for column in x..<x + side {
                let (u, v) = (
                    min(max(column, 0), Self.size.width * Self.scale - 1),
                    min(max(row, 0), Self.size.height * Self.scale - 1)
                )
                sum += Int(ink[v * Self.size.width * Self.scale + u])
            }
        }
        return sum / (side * side)
    }

    /// A dark desk, paper, and lines of words of strokes like letters.
    private static func draw(_ seed: UInt64, blank: Range<Int>?, isRuled: Bool, isDark: Bool) -> [UInt8] {
        let (width, height) = (size.width * scale, size.height * scale)
        let (desk, paper, ink): (UInt8, UInt8, UInt8) = isDark ? (110, 50, 205) : (60, 205, 50)
        var pixels = [UInt8](repeating: desk, count: width * height)
        func fill(_ xs: Range<Int>, _ ys: Range<Int>, _ level: UInt8) {
            for y in ys { for x in xs { pixels[y * width + x] = level } }
        }
        fill(80..<1200, 96..<1504, paper)
        var generator = SeededGenerator(seed: seed)
        for line in 0..<26 where !isDark || line % 6 < 2 {
            let top = 144 + 52 * line
            var x = 136
            while x < 1136 {
                let height = Int.random(in: 16...28, using: &generator)
                fill(x..<x + 6, top..<top + height, ink)
                let middle = top + height / 2
                if Bool.random(using: &generator) { fill(x..<x + 18, middle..<middle + 5, ink) }
                let isLast = Int.random(in: 0..<6, using: &generator) == 0
                x += isLast ? 48 : 22
            }
            if isRuled { fill(136..<1136, top + 30..<top + 40, ink) }
        }
        if let blank { fill(blank, 100..<1500, paper) }
        return pixels
    }
}
