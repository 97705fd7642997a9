import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// Pictures, corners and options that cannot give a page: an error or a page, never a trap.
@Suite struct PageHostileTests {
    private static let sizes = [
        (1, 1), (2, 3), (3, 3), (17, 1), (300, 1), (1, 300), (32_767, 2), (32_768, 2), (65_535, 1), (1, 65_535),
        (200, 300),
    ]
    private static let papers: [PaperChoice] = [.automatic, .measured, .fixed(.a6), .fixed(.id1)]

    @Test(arguments: sizes)
    func rendersOrThrows(width: Int, height: Int) throws {
        let image = GrayImage(size: try PixelSize(width: width, height: height))
        let (w, h) = (Double(width), Double(height))
        let quads: [Quad?] = [
            nil, Quad(width: w, height: h), Quad(width: 5, height: 5), Quad(width: 100, height: 1),
            Quad(width: 1e7, height: 1e7), Quad(width: w, height: h).map { $0 + Point2D(x: -3 * w, y: 2 * h) },
            Quad(width: .infinity, height: 1), Quad(width: 0, height: 0),
        ]
        var renderer = PageRenderer()
        for quad in quads {
            for paper in Self.papers {
                for dotsPerInch in [nil, 10, -1, .nan] as [Double?] {
                    var page = Page(
                        .gray(image), quad: quad,
                        renderOptions: RenderOptions(filter: .blackAndWhite, paper: paper, dotsPerInch: dotsPerInch))
                    page.rotation = .clockwise90
                    guard let rendered = try? renderer.render(page) else { continue }
                    #expect(PageRectifier.Parameters.dotsPerInchRange ~= rendered.dotsPerInch)
                    #expect(Resolution(dotsPerInch: rendered.dotsPerInch) != nil)
                }
            }
        }
    }

    @Test func wholePicturesOfAnySizeArePages() throws {
        for (width, height) in Self.sizes {
            let image = GrayImage(size: try PixelSize(width: width, height: height))
            let page = try Page(.gray(image), renderOptions: RenderOptions(filter: .grayscale)).render()
            #expect(page.size == image.size)
        }
    }

    @Test func whatIsTooSmallForTextHasNoOrientation() throws {
        var renderer = PageRenderer()
        for (width, height) in Self.sizes {
            let image = GrayImage(size: try PixelSize(width: width, height: height))
            #expect(try renderer.suggestOrientation(of: Page(.gray(image))).rotation == nil, "\(image.size)")
        }
        let image = GrayImage(size: try PixelSize(width: 200, height: 300))
        let page = Page(.gray(image), quad: Quad(width: 1, height: 1))
        #expect(throws: PageRectifier.Failure.self) { try renderer.suggestOrientation(of: page) }
    }

    @Test func theFilesResolutionCountsForWholePictures() throws {
        let image = GrayImage(size: try PixelSize(width: 90, height: 30))
        #expect(try Page(.gray(image), statedDotsPerInch: 300).render().dotsPerInch == 300)
        #expect(try Page(.gray(image), statedDotsPerInch: 1).render().dotsPerInch == 200)
        #expect(
            try Page(.gray(image), renderOptions: RenderOptions(dotsPerInch: 150), statedDotsPerInch: 300).render()
                .dotsPerInch == 150)
    }

    @Test func pagesBeyondTheBudgetAreRefused() throws {
        let image = RGBImage(size: try PixelSize(width: 300, height: 420))
        let page = Page(
            .rgb(image), quad: Quad(image.size), renderOptions: RenderOptions(paper: .fixed(.a4), dotsPerInch: 2400))
        #expect(throws: PageRectifier.Failure.self) { try page.render() }
    }

    @Test func failuresReadAsSentences() throws {
        let image = GrayImage(size: try PixelSize(width: 8, height: 8))
        let page = Page(.gray(image), renderOptions: RenderOptions(paper: .fixed(.a3)))
        let failure = #expect(throws: PageRectifier.Failure.self) { try page.render() }
        #expect(failure.map { "\($0)" } == "would have 0.68 dots per inch, required: 1 to 2400")
    }
}
