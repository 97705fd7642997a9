import Glibc
import RectoCore
import RectoVision
import Testing

@Suite struct LetterWidthTests {
    private static let width = 1000
    private static let height = 1300

    /// Number of letter shapes, each made of rows of squares.
    private static let shapes = 40
    private static let squares = (across: 4, down: 5)
    private static let letter = (width: 12.0, height: 16.0, pitch: 16.0)
    private static let linePitch = 44.0

    /// The inked squares of each row. An upright stroke connects them.
    private static let letters: [[ClosedRange<Int>]] = {
        var random = SplitMix64(seed: 5)
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        return (0..<shapes).map { _ in
            let stroke = below(squares.across)
            let (leftmost, rightmost) = (below(squares.down), below(squares.down))
            return (0..<squares.down).map { row in
                let (left, right) = (below(stroke + 1), stroke + below(squares.across - stroke))
                return (row == leftmost ? 0 : left)...(row == rightmost ? squares.across - 1 : right)
            }
        }
    }()

    /// A page of level lines of letters, with a sixth of them left out to make words.
    /// - Parameters:
    ///   - size: Size of letters in the right half of the page, relative to the left half.
    ///   - place: Place across the page, from a pixel's place across the picture.
    private static func page(size: Double = 1, place: (Double) -> Double) throws -> GrayImage {
        let (across, down) = (4, 2)
        let places = (0..<across * width).map { place((Double($0) + 0.5) / Double(across)) }
        var image = GrayImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width {
                    let ink = (0..<down).reduce(0) { sum, part in
                        let v = Double(y) + (Double(part) + 0.5) / Double(down)
                        return sum + places[across * x..<across * (x + 1)].count { isInk($0, v, size) }
                    }
                    view.row(y)[x] = UInt8(220 - 180 * ink / (across * down))
                }
            }
        }
        return image
    }

    private static func isInk(_ u: Double, _ v: Double, _ size: Double) -> Bool {
        guard 120..<880 ~= u, 130..<1170 ~= v else { return false }
        let line = Int(v / linePitch)
        let half = u < 500 ? (left: 120.0, size: 1.0) : (left: 500.0, size: size)
        // Each line has a different start: otherwise all letters of a column would be sampled in the same way.
        let along = (u - half.left) / half.size + 7.3 * Double(line)
        let cell = Int(along / letter.pitch)
        let column = (along - Double(cell) * letter.pitch) / letter.width * Double(squares.across)
        let fromBottom = (Double(line) * linePitch + 30 - v) / half.size / letter.height
        guard column < Double(squares.across), 0..<1 ~= fromBottom else { return false }
        var random = SplitMix64(seed: UInt64(line * 1000 + cell + (u < 500 ? 0 : 500)))
        let roll = random.next()
        return roll % 6 != 0
            && letters[Int(roll / 6 % UInt64(shapes))][Int(fromBottom * Double(squares.down))].contains(Int(column))
    }

    /// Root mean square error of places across the page after the best shift and scale, in pixels.
    private func error(_ found: (Double) -> Double, _ truth: (Double) -> Double) -> Double {
        let pairs = stride(from: 150.0, to: 850, by: 10).map { (found($0), truth($0)) }
        let share = 1 / Double(pairs.count)
        let (a, b) = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.0 * share, $0.1 + $1.1 * share) }
        let (cross, size) = pairs.reduce((0.0, 0.0)) {
            ($0.0 + ($1.0 - a) * ($1.1 - b), $0.1 + ($1.0 - a) * ($1.0 - a))
        }
        return pairs.reduce(0) { sum, pair in
            let off = (pair.0 - a) * cross / size - (pair.1 - b)
            return sum + off * off * share
        }.squareRoot()
    }

    private func flattened(_ image: GrayImage) throws -> FlatPage {
        let outcome = image.withView { PageFlattener().flatten($0, isForced: true) }
        guard case .flattened(let page) = outcome else { throw NotFlattened() }
        return page
    }

    private struct NotFlattened: Error {}

    /// Where letters are narrower than the same letters elsewhere, the page is stretched although its lines are level.
    @Test func stretchAlongTheLinesIsTakenOut() throws {
        func place(_ x: Double) -> Double { x + 8 * sin((x - 500) / 110) }
        let flat = try flattened(try Self.page(place: place))
        let after = error({ flat.pagePoint(of: Point2D(x: $0, y: 650)).x }, place)
        #expect(after < 0.6 * error({ $0 }, place))
    }

    /// Text in two sizes is no stretch.
    @Test func largerLettersStayLarger() throws {
        let flat = try flattened(try Self.page(size: 1.25) { $0 })
        #expect(error({ flat.pagePoint(of: Point2D(x: $0, y: 650)).x }, { $0 }) < 1.5)
    }
}
