import Glibc
import RectoCore
import RectoVision

/// A page of lines of letters, bent about upright or level rulings and seen by a pinhole from straight above, with its
/// exact map.
///
/// The height of the paper depends only on the place across it, or down it, so each pixel's place on the page has a
/// closed form.
struct BentPage {
    static let width = 1000
    static let height = 1300
    /// Extent of the text across the page and down it, and the distance between its lines, in pixels.
    private static let text = (left: -380.0, right: 380.0, top: -520.0, bottom: 520.0)
    private static let pitch = 40.0
    private static let letter = 14.0

    let image: GrayImage
    /// For each column of the picture, or row: place along the paper, and scale by the distance from the camera.
    private let places: [(along: Double, scale: Double)]
    private let isFolded: Bool
    /// Half the size of the sheet that is drawn on a desk, in pixels; the paper fills the picture if it is not folded.
    private static let sheet = (width: 430.0, height: 580.0)

    /// - Parameters:
    ///   - gutter: Half of the blank width between two columns of text, in pixels.
    ///   - sway: Amplitude of each line's individual waves, as in handwriting, in pixels.
    ///   - isFolded: Whether its rulings are level.
    ///   - rise: Height of the paper above the plane, in pixels, at a place across it, or down it; 0 in the middle.
    init(
        seed: UInt64, lineCount: Int = 26, gutter: Double = 0, sway: Double = 0, isFolded: Bool = false,
        rise: (Double) -> Double
    ) throws {
        self.isFolded = isFolded
        let length = isFolded ? Self.height : Self.width
        let focalLength = 1.2 * Double(Self.height)
        // From left to right: the place on the plane, its place in the picture, and the length of paper up to it.
        var steps: [(shown: Double, along: Double, scale: Double)] = []
        var (along, before) = (0.0, rise(-900))
        for step in -1800...1800 {
            let place = Double(step) / 2
            let height = rise(place)
            if step > -1800 { along += hypot(0.5, height - before) }
            before = height
            let scale = 1 - height / focalLength
            steps.append((place / scale, along, scale))
        }
        let middle = steps[1800].along
        var index = 0
        places = (0..<length).map { position in
            let shown = Double(position) + 0.5 - Double(length) / 2
            while index + 2 < steps.count, steps[index + 1].shown < shown { index += 1 }
            let (a, b) = (steps[index], steps[index + 1])
            let share = (shown - a.shown) / (b.shown - a.shown)
            return (a.along + (b.along - a.along) * share - middle, a.scale + (b.scale - a.scale) * share)
        }
        var page = GrayImage(size: try PixelSize(width: Self.width, height: Self.height))
        let places = self.places
        page.withMutableView { view in
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    // Four samples per pixel, as a camera would see it.
                    let place = places[isFolded ? y : x]
                    let aside = isFolded ? Double(x) - Double(Self.width) / 2 : Double(y) - Double(Self.height) / 2
                    let bent = [-0.25, 0.25].map { place.along + $0 }
                    let straight = [0.25, 0.75].map { (aside + $0) * place.scale }
                    let (down, across) = isFolded ? (bent, straight) : (straight, bent)
                    let ink = down.reduce(0) { sum, v in
                        sum + across.count { abs($0) >= gutter && Self.isInk($0, v, lineCount, sway, seed) }
                    }
                    let isDesk = isFolded && (abs(across[0]) > Self.sheet.width || abs(down[0]) > Self.sheet.height)
                    view.row(y)[x] = isDesk ? 90 : UInt8(220 - 45 * ink)
                }
            }
        }
        image = page
    }

    /// Letters are bars, with a sixth of them left out to make words.
    private static func isInk(_ u: Double, _ v: Double, _ lineCount: Int, _ sway: Double, _ seed: UInt64) -> Bool {
        guard text.left..<text.right ~= u, text.top..<text.bottom ~= v else { return false }
        let (line, cell) = (Int((v - text.top) / pitch), Int((u - text.left) / 10))
        // By the golden angle, so that neighbors are unrelated.
        let lowered = sway > 0 ? sway * (1 + sin(u / 120 + 2.4 * Double(line))) : 0
        guard line < lineCount, 0..<letter ~= v - text.top - Double(line) * pitch - lowered else { return false }
        var random = SplitMix64(seed: seed &+ UInt64(line * 1000 + cell))
        return u - text.left - Double(cell) * 10 < 6 && (random.next() % 6 != 0 || cell == 0 || cell == 75)
    }

    /// The place on the page of a pixel, in pixels from its center.
    func truth(x: Int, y: Int) -> Point2D {
        guard isFolded else {
            return Point2D(
                x: places[x].along, y: (Double(y) + 0.5 - Double(Self.height) / 2) * places[x].scale)
        }
        return Point2D(x: (Double(x) + 0.5 - Double(Self.width) / 2) * places[y].scale, y: places[y].along)
    }

    /// The corners of a folded sheet.
    var foldedQuad: Quad {
        func corner(_ u: Double, _ v: Double) -> Point2D {
            let row = places.firstIndex { $0.along >= v } ?? Self.height
            return Point2D(x: u / places[row].scale + Double(Self.width) / 2, y: Double(row) + 0.5)
        }
        let (u, v) = Self.sheet
        return Quad(
            topLeft: corner(-u, -v), topRight: corner(u, -v), bottomRight: corner(u, v), bottomLeft: corner(-u, v))
    }

    /// The outline of a sheet of 860 x 1160 pixels around the text, as seen in the picture.
    var outline: PageOutline {
        let columns = [-430.0, 430].map { u in places.firstIndex { $0.along >= u } ?? Self.width }
        func level(_ v: Double) -> [Point2D] {
            (Array(stride(from: columns[0], to: columns[1], by: 20)) + [columns[1] - 1]).map { x in
                Point2D(x: Double(x) + 0.5, y: v / places[x].scale + Double(Self.height) / 2)
            }
        }
        func upright(_ column: Int) -> [Point2D] {
            stride(from: 100, to: Self.height - 100, by: 20).map { Point2D(x: Double(column), y: Double($0) + 0.5) }
        }
        let (top, bottom) = (level(-580), level(580))
        var outline = PageOutline(
            Quad(
                topLeft: top[0], topRight: top[top.count - 1], bottomRight: bottom[bottom.count - 1],
                bottomLeft: bottom[0]))
        outline.sides = [top, upright(columns[1]), bottom, upright(columns[0])]
        return outline
    }

    /// Mean distance of the pixels' places from the truth over the text, after the best similarity, in shares of the
    /// page's diagonal.
    func error(_ place: (Point2D) -> Point2D) -> Double {
        var pairs: [(found: Point2D, truth: Point2D)] = []
        for y in stride(from: 150, to: Self.height - 150, by: 25) {
            for x in stride(from: 150, to: Self.width - 150, by: 25) {
                pairs.append((place(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)), truth(x: x, y: y)))
            }
        }
        let share = 1 / Double(pairs.count)
        let found = pairs.reduce(Point2D(x: 0, y: 0)) { $0 + $1.found * share }
        let truth = pairs.reduce(Point2D(x: 0, y: 0)) { $0 + $1.truth * share }
        var (dot, cross, size) = (0.0, 0.0, 0.0)
        for pair in pairs {
            let (a, b) = (pair.found - found, pair.truth - truth)
            dot += a.dot(b)
            cross += a.cross(b)
            size += a.dot(a)
        }
        let sum = pairs.reduce(0) { sum, pair in
            let a = pair.found - found
            let turned = Point2D(x: a.x * dot - a.y * cross, y: a.x * cross + a.y * dot) * (1 / size)
            return sum + turned.distance(to: pair.truth - truth)
        }
        return sum * share / hypot(Double(Self.width), Double(Self.height))
    }
}
