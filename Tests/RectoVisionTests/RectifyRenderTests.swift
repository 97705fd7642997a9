import Glibc
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

    /// A sheet with a smooth pattern, photographed by exact projection, gives that pattern again.
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

    /// A sheet with a dark line that runs out of the picture: the line is not repeated beyond it.
    @Test func paperBeyondThePicture() throws {
        var picture = GrayImage(size: try PixelSize(width: 400, height: 300))
        picture.withMutableView { view in
            for y in 0..<300 { for x in 0..<400 { view.row(y)[x] = 100..<112 ~= y ? 20 : 220 } }
        }
        let quad = try Quad(corners: [(-150, 0), (300, 0), (300, 300), (-150, 300)].map { Point2D(x: $0.0, y: $0.1) })
        let plan = try PageRectifier().plan(for: quad, in: picture.size, paper: .measured)
        let page = try straighten(picture, plan)
        page.withView { result in
            let scale = Double(result.width) / 450
            let row = Int(106 * scale)
            #expect(result.row(row)[result.width - 20] < 40)
            for x in 0..<Int(145 * scale) { #expect(result.row(row)[x] > 210, "\(x)") }
        }
        // A narrow strip is the border's repeated pixels.
        let narrow = try Quad(corners: [(-2, 0), (300, 0), (300, 300), (-2, 300)].map { Point2D(x: $0.0, y: $0.1) })
        let strip = try straighten(picture, try PageRectifier().plan(for: narrow, in: picture.size, paper: .measured))
        strip.withView { #expect($0.row($0.height * 106 / 300)[0] < 40) }
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
        #expect(plan.halvings == 1)
        let page = try straighten(picture, plan)
        #expect(page.packedBytes.allSatisfy { 120...220 ~= $0 })
    }

    @Test func colorAndLumaAgreeWithGray() throws {
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

    // MARK: - Sampling

    /// Fine text-like bars, at 0.5 to 1.3 pixels of the picture per pixel of the page, compared with the same view
    /// sampled sixteen times per pixel in double precision: dB, bilinear and fine.
    private func fidelity(scale: Double) throws -> (bilinear: Double, fine: Double) {
        func ink(_ x: Double, _ y: Double) -> Double { 128 + 60 * sin(x / 1.7) + 60 * sin(y / 2.1 + x / 9) }
        var picture = GrayImage(size: try PixelSize(width: 220, height: 200))
        picture.withMutableView { view in
            for y in 0..<200 {
                for x in 0..<220 { view.row(y)[x] = UInt8(ink(Double(x) + 0.5, Double(y) + 0.5).rounded()) }
            }
        }
        let quad = Quad(width: 190, height: 120).map {
            Point2D(x: $0.x + 12.3 + 0.03 * $0.y, y: $0.y + 20.7 + 0.02 * $0.x)
        }
        func decibels(_ sampling: PageRectifier.Sampling) throws -> Double {
            var parameters = PageRectifier.Parameters()
            parameters.sampling = sampling
            let plan = try PageRectifier(parameters).plan(
                for: quad, in: picture.size, paper: .fixed(.id1), dotsPerInch: 56.4 / scale)
            #expect(plan.halvings == 0)
            let page = try straighten(picture, plan)
            var sum = 0.0
            page.withView { view in
                for y in 0..<view.height {
                    for x in 0..<view.width {
                        let exact = (0..<16).reduce(0.0) { total, i in
                            let (dx, dy) = ((Double(i % 4) + 0.5) / 4, (Double(i / 4) + 0.5) / 4)
                            let p = plan.pageToPicture.map(Point2D(x: Double(x) + dx, y: Double(y) + dy))
                            return total + ink(p.x, p.y) / 16
                        }
                        let difference = Double(view.row(y)[x]) - exact
                        sum += difference * difference
                    }
                }
            }
            return 10 * log10(255 * 255 * Double(page.size.area) / sum)
        }
        return (try decibels(.bilinear), try decibels(.fine))
    }

    /// Measured: 44.6 and 53.3 dB at 0.5, 46.1 and 54.5 at 0.8, 47.3 and 53.4 at 1.
    @Test(arguments: [(0.5, 7.0), (0.8, 7), (1.0, 5)])
    func fineSamplingIsCloserToTheView(scale: Double, gain: Double) throws {
        let found = try fidelity(scale: scale)
        #expect(found.fine > found.bilinear + gain)
    }

    @Test func fineSamplingOfLargerPicturesIsBilinear() throws {
        let found = try fidelity(scale: 1.3)
        #expect(found.fine == found.bilinear && found.bilinear > 49)
    }

    @Test func workersMakeTheSamePage() throws {
        let picture = try noise(300, 200)
        let rgb = try RGBImage(size: picture.size, packed: picture.packedBytes.flatMap { [$0, 255 - $0, $0 / 2] })
        for corners in [[(20, 10), (280, 30), (260, 180), (40, 190)], [(260, 20), (250, 190), (30, 170), (40, 20)]] {
            let quad = try Quad(corners: corners.map { Point2D(x: Double($0.0), y: Double($0.1)) })
            for sampling in PageRectifier.Sampling.allCases {
                let pages = try [1, 2, 5].map { workers in
                    var parameters = PageRectifier.Parameters()
                    parameters.sampling = sampling
                    parameters.workers = workers
                    var rectifier = try PageRectifier(parameters)
                    let plan = try rectifier.plan(for: quad, in: picture.size)
                    var luma = GrayImage(size: plan.size)
                    let color = try rgb.withView { (view) throws(PageRectifier.Failure) in
                        try rectifier.rectify(lumaOf: view, by: plan, into: &luma)
                        return try rectifier.rectify(view, by: plan)
                    }
                    return color.packedBytes + luma.packedBytes
                }
                #expect(pages[0] == pages[1] && pages[0] == pages[2])
            }
        }
    }
}
