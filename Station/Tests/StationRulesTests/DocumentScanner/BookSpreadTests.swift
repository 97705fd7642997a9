import RectoCore
import StationRules
import Testing

@Suite struct BookSpreadTests {
    private static func point(_ x: Double, _ y: Double) -> Point2D { Point2D(x: x, y: y) }

    private let left = Quad(
        topLeft: point(0, 0), topRight: point(450, 0), bottomRight: point(550, 800),
        bottomLeft: point(0, 800))
    private let right = Quad(
        topLeft: point(450, 0), topRight: point(1000, 0), bottomRight: point(1000, 800),
        bottomLeft: point(550, 800))

    @Test("DS-66: pages that meet in a side are a spread, whose fold stands between its own corners")
    func pagesOfASpread() throws {
        let spread = try #require(BookSpread(left: left, right: right))
        #expect(spread.top == 0.45 && spread.bottom == 0.55)
        #expect(spread.left == left && spread.right == right)
        #expect(BookSpread(left: right, right: left) == nil)
        var cropped = right
        cropped[0] = Self.point(451, 0)
        #expect(BookSpread(left: left, right: cropped) == nil)
    }

    @Test("DS-66: what is wider than high may be an open book, and a page of one is none")
    func likelySpread() throws {
        let spread = try #require(BookSpread(left: left, right: right))
        #expect(BookSpread.isLikely(of: spread.outline))
        #expect(!BookSpread.isLikely(of: left) && !BookSpread.isLikely(of: right))
    }

    @Test("DS-66: both pages follow the fold, and stay pages wherever it is moved")
    func movedFold() throws {
        let spread = try #require(BookSpread(left: left, right: right))
        let moved = try #require(spread.folded(top: 0.5, bottom: 0.5))
        #expect(
            moved.left.topRight == Self.point(500, 0) && moved.right.bottomLeft == Self.point(500, 800))
        #expect(moved.outline == spread.outline)
        let again = try #require(BookSpread(left: moved.left, right: moved.right))
        #expect(again == moved)
        let size = try PixelSize(width: 1000, height: 800)
        for (top, bottom) in [(-5.0, 9.0), (1, 0), (0, 0)] {
            let wide = try #require(spread.folded(top: top, bottom: bottom))
            #expect(
                CornerEditor.isAcceptable(wide.left, in: size)
                    && CornerEditor.isAcceptable(wide.right, in: size))
        }
        #expect(spread.folded(top: .nan, bottom: 0.5) == nil)
    }
}
