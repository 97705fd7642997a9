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

    private func render(
        _ image: GrayImage, _ plan: PageRectifier.Plan, _ flat: FlatPage, workers: Int = 1
    ) throws -> GrayImage {
        var parameters = PageRectifier.Parameters()
        parameters.workers = workers
        var rectifier = try PageRectifier(parameters)
        var page = GrayImage(size: plan.size)
        try image.withView { view throws(PageRectifier.Failure) in
            try rectifier.rectify(view, by: plan, through: flat, into: &page)
        }
        return page
    }

    /// Paper that rises to the binding at its left or right, that is arched, or wavy.
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

    /// A few lines at the top say little about the bottom; the paper's sides do.
    @Test func sidesOfThePaperAreEvidence() throws {
        let page = try BentPage(seed: 12, lineCount: 7, rise: Self.bends[0])
        func error(_ outline: PageOutline?) -> Double {
            let outcome = page.image.withView { PageFlattener().flatten($0, outline: outline, isForced: true) }
            guard case .flattened(let flat) = outcome else { return .infinity }
            return page.error { flat.pagePoint(of: $0) }
        }
        let informed = error(page.outline)
        #expect(informed < 0.006)
        #expect(informed < error(nil))
    }

    /// A sheet of known size has its proportions, unless the evidence contradicts them.
    @Test func pageHasTheProportionsOfItsPaper() throws {
        let page = try BentPage(seed: 22, rise: Self.bends[0])
        func ratio(_ papers: [Double]) -> Double? {
            let outcome = page.image.withView { PageFlattener().flatten($0, outline: page.outline, papers: papers) }
            guard case .flattened(let flat) = outcome else { return nil }
            return Double(flat.size.width) / Double(flat.size.height)
        }
        let measured = try #require(ratio([]))
        let paper = 860.0 / 1160
        #expect(abs(try #require(ratio([paper, 1 / paper])) / paper - 1) < 0.0015)
        #expect(ratio([0.5, 1]) == measured)
        #expect(ratio([0.97 * measured]) == measured)
    }

    /// A camera with a longer or a shorter lens than phones have: the lines reveal it.
    @Test func focalLengthNeedNotBeKnown() throws {
        let page = try BentPage(seed: 23, rise: Self.bends[2])
        func error(_ focalLength: Double?) -> Double {
            let outcome = page.image.withView {
                PageFlattener().flatten($0, outline: page.outline, focalLength: focalLength)
            }
            guard case .flattened(let flat) = outcome else { return .infinity }
            return page.error { flat.pagePoint(of: $0) }
        }
        #expect(error(nil) < 0.0025)
        #expect(error(1.2 * Double(BentPage.height)) < 0.0025)
    }

    /// The rendering matches the map: sampled at both ends the page has the picture's levels.
    @Test func renderFollowsTheMap() throws {
        let page = try BentPage(seed: 4, rise: Self.bends[0])
        let flat = try #require(flattened(page.image))
        let plan = try PageRectifier().plan(for: flat)
        let image = try render(page.image, plan, flat)
        #expect(image.size == plan.size)
        var (sum, count) = (0.0, 0)
        page.image.withView { picture in
            image.withView { view in
                for y in stride(from: 5, to: view.height - 5, by: 7) {
                    for x in stride(from: 5, to: view.width - 5, by: 7) {
                        let point = flat.picturePoint(
                            of: plan.pageToPicture.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)))
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
        let plan = try PageRectifier().plan(for: flat)
        let gray = try render(page.image, plan, flat)
        var found = RGBImage(size: plan.size)
        try color.withView { view throws(PageRectifier.Failure) in
            var rectifier = PageRectifier()
            try rectifier.rectify(view, by: plan, through: flat, into: &found)
        }
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

    @Test func workersShareAPageWithoutATrace() throws {
        let page = try BentPage(seed: 4, rise: Self.bends[0])
        let flat = try #require(flattened(page.image))
        let plan = try PageRectifier().plan(for: flat)
        #expect(try render(page.image, plan, flat) == render(page.image, plan, flat, workers: 3))
    }

    /// With an outline the page ends where the paper does, and everything beyond is ignored.
    @Test func pageEndsAtItsOutline() throws {
        let page = try BentPage(seed: 13, rise: Self.bends[0])
        let outcome = page.image.withView { PageFlattener().flatten($0, outline: page.outline) }
        guard case .flattened(let flat) = outcome else { return _ = Issue.record("\(outcome)") }
        #expect(abs(Double(flat.size.width) / Double(flat.size.height) - 860.0 / 1160) < 0.02)
        for corner in 0..<4 {
            let found = flat.picturePoint(of: Quad(flat.size)[corner])
            #expect(found.distance(to: page.outline.quad[corner]) < 12)
        }
    }

    /// A picture taken with a rotated camera: the corners define the page's top.
    @Test(arguments: 1...3)
    func turnedPictureIsMadeFlatUpright(turns: Int) throws {
        let page = try BentPage(seed: 14, rise: Self.bends[1])
        let straight = page.image.withView { PageFlattener().flatten($0, outline: page.outline) }
        guard case .flattened(let upright) = straight else { return _ = Issue.record("\(straight)") }
        let turned = page.image.turned(quarterTurns: turns)
        let (width, height) = (Double(BentPage.width), Double(BentPage.height))
        func turn(_ point: Point2D) -> Point2D {
            switch turns {
            case 1: Point2D(x: height - point.y, y: point.x)
            case 2: Point2D(x: width - point.x, y: height - point.y)
            default: Point2D(x: point.y, y: width - point.x)
            }
        }
        let quad = page.outline.quad
        var outline = PageOutline(
            Quad(
                topLeft: turn(quad[0]), topRight: turn(quad[1]), bottomRight: turn(quad[2]), bottomLeft: turn(quad[3])))
        outline.sides = page.outline.sides.map { $0.map(turn) }
        let outcome = turned.withView { PageFlattener().flatten($0, outline: outline) }
        guard case .flattened(let flat) = outcome else { return _ = Issue.record("\(outcome)") }
        #expect(abs(flat.size.width - upright.size.width) <= 4)
        for point in [Point2D(x: 100, y: 100), Point2D(x: 400, y: 700)] {
            #expect(flat.picturePoint(of: point).distance(to: turn(upright.picturePoint(of: point))) < 4)
        }
    }

    @Test func sidewaysTextIsRefused() throws {
        let page = try BentPage(seed: 15, rise: Self.bends[2])
        #expect(refusal(page.image.turned(quarterTurns: 1)) != nil)
        #expect(refusal(try BentPage(seed: 16) { _ in 0 }.image.turned(quarterTurns: 3)) != nil)
    }

    /// Corners from users and files may have any value.
    @Test(arguments: [
        Quad(
            topLeft: Point2D(x: .nan, y: 0), topRight: Point2D(x: 9, y: 0), bottomRight: Point2D(x: 9, y: 9),
            bottomLeft: Point2D(x: 0, y: 9)),
        Quad(
            topLeft: Point2D(x: -1e300, y: 0), topRight: Point2D(x: 1e300, y: 0), bottomRight: Point2D(x: 9, y: 1e300),
            bottomLeft: Point2D(x: 0, y: 9)),
        Quad(
            topLeft: Point2D(x: 5000, y: 5000), topRight: Point2D(x: 5001, y: 5000),
            bottomRight: Point2D(x: 5001, y: 5001), bottomLeft: Point2D(x: 5000, y: 5001)),
        Quad(
            topLeft: Point2D(x: 900, y: 900), topRight: Point2D(x: 100, y: 100), bottomRight: Point2D(x: 100, y: 900),
            bottomLeft: Point2D(x: 900, y: 100)),
    ])
    func hostileCornersDoNoHarm(quad: Quad) throws {
        let page = try BentPage(seed: 17, lineCount: 12, rise: Self.bends[0])
        for isForced in [false, true] {
            let outcome = page.image.withView {
                PageFlattener().flatten($0, outline: PageOutline(quad), isForced: isForced)
            }
            guard case .refused = outcome else { return _ = Issue.record("\(outcome)") }
        }
    }

    /// The lines of a letter that was folded twice stay straight; its sides show the folds.
    @Test func foldedLetterIsMadeFlat() throws {
        let page = try BentPage(seed: 18, isFolded: true) { place in
            place < -193 ? 0.2 * (place + 193) : place < 193 ? -0.2 * (place + 193) : 0.2 * (place - 193) - 77.2
        }
        let outcome = page.image.withView {
            PageFlattener().flatten($0, outline: SideTracer().outline(PageOutline(page.foldedQuad), in: $0))
        }
        guard case .flattened(let flat) = outcome else { return _ = Issue.record("\(outcome)") }
        let before = page.error { $0 }
        #expect(page.error { flat.pagePoint(of: $0) } < 0.6 * before)
        #expect(flat.confidence > 0.6)
    }

    /// The sides of the paper need not be traced beforehand.
    @Test func sidesAreFollowedOnTheWay() throws {
        let page = try BentPage(seed: 18, isFolded: true) { place in
            place < -193 ? 0.2 * (place + 193) : place < 193 ? -0.2 * (place + 193) : 0.2 * (place - 193) - 77.2
        }
        let quad = PageOutline(page.foldedQuad)
        let (here, before) = page.image.withView { picture in
            (
                PageFlattener().flatten(picture, outline: quad, followsSides: true),
                PageFlattener().flatten(picture, outline: SideTracer().outline(quad, in: picture))
            )
        }
        guard case .flattened(let a) = here, case .flattened(let b) = before else {
            return _ = Issue.record("\(here) \(before)")
        }
        #expect(a.size == b.size && a.mesh(step: 50).nodes == b.mesh(step: 50).nodes)
    }

    /// A glance suffices for a flat page: it finds the lines that show it.
    @Test func flatPageIsSeenAtAGlance() throws {
        let page = try BentPage(seed: 19, isFolded: true) { _ in 0 }
        let glance = PageGlance()
        let seen = page.image.withView { glance.flat($0, PageOutline(page.foldedQuad), followsSides: true) }
        let trace = try #require(seen)
        #expect(trace.lines.count > 20)
        #expect(trace.commonBend < 0.02)
        let bent = try BentPage(seed: 20, rise: Self.bends[2])
        #expect(bent.image.withView { glance.flat($0, bent.outline, followsSides: false) } == nil)
    }

    @Test func flatSheetOnADeskStaysAsItIs() throws {
        let page = try BentPage(seed: 19, isFolded: true) { _ in 0 }
        let outcome = page.image.withView {
            PageFlattener().flatten($0, outline: SideTracer().outline(PageOutline(page.foldedQuad), in: $0))
        }
        guard case .refused(.flat) = outcome else { return _ = Issue.record("\(outcome)") }
    }

    /// The border of a light cloth is clearer than that of the paper on it, but passes the paper's corners.
    @Test(arguments: [true, false])
    func theBorderOfAClothIsNotTheSideOfThePaperOnIt(hasCloth: Bool) throws {
        var image = GrayImage(size: try PixelSize(width: 1000, height: 1300))
        image.withMutableView { view in
            for y in 0..<1300 {
                for x in 0..<1000 {
                    let beyond = max(200 - x, x - 799, 200 - y, y - 1099)
                    view.row(y)[x] = beyond <= 0 ? 215 : hasCloth && beyond <= 20 ? 205 : 60
                }
            }
        }
        let quad = Quad(
            topLeft: Point2D(x: 200, y: 200), topRight: Point2D(x: 800, y: 200), bottomRight: Point2D(x: 800, y: 1100),
            bottomLeft: Point2D(x: 200, y: 1100))
        let traced = image.withView { SideTracer().outline(PageOutline(quad), in: $0) }
        #expect(traced.sides.allSatisfy { $0.isEmpty == hasCloth })
    }

    /// A line of one column is not taken for one of the next.
    @Test func linesEndWithTheirColumn() throws {
        let page = try BentPage(seed: 20, gutter: 30, rise: Self.bends[2])
        let flattener = PageFlattener()
        _ = flatten(page.image, by: flattener)
        #expect(flattener.trace.lines.count > 40)
        for line in flattener.trace.lines {
            let ends = [line[0], line[line.count - 1]].map { page.truth(x: Int($0.x), y: Int($0.y)).x }
            #expect(ends[0] * ends[1] > 0)
        }
    }

    /// Nothing of a page is shown beyond the picture, except its text.
    @Test func pageEndsWhereThePictureDoes() throws {
        let page = try BentPage(seed: 21, rise: Self.bends[2])
        var outline = page.outline
        outline.sides = [[], [], [], []]
        let low = Point2D(x: 0, y: 200)
        outline.quad = Quad(
            topLeft: outline.quad[0] - low, topRight: outline.quad[1] - low, bottomRight: outline.quad[2],
            bottomLeft: outline.quad[3])
        let outcome = page.image.withView { PageFlattener().flatten($0, outline: outline) }
        guard case .flattened(let flat) = outcome else { return _ = Issue.record("\(outcome)") }
        let width = Double(flat.size.width)
        let shown = (0...20).count { flat.picturePoint(of: Point2D(x: width * Double($0) / 20, y: 0)).y > -2 }
        #expect(shown > 14)
    }

    /// Beyond the picture there is paper instead of repeated border pixels.
    @Test func beyondThePictureIsPaper() throws {
        let page = try BentPage(seed: 21, rise: Self.bends[2])
        var color = RGBImage(size: page.image.size)
        color.withMutableView { target in
            page.image.withView { picture in
                for y in 0..<picture.height {
                    for x in 0..<picture.width {
                        let level = y == 0 && x % 9 < 3 ? 20 : picture.row(y)[x]
                        for (channel, less) in [0, 15, 30].enumerated() {
                            target.row(y)[3 * x + channel] = level - UInt8(min(Int(level), less))
                        }
                    }
                }
            }
        }
        let low = Point2D(x: 0, y: 200)
        let quad = page.outline.quad
        let outline = PageOutline(
            Quad(topLeft: quad[0] - low, topRight: quad[1] - low, bottomRight: quad[2], bottomLeft: quad[3]))
        let outcome = page.image.withView { PageFlattener().flatten($0, outline: outline) }
        guard case .flattened(let flat) = outcome else { return _ = Issue.record("\(outcome)") }
        let plan = try PageRectifier().plan(for: flat)
        var found = RGBImage(size: plan.size)
        try color.withView { view throws(PageRectifier.Failure) in
            var rectifier = PageRectifier()
            try rectifier.rectify(view, by: plan, through: flat, into: &found)
        }
        var (beyond, wrong) = (0, 0)
        found.withView { view in
            for y in 0..<60 {
                for x in 0..<view.width {
                    let place = plan.pageToPicture.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    guard flat.picturePoint(of: place).y < -2 else { continue }
                    beyond += 1
                    let paper = [220, 205, 190].enumerated().allSatisfy { abs(Int(view.row(y)[3 * x + $0]) - $1) <= 3 }
                    if !paper { wrong += 1 }
                }
            }
        }
        #expect(beyond > 100)
        #expect(wrong == 0)
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

    @Test func nodesOfTheMeshAreWhatEachPointShows() throws {
        let flat = try #require(flattened(try BentPage(seed: 5, rise: Self.bends[2]).image))
        for page in [flat, flat.turned(quarterTurns: 1)] {
            let (nodes, across, down) = page.mesh(step: 50)
            #expect(nodes.count == across * down)
            for (index, node) in nodes.enumerated() {
                let place = Point2D(x: Double(50 * (index % across)), y: Double(50 * (index / across)))
                #expect(node == page.picturePoint(of: place))
            }
        }
    }

    @Test func flatPageStaysAsItIs() throws {
        #expect(refusal(try BentPage(seed: 6) { _ in 0 }.image) == .flat)
    }

    @Test(arguments: [4.0, 8])
    func handwritingStaysAsItIs(sway: Double) throws {
        #expect(refusal(try BentPage(seed: 7, sway: sway) { _ in 0 }.image) == .flat)
    }

    @Test func flatPageIsMadeFlatIfForced() throws {
        let page = try BentPage(seed: 6) { _ in 0 }
        let outcome = page.image.withView { PageFlattener().flatten($0, isForced: true) }
        guard case .flattened(let flat) = outcome else { return _ = Issue.record("\(outcome)") }
        #expect(page.error { flat.pagePoint(of: $0) } < 0.001)
    }

    @Test func fewLinesAreNotEnough() throws {
        #expect(refusal(try BentPage(seed: 7, lineCount: 3, rise: Self.bends[0]).image) == .fewLines)
    }

    @Test(arguments: [(1, 1), (63, 200), (700, 30), (64, 64), (1200, 900), (32_767, 1)])
    func aPictureWithoutTextIsRefused(width: Int, height: Int) throws {
        #expect(refusal(GrayImage(size: try PixelSize(width: width, height: height))) == .noText)
    }

    @Test(arguments: [(32_768, 1), (1, 65_535), (32_767, 16_400)])
    func pictureThatIsTooLarge(width: Int, height: Int) throws {
        // Not a pixel of such a picture is read: the view repeats one row.
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

    /// One picture must not affect the result for the next.
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
