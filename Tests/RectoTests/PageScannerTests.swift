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

    /// Photos of pages, and flat pages on which there is none to be found.
    @Test(arguments: PageDetection.Level.allCases)
    func cropsFromItsLevelOn(least: PageDetection.Level) throws {
        var scanner = PageScanner(detector: try PageDetector())
        scanner.options.leastLevel = least
        var cropped: [Bool] = []
        for name in ["letter-wood.jpg", "invoice-clutter.jpg", "blank-dark.page.png", "notes-clutter.page.png"] {
            let scan = try scanner.scan(picture(name))
            let detection = try #require(scan.detection)
            cropped.append(scan.page.quad != nil)
            #expect((scan.page.quad != nil) == (detection.confidence >= least.leastConfidence))
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
}
