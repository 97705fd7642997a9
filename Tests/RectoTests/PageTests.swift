import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct PageTests {
    let original: RGBImage
    let quad: Quad

    init() throws {
        var random = SeededGenerator(seed: 17)
        let size = try PixelSize(width: 420, height: 360)
        let bytes = (0..<size.area).flatMap { index -> [UInt8] in
            let (x, y) = (index % 420, index / 420)
            let isInk = x % 20 < 4 && y % 30 < 18
            let noise = UInt8.random(in: 0...6, using: &random)
            return isInk ? [50 + noise, 40, 60] : [200, 190 + noise, 180]
        }
        original = try RGBImage(size: size, packed: bytes)
        quad = try Quad(corners: [(40, 30), (390, 45), (375, 340), (55, 320)].map { Point2D(x: $0.0, y: $0.1) })
    }

    @Test(arguments: Filter.allCases, Rotation.allCases)
    func changingBackGivesTheFirstPage(filter: Filter, rotation: Rotation) throws {
        var renderer = PageRenderer()
        var page = Page(.rgb(original), quad: quad)
        let first = try renderer.render(page)
        page.filter = filter
        page.rotation = rotation
        page.quad = nil
        _ = try renderer.render(page)
        page.quad = quad
        let changed = try renderer.render(page)
        #expect(changed.size == (rotation.quarterTurns % 2 == 0 ? first.size : first.size.transposed))
        page.filter = .color
        page.rotation = .none
        #expect(try renderer.render(page).image == first.image)
        #expect(try page.render().image == first.image)
    }

    @Test func pixelsFollowTheFilter() throws {
        var page = Page(.rgb(original), quad: quad, renderOptions: RenderOptions(filter: .blackAndWhite))
        if case .bilevel = try page.render().image {} else { Issue.record("black and white is of one bit") }
        page.filter = .grayscale
        if case .gray = try page.render().image {} else { Issue.record("grayscale is gray") }
        page.filter = .photo
        if case .rgb = try page.render().image {} else { Issue.record("a photo keeps color") }
        let gray = try GrayImage(size: PixelSize(width: 40, height: 30), packed: [UInt8](repeating: 9, count: 1200))
        if case .gray = try Page(.gray(gray)).render().image {} else { Issue.record("gray stays gray") }
    }

    /// One side is filled, proportions are kept, and the plan predicts the size.
    @Test(arguments: [(90, 2000), (2000, 90), (333, 333), (700, 600)], [Rotation.none, .clockwise90])
    func fillsItsRoom(room: (Int, Int), rotation: Rotation) throws {
        let room = try PixelSize(width: room.0, height: room.1)
        for (quad, paper) in [(Optional(quad), PaperChoice.measured), (nil, .automatic), (quad, .fixed(.a4))] {
            var page = Page(
                .rgb(original), quad: quad,
                renderOptions: RenderOptions(filter: .photo, rotation: rotation, paper: paper))
            let natural = try PageRenderer().plan(for: page)
            page.room = room
            let plan = try PageRenderer().plan(for: page)
            let rendered = try page.render()
            #expect(rendered.size == plan.size)
            #expect(plan.size.width <= room.width && plan.size.height <= room.height)
            #expect(plan.size.width == room.width || plan.size.height == room.height)
            let short = Double(min(plan.size.width, plan.size.height))
            #expect(abs(Double(plan.size.width) / Double(plan.size.height) / natural.ratio - 1) < 1.2 / short)
            #expect(abs(rendered.widthInches / (Double(natural.size.width) / natural.dotsPerInch) - 1) < 1.2 / short)
        }
    }

    private func rgb(_ page: Page) throws -> RGBImage {
        let image: RGBImage? = if case .rgb(let picture) = try page.render().image { picture } else { nil }
        return try #require(image, "the page is in color")
    }

    /// A rotated page has the content of the unrotated one.
    @Test(arguments: Rotation.allCases)
    func aTurnedPageShowsTheSame(rotation: Rotation) throws {
        var page = Page(.rgb(original), quad: quad, renderOptions: RenderOptions(filter: .photo, paper: .measured))
        let upright = try rgb(page)
        page.rotation = rotation
        let turned = try rgb(page)
        let (w, h) = (upright.width, upright.height)
        let (a, b) = (upright.packedBytes, turned.packedBytes)
        var sum = 0
        for y in 0..<h {
            for x in 0..<w {
                let (tx, ty) =
                    switch rotation {
                    case .none: (x, y)
                    case .clockwise90: (h - 1 - y, x)
                    case .half: (w - 1 - x, h - 1 - y)
                    case .clockwise270: (y, w - 1 - x)
                    }
                sum += abs(Int(a[3 * (y * w + x)]) - Int(b[3 * (ty * turned.width + tx)]))
            }
        }
        #expect(Double(sum) / Double(w * h) < 2)
    }

    @Test func wholePictureKeepsItsPixels() throws {
        let rendered = try Page(.rgb(original), renderOptions: RenderOptions(filter: .grayscale)).render()
        #expect(rendered.size == original.size)
        #expect(rendered.plan == nil && rendered.paper == nil && rendered.dotsPerInch == 200)
        let turned = try Page(
            .rgb(original), renderOptions: RenderOptions(filter: .blackAndWhite, rotation: .clockwise90)
        ).render()
        #expect(turned.size == original.size.transposed)
        let letter = try Page(.rgb(original), renderOptions: RenderOptions(paper: .fixed(.letter))).render()
        #expect(letter.size == original.size)
        // It keeps its proportions and fits the paper.
        #expect(letter.paper == nil && abs(letter.dotsPerInch - 360 / 8.5) < 1e-9)
        let square = GrayImage(size: try PixelSize(width: 500, height: 500))
        let fitted = try Page(.gray(square), renderOptions: RenderOptions(paper: .fixed(.a4))).render()
        #expect(fitted.paper == nil && abs(fitted.widthInches - 210 / 25.4) < 1e-9)
        let sheet = GrayImage(size: try PixelSize(width: 595, height: 842))
        #expect(try Page(.gray(sheet), renderOptions: RenderOptions(paper: .fixed(.a4))).render().paper == Paper(.a4))
    }

    @Test func aPageOfKnownPaperHasItsSize() throws {
        var options = RenderOptions(filter: .blackAndWhite, paper: .fixed(.a4), dotsPerInch: 100)
        let page = try Page(.rgb(original), quad: quad, renderOptions: options).render()
        #expect(page.size == (try PixelSize(width: 1169, height: 827)))
        #expect(abs(page.widthInches - 297 / 25.4) < 0.01)
        options.rotation = .clockwise270
        let upright = try Page(.rgb(original), quad: quad, renderOptions: options).render()
        #expect(upright.paper == Paper(.a4, .portrait))
        #expect(upright.size == (try PixelSize(width: 827, height: 1169)))
    }

    /// A picture that was made of several frames may be twice as large as each of them.
    @Test(arguments: [nil, 120] as [Double?], [true, false])
    func aFusedPageOfUnknownPaperIsAsLargeOnPaper(dotsPerInch: Double?, hasCorners: Bool) throws {
        let options = RenderOptions(filter: .photo, paper: .measured, dotsPerInch: dotsPerInch)
        let single = try Page(.rgb(original), quad: hasCorners ? quad : nil, renderOptions: options).render()
        let twice = try PixelSize(width: 2 * original.width, height: 2 * original.height)
        var page = Page(
            .rgb(RGBImage(size: twice)), quad: hasCorners ? quad.map { $0 * 2 } : nil, renderOptions: options)
        page.fusion = PageFusion(frames: 9, scale: 2, noise: 1, lostShare: 0, lost: [])
        let fused = try page.render()
        #expect(abs(fused.widthInches / single.widthInches - 1) < 0.005)
        #expect(abs(fused.heightInches / single.heightInches - 1) < 0.005)
        #expect(fused.dotsPerInch == dotsPerInch ?? 400)
        if dotsPerInch == nil { #expect(abs(fused.size.width - 2 * single.size.width) <= 1) }
    }

    @Test func badCornersFail() {
        let page = Page(.rgb(original), quad: Quad(width: 0, height: 10))
        #expect(throws: PageRectifier.Failure.self) { try page.render() }
    }

    @Test func rotationsAddUp() {
        #expect(Rotation.clockwise270 + .half == .clockwise90)
        #expect(Rotation.clockwise90 + .clockwise270 == .none)
    }
}
