import RectoCore
import RectoVision
import Testing

/// The desk that a straightened page shows beside bowed sides and round corners.
@Suite struct DeskFringeTests {
    private static let corners = Quad(
        topLeft: Point2D(x: 60, y: 80), topRight: Point2D(x: 660, y: 80), bottomRight: Point2D(x: 660, y: 880),
        bottomLeft: Point2D(x: 60, y: 880))
    private static let (desk, paper, ink): (UInt8, UInt8, UInt8) = (50, 220, 30)

    /// Depth of the desk at the top side, which is bowed inwards.
    private static func depth(_ x: Double) -> Double {
        let across = (x - 360) / 300
        return 3.5 * (1 - across * across)
    }

    /// A page whose top side is bowed inwards.
    private static func picture(_ print: (Double, Double) -> UInt8?) throws -> GrayImage {
        try image(width: 720, height: 960) { x, y in
            let isPage = 60..<660 ~= x && y >= 80 + depth(x) && y < 880
            return isPage ? print(x - 60, y - 80) ?? paper : desk
        }
    }

    /// A picture of 4 × 4 samples a pixel.
    private static func image(width: Int, height: Int, _ level: (Double, Double) -> UInt8) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width {
                    var sum = 0
                    for sample in 0..<16 {
                        let (dx, dy) = (Double(sample % 4) / 4 + 0.125, Double(sample / 4) / 4 + 0.125)
                        sum += Int(level(Double(x) + dx, Double(y) + dy))
                    }
                    view.row(y)[x] = UInt8(sum / 16)
                }
            }
        }
        return image
    }

    /// The levels of a page before and after, row by row.
    private func pages(
        of picture: GrayImage, at quad: Quad = corners, paper: PaperChoice = .measured
    ) throws -> (before: [[UInt8]], after: [[UInt8]]) {
        var rectifier = PageRectifier()
        let plan = try rectifier.plan(for: quad, in: picture.size, paper: paper)
        var page = try picture.withView { (view) throws in try rectifier.rectify(view, by: plan) }
        let before = levels(page)
        picture.withView { view in page.withMutableView { DeskFringe(plan).paint($0, from: view) } }
        return (before, levels(page))
    }

    private func levels(_ image: GrayImage) -> [[UInt8]] {
        image.withView { view in (0..<view.height).map { y in (0..<view.width).map { view.row(y)[$0] } } }
    }

    /// Ink that touches the page's edge, and a dark word close to it, are print.
    @Test func theDeskBesideABowedSideBecomesPaperAndPrintStays() throws {
        func isInk(_ x: Double, _ y: Double) -> Bool {
            200..<240 ~= x && y < 40 || 350..<430 ~= x && 12..<24 ~= y || 560..<600 ~= x && 300..<500 ~= y
        }
        let (a, b) = try pages(of: try Self.picture { isInk($0, $1) ? Self.ink : nil })
        #expect(a.count == 800 && a[0].count == 600)
        var (fringe, left) = (0, 0)
        for y in 0..<800 {
            for x in 0..<600 {
                let depth = Self.depth(Double(x) + 60.5)
                if Double(y) + 1 < depth {
                    // Beside ink that reaches the border nothing is known of the paper.
                    guard !(168..<272 ~= x) else { continue }
                    fringe += 1
                    if b[y][x] < 190 { left += 1 }
                } else if Double(y) > depth + 1 {
                    #expect(a[y][x] == b[y][x], "\(x), \(y)")
                }
            }
        }
        #expect(fringe > 800)
        #expect(left < fringe / 50, "\(left) of \(fringe)")
    }

    @Test func aStripeAlongTheEdgeStays() throws {
        for (depth, level) in [(2.0, UInt8(90)), (3, 90), (6, 90), (12, 90), (3, 25), (6, Self.desk), (12, Self.desk)] {
            let picture = try Self.image(width: 720, height: 960) { x, y in
                guard 60..<660 ~= x && 80..<880 ~= y else { return Self.desk }
                return y < 80 + depth ? level : Self.paper
            }
            let (before, after) = try pages(of: picture)
            #expect(before == after, "\(depth) of \(level)")
        }
    }

    /// Out of focus, half of the edge is on the page. A light stripe that is as wide stays.
    @Test func aBlurredEdgeBecomesPaper() throws {
        func level(_ distance: Double) -> UInt8 {
            let share = min(max(0.5 + distance / 6, 0), 1)
            return UInt8(Double(Self.desk) + share * Double(Self.paper - Self.desk))
        }
        let picture = try Self.image(width: 720, height: 960) { x, y in
            level(min(x - 60, 660 - x, y - 80, 880 - y))
        }
        let (before, after) = try pages(of: picture)
        let border =
            (10..<590).flatMap { x in (0..<4).map { (x, $0) } } + (10..<790).flatMap { y in (0..<4).map { ($0, y) } }
        #expect(border.contains { before[$0.1][$0.0] < 150 })
        for (x, y) in border { #expect(after[y][x] >= 200, "\(x), \(y)") }
        for depth in [3.0, 6] {
            let striped = try Self.image(width: 720, height: 960) { x, y in
                guard 60..<660 ~= x && 80..<880 ~= y else { return Self.desk }
                return y < 80 + depth ? 190 : Self.paper
            }
            let (before, after) = try pages(of: striped)
            #expect(before == after, "\(depth)")
        }
    }

    @Test func straightPagesStayAsTheyAre() throws {
        let picture = try Self.image(width: 720, height: 960) { x, y in
            60..<660 ~= x && 80..<880 ~= y ? Self.paper : Self.desk
        }
        let (before, after) = try pages(of: picture)
        #expect(before == after)
    }

    /// The corners of a card become its color if it is rounded, and stay if they are square and dark.
    @Test(arguments: [true, false]) func cornersOfCards(isRound: Bool) throws {
        let (width, height) = (856.0, 540.0)
        let radius = isRound ? 31.8 : 0
        let picture = try Self.image(width: 1000, height: 700) { x, y in
            let (u, v) = (x - 70, y - 80)
            guard 0..<width ~= u && 0..<height ~= v else { return Self.desk }
            let (dx, dy) = (max(radius - u, u - width + radius, 0), max(radius - v, v - height + radius, 0))
            if (dx * dx + dy * dy).squareRoot() > radius, isRound { return Self.desk }
            return !isRound && min(u, width - u) + min(v, height - v) < 60 ? 150 : Self.paper
        }
        let quad = Quad(width: width, height: height).map { $0 + Point2D(x: 70, y: 80) }
        let (a, b) = try pages(of: picture, at: quad, paper: .fixed(.id1))
        #expect(isRound ? a[1][1] < 70 && b[1][1] > 200 : a == b)
        guard isRound else { return }
        // Nothing changes on the card.
        for y in 0..<40 {
            for x in 0..<40 {
                let (dx, dy) = (max(32 - Double(x), 0), max(32 - Double(y), 0))
                if dx * dx + dy * dy < 30 * 30 { #expect(a[y][x] == b[y][x], "\(x), \(y)") }
            }
        }
    }
}
