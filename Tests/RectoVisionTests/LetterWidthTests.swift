import Glibc
import RectoCore
import RectoVision
import Testing

@Suite struct LetterWidthTests {
    private static let width = 1000
    private static let height = 1300

    /// A page of level lines of bars, a sixth of them left out, so that there are words.
    /// - Parameters:
    ///   - size: Of bars in the right half of the page, beside those in the left one.
    ///   - place: Across the page, of a pixel's place across the picture.
    private static func page(size: Double = 1, place: (Double) -> Double) throws -> GrayImage {
        let samples = 4
        var image = GrayImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width {
                    let ink = (0..<samples).count {
                        isInk(place(Double(x) + (Double($0) + 0.5) / Double(samples)), Double(y) + 0.5, size)
                    }
                    view.row(y)[x] = UInt8(220 - 45 * ink)
                }
            }
        }
        return image
    }

    private static func isInk(_ u: Double, _ v: Double, _ size: Double) -> Bool {
        guard 120..<880 ~= u, 130..<1170 ~= v else { return false }
        let (line, size) = (Int(v / 40), u < 500 ? 1 : size)
        let cell = Int((u - 500) / (10 * size) + 500) - 500
        guard v - Double(line) * 40 > 20 - 14 * size, v - Double(line) * 40 < 20 else { return false }
        var random = SplitMix64(seed: UInt64(line * 1000 + cell + 500))
        return u - 500 - Double(cell) * 10 * size < 6 * size && random.next() % 6 != 0
    }

    /// How far places across the page are from the truth after the best shift and scale, in the root mean square, in pixels.
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

    /// Text in two sizes is no stretch.
    @Test func largerLettersStayLarger() throws {
        let flat = try flattened(try Self.page(size: 1.25) { $0 })
        #expect(error({ flat.pagePoint(of: Point2D(x: $0, y: 650)).x }, { $0 }) < 1.5)
    }
}
