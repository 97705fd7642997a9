import RectoCore
import RectoKernels
import RectoVision
import TestSupport
import Testing

@Suite struct DetectTests {
    @Test func findsADrawnQuadToAFractionOfAPixel() throws {
        let image = DetectScenes.quad(DetectScenes.tilted, size: try PixelSize(width: 640, height: 480))
        var detector = try PageDetector()
        let found = try #require(image.withView { detector.detect($0) })
        for corner in 0..<4 {
            #expect(found.quad[corner].distance(to: DetectScenes.tilted[corner]) < 0.25)
        }
        #expect(found.confidence > 0.8)
    }

    @Test func findsADarkQuadOnABrightGround() throws {
        let image = DetectScenes.quad(
            DetectScenes.tilted, size: try PixelSize(width: 640, height: 480), inside: 50, outside: 200)
        var detector = try PageDetector()
        let found = try #require(image.withView { detector.detect($0) })
        #expect(found.quad.intersectionOverUnion(with: DetectScenes.tilted) > 0.99)
    }

    @Test func grayAndTheSameGrayAsColorGiveTheSamePage() throws {
        let size = try PixelSize(width: 640, height: 480)
        let gray = DetectScenes.quad(DetectScenes.tilted, size: size)
        let rgb = try RGBImage(size: size, packed: gray.packedBytes.flatMap { [$0, $0, $0] })
        var detector = try PageDetector()
        let fromGray = try #require(gray.withView { detector.detect($0) })
        let fromRGB = try #require(rgb.withView { detector.detect($0) })
        #expect(fromGray.quad.intersectionOverUnion(with: fromRGB.quad) > 0.998)
    }

    @Test func stridedViewsGiveTheSamePage() throws {
        let image = DetectScenes.quad(DetectScenes.tilted, size: try PixelSize(width: 640, height: 480))
        let stride = 701
        var bytes = [UInt8](repeating: 0xAA, count: stride * image.height)
        image.withView { view in
            for y in 0..<view.height { for x in 0..<view.width { bytes[y * stride + x] = view.row(y)[x] } }
        }
        var detector = try PageDetector()
        let whole = image.withView { detector.detect($0) }
        let strided = try bytes.withUnsafeBufferPointer { buffer in
            detector.detect(
                try GrayView(
                    base: try #require(buffer.baseAddress), byteCount: buffer.count, size: image.size, stride: stride))
        }
        #expect(whole != nil)
        #expect(whole == strided)
    }

    /// The same picture must give the same bits on every instruction set, whatever was processed before.
    @Test func everyInstructionSetAndEveryHistoryGivesTheSamePage() throws {
        let image = DetectScenes.quad(DetectScenes.tilted, size: try PixelSize(width: 640, height: 480))
        let other = DetectScenes.quad(
            DetectScenes.tilted.map { $0 * 0.5 }, size: try PixelSize(width: 400, height: 300))
        var detector = try PageDetector()
        let expected = try #require(InstructionSet.withForced(.baseline) { image.withView { detector.detect($0) } })
        for level in InstructionSet.available {
            InstructionSet.withForced(level) {
                _ = other.withView { detector.detect($0) }
                #expect(image.withView { detector.detect($0) } == expected)
            }
        }
    }

    @Test(arguments: [
        (1, 1), (2, 3), (1, 500), (15, 400), (16, 16), (17, 31), (640, 16), (3000, 20), (2, 20_000), (65_535, 300),
        (300, 65_535),
    ])
    func oddSizesGiveAnAnswerOrNone(width: Int, height: Int) throws {
        let size = try PixelSize(width: width, height: height)
        var generator = SeededGenerator(seed: UInt64(width * 7 + height))
        var noise = GrayImage(size: size)
        noise.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width { view.row(y)[x] = UInt8(truncatingIfNeeded: generator.next()) }
            }
        }
        var detector = try PageDetector()
        for image in [GrayImage(size: size), noise] {
            if let found = image.withView({ detector.detect($0) }) {
                #expect(found.quad.isConvexClockwise)
                #expect(0...1 ~= found.confidence)
            }
        }
    }

    @Test(arguments: [0, 128, 255] as [UInt8])
    func plainPicturesHoldNoPage(value: UInt8) throws {
        let size = try PixelSize(width: 640, height: 480)
        let image = try RGBImage(size: size, packed: [UInt8](repeating: value, count: 3 * size.area))
        var detector = try PageDetector()
        let found = image.withView { detector.detect($0) }
        #expect(found?.level == nil)
    }

    @Test func noiseHoldsNoPage() throws {
        let size = try PixelSize(width: 640, height: 480)
        var generator = SeededGenerator(seed: 4)
        var detector = try PageDetector()
        for _ in 0..<5 {
            let image = try GrayImage(
                size: size, packed: (0..<size.area).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let found = image.withView { detector.detect($0) }
            #expect(found?.level == nil)
        }
    }

    @Test func copiesOfADetectorDoNotDisturbEachOther() throws {
        let image = DetectScenes.quad(DetectScenes.tilted, size: try PixelSize(width: 640, height: 480))
        var first = try PageDetector()
        var second = first
        let expected = try #require(image.withView { first.detect($0) })
        #expect(image.withView { second.detect($0) } == expected)
        #expect(image.withView { first.detect($0) } == expected)
    }

    @Test func parametersOutsideTheirRangeAreRefused() {
        var parameters = PageDetector.Parameters()
        parameters.workingSide = 63
        #expect(throws: ParameterError.self) { try PageDetector(parameters) }
        parameters.workingSide = 1025
        #expect(throws: ParameterError.self) { try PageDetector(parameters) }
        parameters = PageDetector.Parameters()
        parameters.fallbackSide = 63
        #expect(throws: ParameterError.self) { try PageDetector(parameters) }
        parameters = PageDetector.Parameters()
        parameters.sureConfidence = 1.01
        #expect(throws: ParameterError.self) { try PageDetector(parameters) }
    }

    /// A faint sheet, for which the usual search is more confident, and small ones, for which the finer one is.
    @Test func theSurerOfTwoSearchesCounts() throws {
        var finerParameters = PageDetector.Parameters.live
        finerParameters.workingSide = 480
        var (usual, finer, both) = (try PageDetector(.live), try PageDetector(finerParameters), try PageDetector())
        var isFinerSurer: [Bool] = []
        for (scale, inside, noise) in [(2, 183, 6), (0.12, 200, 12), (0.16, 190, 12)] as [(Double, UInt8, UInt8)] {
            let image = try Self.faintSheet(scale: scale, inside: inside, noise: noise)
            let first = try #require(image.withView { usual.detect($0) }).confidence
            let second = try #require(image.withView { finer.detect($0) }).confidence
            #expect(first < PageDetector.Parameters().sureConfidence)
            #expect(image.withView { both.detect($0) }?.confidence == max(first, second))
            isFinerSurer.append(second > first)
        }
        #expect(isFinerSurer == [false, true, true])
    }

    /// A sheet on a background of level 180, with noise on both.
    private static func faintSheet(scale: Double, inside: UInt8, noise: UInt8) throws -> GrayImage {
        let corner = scale < 1 ? Point2D(x: 500, y: 350) : Point2D(x: 0, y: 0)
        var image = DetectScenes.quad(
            DetectScenes.tilted.map { $0 * scale + corner }, size: try PixelSize(width: 1280, height: 960),
            inside: inside, outside: 180)
        var generator = SeededGenerator(seed: 5)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width { view.row(y)[x] &+= UInt8.random(in: 0...noise, using: &generator) }
            }
        }
        return image
    }
}
