import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct RectifyRenderTests {
    private func noise(_ width: Int, _ height: Int, seed: UInt64 = 5) throws -> GrayImage {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
        return try GrayImage(size: try PixelSize(width: width, height: height), packed: bytes)
    }

    private func straighten(_ picture: GrayImage, _ plan: PageRectifier.Plan) throws -> GrayImage {
        var rectifier = PageRectifier()
        return try picture.withView { (view) throws(PageRectifier.Failure) in try rectifier.rectify(view, by: plan) }
    }

    @Test func wholePictureStaysAsItIs() throws {
        let rectifier = PageRectifier()
        let picture = try noise(97, 61)
        let plan = try rectifier.plan(for: Quad(picture.size), in: picture.size, paper: .measured)
        let page = try straighten(picture, plan)
        #expect(page == picture)
    }

    /// A sheet with a smooth pattern, photographed by exact projection, comes back as that pattern.
    @Test(arguments: [0.0, 0.3, 0.7])
    func straightensASheet(tilt: Double) throws {
        var random = SeededGenerator(seed: 9)
        let view = SheetView(tilt: tilt, azimuth: 0.5, roll: 0.1)
        let quad = view.quad(&random)
        let toSheet = try #require(Homography(from: quad, to: Quad(width: 1, height: 1)))
        func pattern(_ p: Point2D) -> Double { 40 + 150 * p.x * p.y + 50 * (1 - p.x) }
        var picture = GrayImage(size: try view.size)
        picture.withMutableView { target in
            for y in 0..<target.height {
                for x in 0..<target.width {
                    let p = toSheet.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    target.row(y)[x] = UInt8(min(max(pattern(p), 0), 255))
                }
            }
        }
        let rectifier = PageRectifier()
        let plan = try rectifier.plan(for: quad, in: picture.size)
        #expect(plan.paper == Paper(.a4))
        let page = try straighten(picture, plan)
        page.withView { result in
            for y in stride(from: 5, to: result.height - 5, by: 37) {
                for x in stride(from: 5, to: result.width - 5, by: 41) {
                    let p = Point2D(
                        x: (Double(x) + 0.5) / Double(result.width), y: (Double(y) + 0.5) / Double(result.height))
                    #expect(abs(Double(result.row(y)[x]) - pattern(p)) < 3)
                }
            }
        }
    }

    /// Stripes finer than the page's pixels become even gray, not other stripes.
    @Test func finePatternsDoNotAlias() throws {
        var picture = GrayImage(size: try PixelSize(width: 1200, height: 1200))
        picture.withMutableView { view in
            for y in 0..<1200 { for x in 0..<1200 { view.row(y)[x] = x % 3 == 0 ? 0 : 255 } }
        }
        var parameters = PageRectifier.Parameters()
        parameters.largestNaturalArea = 300 * 300
        let rectifier = try PageRectifier(parameters)
        let plan = try rectifier.plan(for: Quad(picture.size), in: picture.size, paper: .measured)
        #expect(plan.halvings == 2)
        let page = try straighten(picture, plan)
        #expect(page.packedBytes.allSatisfy { 120...220 ~= $0 })
    }

    @Test func colourAndLumaAgreeWithGray() throws {
        let gray = try noise(64, 48)
        let bytes = gray.packedBytes.flatMap { [$0, $0, $0] }
        let rgb = try RGBImage(size: gray.size, packed: bytes)
        var rectifier = PageRectifier()
        let quad = try Quad(
            corners: [(3, 2), (60, 5), (58, 44), (6, 40)].map { Point2D(x: $0.0, y: $0.1) })
        let plan = try rectifier.plan(for: quad, in: gray.size)
        let page = try straighten(gray, plan)
        let color = try rgb.withView { (view) throws(PageRectifier.Failure) in
            try rectifier.rectify(view, by: plan)
        }
        var luma = GrayImage(size: try PixelSize(width: 1, height: 1))
        try rgb.withView { (view) throws(PageRectifier.Failure) in
            try rectifier.rectify(lumaOf: view, by: plan, into: &luma)
        }
        #expect(luma == page)
        #expect(color.packedBytes == page.packedBytes.flatMap { [$0, $0, $0] })
    }

    @Test func cornersOutsideContinueTheBorder() throws {
        let size = try PixelSize(width: 40, height: 40)
        let picture = try GrayImage(size: size, packed: [UInt8](repeating: 77, count: 1600))
        let rectifier = PageRectifier()
        let quad = Quad(width: 120, height: 150).map { $0 - Point2D(x: 30, y: 50) }
        let plan = try rectifier.plan(for: quad, in: picture.size)
        let page = try straighten(picture, plan)
        #expect(page.packedBytes.allSatisfy { $0 == 77 })
    }

    @Test func refusesAnotherPicture() throws {
        let rectifier = PageRectifier()
        let (picture, other) = (try noise(30, 30), try noise(31, 30))
        let plan = try rectifier.plan(for: Quad(picture.size), in: picture.size)
        #expect(throws: PageRectifier.Failure.pictureSize(other.size, required: picture.size)) {
            try straighten(other, plan)
        }
    }
}
