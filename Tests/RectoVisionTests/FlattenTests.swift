import Glibc
import RectoCore
import RectoVision
import Testing

@Suite struct FlattenTests {
    private func flatten(_ image: GrayImage, by flattener: PageFlattener = PageFlattener()) -> PageFlattener.Outcome {
        image.withView { flattener.flatten($0) }
    }

    private func flattened(_ image: GrayImage, by flattener: PageFlattener = PageFlattener()) -> FlatPage? {
        if case .flattened(let page) = flatten(image, by: flattener) { return page }
        return nil
    }

    private func refusal(_ image: GrayImage) -> PageFlattener.Refusal? {
        if case .refused(let refusal) = flatten(image) { return refusal }
        return nil
    }

    /// Paper that climbs to the binding at its left, that does at its right, that is arched, and in waves.
    private static let bends: [@Sendable (Double) -> Double] = [
        { 160 * exp(-($0 + 500) / 200) },
        { 160 * exp(($0 - 500) / 200) },
        { 120 * cos($0 / 320) },
        { 30 * sin($0 / 130) },
    ]

    @Test(arguments: 0..<4)
    func bentPageIsMadeFlat(bend: Int) throws {
        let page = try BentPage(seed: 3, rise: Self.bends[bend])
        let flat = try #require(flattened(page.image))
        let before = page.error { $0 }
        let after = page.error { flat.pagePoint(of: $0) }
        #expect(after < 0.0025)
        #expect(after < 0.5 * before)
        #expect(flat.confidence > 0.7)
    }

    /// A few lines at the top tell little of the bottom; the paper's sides do.
    @Test func sidesOfThePaperAreEvidence() throws {
        let page = try BentPage(seed: 12, lineCount: 7, rise: Self.bends[0])
        func error(_ sides: [PageSide]) -> Double {
            let outcome = page.image.withView { PageFlattener().flatten($0, sides: sides) }
            guard case .flattened(let flat) = outcome else { return .infinity }
            return page.error { flat.pagePoint(of: $0) }
        }
        let informed = error(page.sides)
        #expect(informed < 0.006)
        #expect(informed < error([]))
    }

    /// What is drawn is what the map says: sampled at both ends the page has the picture's levels.
    @Test func renderFollowsTheMap() throws {
        let page = try BentPage(seed: 4, rise: Self.bends[0])
        let flat = try #require(flattened(page.image))
        let image = page.image.withView { flat.render($0) }
        #expect(image.size == flat.size)
        var (sum, count) = (0.0, 0)
        page.image.withView { picture in
            image.withView { view in
                for y in stride(from: 5, to: view.height - 5, by: 7) {
                    for x in stride(from: 5, to: view.width - 5, by: 7) {
                        let point = flat.picturePoint(of: Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                        let (left, top) = (Int((point.x - 0.5).rounded(.down)), Int((point.y - 0.5).rounded(.down)))
                        guard 0..<picture.width - 1 ~= left, 0..<picture.height - 1 ~= top else { continue }
                        let (u, v) = (point.x - 0.5 - Double(left), point.y - 0.5 - Double(top))
                        func level(_ x: Int, _ y: Int) -> Double { Double(picture.row(y)[x]) }
                        let above = level(left, top) * (1 - u) + level(left + 1, top) * u
                        let below = level(left, top + 1) * (1 - u) + level(left + 1, top + 1) * u
                        sum += abs(above * (1 - v) + below * v - Double(view.row(y)[x]))
                        count += 1
                    }
                }
            }
        }
        #expect(count > 5000)
        #expect(sum / Double(count) < 2)
    }

    @Test func colorIsRenderedAsGrayIs() throws {
        let page = try BentPage(seed: 4, rise: Self.bends[2])
        let flat = try #require(flattened(page.image))
        var color = RGBImage(size: page.image.size)
        color.withMutableView { target in
            page.image.withView { picture in
                for y in 0..<picture.height {
                    for x in 0..<3 * picture.width { target.row(y)[x] = picture.row(y)[x / 3] }
                }
            }
        }
        let gray = page.image.withView { flat.render($0) }
        let found = color.withView { flat.render($0) }
        let greatest = gray.withView { gray in
            found.withView { found in
                (0..<gray.height).reduce(0) { greatest, y in
                    (0..<3 * gray.width).reduce(greatest) {
                        max($0, abs(Int(gray.row(y)[$1 / 3]) - Int(found.row(y)[$1])))
                    }
                }
            }
        }
        #expect(greatest <= 1)
    }

    @Test func mapGoesBothWays() throws {
        let page = try BentPage(seed: 5, rise: Self.bends[2])
        let flat = try #require(flattened(page.image))
        for y in stride(from: 200.0, through: 1100, by: 100) {
            for x in stride(from: 200.0, through: 800, by: 100) {
                let point = Point2D(x: x, y: y)
                #expect(flat.picturePoint(of: flat.pagePoint(of: point)).distance(to: point) < 0.1)
            }
        }
    }

    @Test func flatPageStaysAsItIs() throws {
        #expect(refusal(try BentPage(seed: 6) { _ in 0 }.image) == .flat)
    }

    @Test func fewLinesAreNotEnough() throws {
        #expect(refusal(try BentPage(seed: 7, lineCount: 3, rise: Self.bends[0]).image) == .fewLines)
    }

    @Test(arguments: [(1, 1), (63, 200), (700, 30), (64, 64), (1200, 900), (32_767, 1)])
    func pictureWithoutText(width: Int, height: Int) throws {
        #expect(refusal(GrayImage(size: try PixelSize(width: width, height: height))) == .noText)
    }

    @Test(arguments: [(32_768, 1), (1, 65_535), (32_767, 16_400)])
    func pictureThatIsTooLarge(width: Int, height: Int) throws {
        // Of such a picture not a pixel is looked at: the view shows one row again and again.
        let row = [UInt8](repeating: 255, count: width)
        let outcome = try row.withUnsafeBufferPointer {
            PageFlattener().flatten(
                try GrayView(
                    base: $0.baseAddress!, byteCount: .max, size: PixelSize(width: width, height: height),
                    stride: width))
        }
        guard case .refused(.tooLarge) = outcome else { return _ = Issue.record("\(outcome)") }
    }

    /// Noise has ink, but no lines that a sheet could straighten.
    @Test(arguments: [8, 9] as [UInt64])
    func noiseIsRefused(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var image = GrayImage(size: try PixelSize(width: 900, height: 700))
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width { view.row(y)[x] = UInt8(truncatingIfNeeded: random.next()) }
            }
        }
        #expect(refusal(image) != nil)
    }

    /// What one picture leaves behind does not change what is said of the next.
    @Test func flattenerCanBeUsedAgain() throws {
        let flattener = PageFlattener()
        let page = try BentPage(seed: 10, rise: Self.bends[1])
        let first = try #require(flattened(page.image, by: flattener))
        _ = flatten(try BentPage(seed: 11, rise: Self.bends[3]).image, by: flattener)
        let second = try #require(flattened(page.image, by: flattener))
        let point = Point2D(x: 300, y: 400)
        #expect(first.size == second.size)
        #expect(first.pagePoint(of: point) == second.pagePoint(of: point))
    }
}
