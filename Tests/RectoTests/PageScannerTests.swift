import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import Testing

@Suite struct PageScannerTests {
    private func picture(_ name: String) throws -> Picture {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages")
        return try PictureReader().read(path: folder.appending(path: name).path)
    }

    /// Photos of pages, and flat pages without a page in them.
    @Test(arguments: PageDetection.Level.allCases)
    func cropsFromItsLevelOn(minimum: PageDetection.Level) throws {
        var scanner = PageScanner(detector: try PageDetector())
        scanner.options.minimumLevel = minimum
        var cropped: [Bool] = []
        for name in ["letter-wood.jpg", "invoice-clutter.jpg", "blank-dark.page.png", "notes-clutter.page.png"] {
            let scan = try scanner.scan(picture(name))
            let detection = try #require(scan.detection)
            cropped.append(scan.page.quad != nil)
            #expect((scan.page.quad != nil) == (detection.confidence >= minimum.minimumConfidence))
        }
        #expect(cropped.contains(true) && cropped.contains(false))
    }

    @Test func everyPageOfAPictureIsDetected() throws {
        var detector = try PageDetector()
        let picture = try picture("invoice-clutter.jpg")
        let all = detector.detectAll(picture, limit: 3)
        #expect(all.first == detector.detect(picture))
        #expect(all == detector.explain(picture, limit: 3).map(\.detection))
        #expect(all.count == 3)
    }

    /// A quad some pixels off, like a live one, is moved to the detector's result.
    @Test func cropsNearALiveQuad() throws {
        let picture = try picture("letter-wood.jpg")
        var scanner = PageScanner(detector: try PageDetector())
        let found = try scanner.scan(picture)
        let truth = try #require(found.page.quad)
        #expect(found.sagittas == found.detection?.sagittas)
        let half = try PixelSize(width: picture.size.width / 2, height: picture.size.height / 2)
        let live = truth.scaled(from: picture.size, to: half).map { $0 + Point2D(x: 1, y: -1.5) }
        scanner.options.crop = .near(live.scaled(from: half, to: picture.size))
        let near = try scanner.scan(picture)
        let quad = try #require(near.page.quad)
        for corner in 0..<4 { #expect(quad[corner].distance(to: truth[corner]) < 1) }
        #expect(near.detection == nil && near.sagittas?.sides.contains(nil) == false)
        scanner.options.crop = .near(Quad(width: .nan, height: 5))
        #expect(throws: ParameterError.self) { try scanner.scan(picture) }
    }

    /// The proportions of a part of a page are those of no paper.
    @Test func aPartOfAPageKeepsItsProportions() throws {
        var picture = GrayImage(size: try PixelSize(width: 640, height: 480))
        var grain = SplitMix64(seed: 7)
        picture.withMutableView { view in
            for y in 0..<480 {
                for x in 0..<640 { view.row(y)[x] = (x < 380 && 80..<420 ~= y ? 225 : 90) + UInt8(grain.next() % 7) }
            }
        }
        var scanner = PageScanner(detector: try PageDetector())
        let cut = try scanner.scan(PictureReader().read(bytes: PNGWriter().encode(.gray(picture))))
        #expect(cut.detection?.cutSides == .left)
        #expect(cut.page.quad != nil && cut.page.renderOptions.paper == .measured)
        scanner.options.renderOptions.paper = .fixed(.a4)
        let fixed = try scanner.scan(PictureReader().read(bytes: PNGWriter().encode(.gray(picture))))
        #expect(fixed.page.renderOptions.paper == .fixed(.a4))
        scanner.options.renderOptions.paper = .automatic
        let whole = try scanner.scan(self.picture("letter-wood.jpg"))
        #expect(whole.page.renderOptions.paper == .automatic)
    }
}
