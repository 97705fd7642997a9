import Foundation
import RectoCodecs
import RectoCore
import RectoKernels
import RectoPictures
import RectoVision
import TestSupport
import Testing

@Suite struct OrientationTests {
    /// A gray page from a tuning seed.
    private func page(_ kind: PageKind, _ seed: UInt64, _ language: PageLanguage = .english) throws -> GrayImage {
        let isSheet = kind != .receipt && kind != .businessCard && kind != .photograph
        let page = try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + 80_000 + seed, kind: kind, format: isSheet ? .a5 : nil,
            language: language, pixelsPerMillimetre: kind == .businessCard ? 8 : 4)
        var gray = GrayImage(size: page.image.size)
        page.image.withView { source in
            gray.withMutableView { target in
                lumaFromRGB(source.plane, into: target.plane)
            }
        }
        return gray
    }

    @Test(arguments: [PageKind.letter, .article, .invoice, .form, .receipt, .bookPage, .businessCard])
    func turnedPagesAreTurnedBack(kind: PageKind) throws {
        let upright = try page(kind, 1)
        var classifier = OrientationClassifier()
        for rotation in Rotation.allCases {
            // The remainder of a full turn makes it upright.
            let image = upright.turned(quarterTurns: 4 - rotation.quarterTurns)
            let suggestion = image.withView { classifier.suggest($0) }
            #expect(suggestion.rotation == rotation, "\(suggestion)")
            #expect(suggestion.confidence > 0.5)
        }
    }

    @Test(arguments: PageLanguage.allCases)
    func pagesOfEveryLanguageAreTurnedUpright(language: PageLanguage) throws {
        var classifier = OrientationClassifier()
        for turns in 0..<3 {
            let image = try page(.letter, 100 + UInt64(turns), language).turned(quarterTurns: turns)
            #expect(image.withView { classifier.suggest($0) }.rotation?.quarterTurns == (4 - turns) % 4)
        }
    }

    /// Photos of worksheets by the turn that each needs. Some have few lines in large margins, which a single reading
    /// mistakes for upside down.
    @Test(.inRelease, .enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func photosAreNeverTurnedWrongly() throws {
        let turns: KeyValuePairs<String, Int> = [
            "122202": 1, "122227": 1, "122300": 1, "122306": 1, "122337": 1, "122401": 0, "122524": 0, "122536": 0,
            "122543": 0,
            "122614": 0, "122617": 0, "122629": 3, "122633": 3, "122715": 3,
        ]
        var (classifier, right) = (OrientationClassifier(), 0)
        for (name, needed) in turns {
            let path = try EvaluationData.path("text/batch9_dyslexia/IMG_20210329_\(name).jpg").path
            let photo = GrayImage(lumaOf: try PictureReader().read(path: path).pixels.rgb)
            for turn in 0..<4 {
                let suggestion = photo.turned(quarterTurns: turn).withView { classifier.suggest($0) }
                guard let sure = suggestion.sureRotation else { continue }
                #expect(sure.quarterTurns == (needed - turn + 4) % 4, "\(name), turned \(turn) times: \(suggestion)")
                right += 1
            }
        }
        #expect(right >= 40)
    }

    /// Its points lie below the letters as ascenders lie above those of Latin.
    @Test(
        "Pointed Hebrew is left as it lies, and scans of Latin print are turned",
        .enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func pointedHebrew() throws {
        var classifier = OrientationClassifier()
        func sureTurns(_ name: String) throws -> [Rotation?] {
            let path = try EvaluationData.path("text/test/\(name)").path
            let page = GrayImage(lumaOf: try PictureReader().read(path: path).pixels.rgb)
            return (0..<4).map { turn in
                page.turned(quarterTurns: turn).withView { classifier.suggest($0) }.sureRotation
            }
        }
        for name in ["hebrew.png", "hebrew-nikud-genesis-1-2.png"] {
            let turns = try sureTurns(name)
            for (turn, sure) in turns.enumerated() {
                #expect(sure == nil || sure?.quarterTurns == (4 - turn) % 4, "\(name), turned \(turn) times: \(turns)")
            }
        }
        for name in ["eurotext.tif", "phototest.tif", "8071_093.3B.tif"] {
            #expect(try sureTurns(name).map { $0?.quarterTurns } == [0, 3, 2, 1], "\(name)")
        }
    }

    /// Rows of letters without ascenders, each with a mark of its own below.
    @Test("Letters with detached marks make no turn sure")
    func detachedMarks() throws {
        func page(markHeight: Int) throws -> GrayImage {
            try TestPage.gray(700, 900) { x, y in
                guard 60..<640 ~= x, 60..<840 ~= y else { return 235 }
                let (column, row) = ((x - 60) % 17, (y - 60) % 44)
                let isLetter =
                    0..<12 ~= column && 4..<22 ~= row && (row >= 18 || column < 4 || column >= 9 && x % 34 < 17)
                let isMark = 3..<9 ~= column && 26..<26 + markHeight ~= row
                return isLetter || isMark ? 20 : 235
            }
        }
        var classifier = OrientationClassifier()
        let marked = try page(markHeight: 4)
        for turn in 0..<4 {
            let suggestion = marked.turned(quarterTurns: turn).withView { classifier.suggest($0) }
            guard let sure = suggestion.sureRotation else { continue }
            #expect(sure.quarterTurns == (4 - turn) % 4, "turned \(turn) times: \(suggestion)")
        }
    }

    @Test func pagesWithoutTextHaveNone() throws {
        var classifier = OrientationClassifier()
        #expect(try page(.blank, 2).withView { classifier.suggest($0) }.rotation == nil)
        let photographs = try (0..<4).count { seed in
            try page(.photograph, 10 + UInt64(seed)).withView { classifier.suggest($0) }.sureRotation == nil
        }
        #expect(photographs >= 3)
        var random = TestSupport.SeededGenerator(seed: 8)
        let noise = try TestPage.gray(500, 700) { _, _ in random.uniform(0...255) }
        #expect(noise.withView { classifier.suggest($0) }.sureRotation == nil)
    }

    @Test(arguments: [(1, 1), (1, 3000), (3000, 1), (2, 2), (63, 65), (64, 64), (1201, 5)])
    func pagesOfEverySizeGiveAnAnswer(width: Int, height: Int) throws {
        var classifier = OrientationClassifier()
        for level in [0.0, 130, 255] {
            let page = try TestPage.gray(width, height) { x, y in (x + y) % 3 == 0 ? level : 200 }
            let suggestion = page.withView { classifier.suggest($0) }
            #expect(suggestion.confidence.isFinite && 0...1 ~= suggestion.confidence)
        }
    }

    @Test func aPageIsTheSameTwiceAndAfterOthers() throws {
        let (first, second) = (try page(.report, 3), try page(.receipt, 3))
        var classifier = OrientationClassifier()
        let copy = classifier
        let suggestion = first.withView { classifier.suggest($0) }
        _ = second.withView { classifier.suggest($0) }
        #expect(first.withView { classifier.suggest($0) } == suggestion)
        var other = copy
        #expect(first.withView { other.suggest($0) } == suggestion)
    }

    @Test(arguments: [(1, 1), (64, 64), (65, 63), (130, 200), (200, 67)])
    func stripsAreTurnedClockwise(width: Int, height: Int) {
        var random = TestSupport.SeededGenerator(seed: 9)
        let rowBytes = (width + 63) / 64 * 8
        var bytes = [UInt8](repeating: 0, count: rowBytes * height)
        var ink: Set<[Int]> = []
        for y in 0..<height {
            for x in 0..<width where random.uniform(0...1) < 0.3 {
                bytes[y * rowBytes + x / 8] |= 0x80 >> UInt8(x % 8)
                ink.insert([height - 1 - y, x])
            }
        }
        let (strips, turned) = (InkStrips(), InkStrips())
        strips.load(bytes, stride: rowBytes, width: width, height: height)
        turned.load(turning: strips)
        #expect(turned.width == height && turned.height == width)
        for y in 0..<width {
            for x in 0..<64 * turned.stripCount {
                let isSet = turned[x / 64][y] >> UInt64(63 - x % 64) & 1 == 1
                #expect(isSet == ink.contains([x, y]))
            }
        }
    }

    /// Rules are removed entirely, and short strokes remain.
    @Test func rulesGoAndShortStrokesStay() {
        let (width, height) = (200, 150)
        var bytes = [UInt8](repeating: 0, count: 32 * height)
        func set(_ x: Int, _ y: Int) { bytes[y * 32 + x / 8] |= 0x80 >> UInt8(x % 8) }
        for x in 30..<170 { set(x, 20) }
        for y in 40..<110 { set(100, y) }
        for x in 10..<70 { set(x, 130) }
        let (strips, scratch) = (InkStrips(), InkStrips())
        strips.load(bytes, stride: 32, width: width, height: height)
        strips.removeRules(scratch)
        for y in 0..<height {
            for x in 0..<width {
                let isSet = strips[x / 64][y] >> UInt64(63 - x % 64) & 1 == 1
                #expect(isSet == (y == 130 && 10..<70 ~= x), "\(x), \(y)")
            }
        }
    }
}
