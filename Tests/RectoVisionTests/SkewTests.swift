import Foundation
import RectoCodecs
import RectoCore
import RectoKernels
import RectoPictures
import RectoVision
import TestSupport
import Testing

@Suite struct SkewTests {
    private func page(_ kind: PageKind, _ seed: UInt64, pixelsPerMillimeter: Double) throws -> GrayImage {
        let isSheet = kind != .receipt && kind != .businessCard && kind != .photograph
        let page = try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + 90_000 + seed, kind: kind, format: isSheet ? .a5 : nil,
            pixelsPerMillimetre: pixelsPerMillimeter)
        return GrayImage(lumaOf: page.image)
    }

    /// The page in a picture of its size, its lines falling to the right by an angle.
    private func turned(_ page: GrayImage, _ degrees: Double) -> GrayImage {
        let angle = degrees * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let (x, y) = (Double(page.width) / 2, Double(page.height) / 2)
        var result = GrayImage(size: page.size)
        page.withView { source in
            result.withMutableView { target in
                let (left, top) = (x - cosine * x - sine * y, y + sine * x - cosine * y)
                let map = (cosine, sine, left, -sine, cosine, top, 0.0, 0.0, 1.0)
                warpGray(source.plane, map: map, into: target.plane)
            }
        }
        return result
    }

    private func estimate(_ page: GrayImage) -> Skew? {
        var estimator = SkewEstimator()
        return page.withView { estimator.estimate($0) }
    }

    /// At 100 dpi the letters of small print touch, and some pages stay as they are; none is turned wrongly.
    @Test(arguments: [(4.0, 0.5), (6, 0.75), (10, 0.75)])
    func skewIsMeasuredAtEveryAngle(pixelsPerMillimeter: Double, sureShare: Double) throws {
        var (sure, all) = (0.0, 0.0)
        for kind in [PageKind.letter, .article, .report, .invoice, .list, .bookPage] {
            let page = try page(kind, UInt64(pixelsPerMillimeter), pixelsPerMillimeter: pixelsPerMillimeter)
            for angle in [-44.0, -31.3, -15, -8, -2.5, -0.4, 0, 1.2, 6, 15, 27.5, 43] {
                all += 1
                guard let skew = estimate(turned(page, angle)) else { continue }
                sure += 1
                #expect(abs(skew.degrees - angle) < 0.2, "\(kind), \(angle)°: \(skew.degrees)°")
            }
        }
        #expect(sure >= sureShare * all, "\(sure) of \(all)")
    }

    /// Columns of a fixed-width font are as even as its lines.
    @Test(arguments: [1.0, 1.25, 1.7, 2.2], [8.0, 12, 20])
    func linesOfFixedWidthWinAgainstColumns(lineSpacing: Double, width: Double) throws {
        for angle in [-38.0, -12, 0, 5, 21] {
            let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
            let height = 1.7 * width
            let page = try TestPage.gray(900, 1100) { x, y in
                let (x, y) = (Double(x) - 450, Double(y) - 550)
                let (u, v) = (cosine * x + sine * y, cosine * y - sine * x)
                let (column, line) = ((u / width).rounded(.down), (v / (height * lineSpacing)).rounded(.down))
                guard abs(u) < 380, abs(v) < 380 else { return 240 }
                // Glyphs of 4 × 5 cells in the upper part of their line.
                let (across, down) = (u - column * width, v - line * height * lineSpacing)
                let (i, j) = (Int(across / width * 5), Int(down / height * 7))
                guard i < 4, j < 5 else { return 240 }
                let place = UInt64(bitPattern: Int64(1000 * line + column)) &* 0x9E37_79B9_7F4A_7C15
                let bits = (place ^ place >> 29) &* 0xBF58_476D_1CE4_E5B9 >> 20 | 0x11111
                return bits >> UInt64(5 * i + j) & 1 == 1 ? 30 : 240
            }
            guard let skew = estimate(page) else { continue }
            #expect(abs(skew.degrees - angle) < 0.3, "\(angle)°: \(skew.degrees)°")
        }
    }

    /// What has no lines of print is never turned; straight forms and tables are level.
    @Test(arguments: [PageKind.photograph, .drawing, .form, .notes, .businessCard, .poster])
    func pagesWithoutSkewStay(kind: PageKind) throws {
        for seed in 0..<6 as Range<UInt64> {
            guard let skew = estimate(try page(kind, 20 + seed, pixelsPerMillimeter: kind == .businessCard ? 12 : 5))
            else { continue }
            #expect(abs(skew.degrees) < 0.3, "\(seed): \(skew.degrees)°")
        }
    }

    @Test func lightTypeIsMeasuredToo() throws {
        var page = turned(try page(.letter, 3, pixelsPerMillimeter: 6), -9)
        page.withMutableView { view in
            for y in 0..<view.height { for x in 0..<view.width { view.row(y)[x] = 255 - view.row(y)[x] / 2 } }
        }
        page.withMutableView { view in
            for y in 0..<view.height { for x in 0..<view.width { view.row(y)[x] = view.row(y)[x] - 110 } }
        }
        let skew = try #require(estimate(page))
        #expect(abs(skew.degrees + 9) < 0.2)
    }

    /// A page that is turned level has its lines level, and no dark corners.
    @Test(arguments: [-14.0, -3, 5, 33]) func turnedPagesBecomeLevel(angle: Double) throws {
        let skewed = turned(try page(.letter, 5, pixelsPerMillimeter: 6), angle)
        let skew = try #require(estimate(skewed))
        #expect(skew.isWorthTurning)
        let level = skewed.withView { skew.leveled($0) }
        #expect(abs(try #require(estimate(level)).degrees) < 0.15)
        level.withView { view in
            for (x, y) in [(1, 1), (view.width - 2, 1), (1, view.height - 2), (view.width - 2, view.height - 2)] {
                #expect(view.row(y)[x] > 180, "a corner is not paper")
            }
        }
    }

    /// Marks in the picture's corners would leave a page of the same size.
    @Test func nothingIsCropped() throws {
        var skewed = turned(try page(.letter, 6, pixelsPerMillimeter: 6), 10)
        func isMark(_ x: Int, _ y: Int) -> Bool {
            min(x, skewed.width - 1 - x) < 24 && min(y, skewed.height - 1 - y) < 24
        }
        let size = skewed.size
        skewed.withMutableView { view in
            for y in 0..<size.height { for x in 0..<size.width where isMark(x, y) { view.row(y)[x] = 0 } }
        }
        let skew = try #require(estimate(skewed))
        let level = skewed.withView { skew.leveled($0) }
        #expect(level.width > size.width && level.height > size.height)
        var dark = 0
        level.withView { view in
            for y in 0..<view.height { for x in 0..<view.width where view.row(y)[x] < 20 { dark += 1 } }
        }
        #expect(dark >= 4 * 23 * 23)
    }

    @Test func levelPagesStay() throws {
        let skew = try #require(estimate(try page(.report, 7, pixelsPerMillimeter: 6)))
        #expect(!skew.isWorthTurning)
    }

    /// Scans in many scripts, all within 1 degree of level or of a quarter turn, and photographs without text.
    @Test(.inRelease, .enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func realScansAreNeverTurnedWrongly() throws {
        let folder = try EvaluationData.path("wild")
        struct Truth: Decodable {
            struct Item: Decodable { var file, set: String }
            var items: [Item]
        }
        let truth = try JSONDecoder().decode(
            Truth.self, from: Data(contentsOf: folder.appending(path: "ground_truth.json")))
        var measured = 0
        for item in truth.items where item.set != "doc" {
            let path = folder.appending(path: "images/\(item.file)").path
            let picture = try PictureReader(layout: .gray).read(path: path)
            guard let skew = estimate(picture.pixels.gray) else { continue }
            measured += 1
            #expect(abs(skew.degrees) < 1, "\(item.file): \(skew.degrees)°")
        }
        #expect(measured > 70)
    }
}
