import Glibc
import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct FocalLengthFilterTests {
    private let picture: PixelSize

    init() throws { picture = try PixelSize(width: 1920, height: 1080) }

    /// Views of one sheet by a hand that leans over it.
    private func film(
        _ count: Int, focalLength: Double, ratio: Double, _ random: inout SeededGenerator
    ) -> [Quad] {
        let (azimuth, tilt) = (random.uniform(0...6.28), random.uniform(0.25...0.6))
        return (0..<count).map { _ in
            var view = SheetView(ratio: ratio, focalLength: focalLength, noise: 0.5)
            view.azimuth = azimuth + random.uniform(-0.4...0.4)
            view.tilt = tilt + random.uniform(-0.15...0.15)
            view.roll = random.uniform(-0.1...0.1)
            return view.quad(&random)
        }
    }

    @Test func thirtyFramesTellTheFocalLength() throws {
        var random = SeededGenerator(seed: 4)
        var errors: [Double] = []
        var inside = 0
        for _ in 0..<60 {
            let focalLength = random.uniform(0.7...1.4)
            var filter = FocalLengthFilter()
            for quad in film(30, focalLength: focalLength, ratio: random.uniform(0.5...1.9), &random) {
                filter.add(quad, in: picture)
            }
            #expect(filter.frameCount == 30)
            let found = try #require(filter.focalLength(in: picture))
            let error = abs(log(found.pixels / (focalLength * 1920)))
            errors.append(error)
            inside += error < 2.5 * found.relativeUncertainty ? 1 : 0
        }
        errors.sort()
        #expect(errors[30] < 0.01)
        #expect(errors[57] < 0.03)
        #expect(inside >= 54)
    }

    @Test func pagesOfOneCameraAddUp() throws {
        var random = SeededGenerator(seed: 9)
        var filter = FocalLengthFilter()
        var uncertainties: [Double] = []
        for ratio in [0.707, 1.3, 0.45] {
            for quad in film(8, focalLength: 1.1, ratio: ratio, &random) { filter.add(quad, in: picture) }
            filter.beginPage()
            uncertainties.append(try #require(filter.focalLength(in: picture)).relativeUncertainty)
        }
        #expect(uncertainties == uncertainties.sorted(by: >))
        #expect(abs(try #require(filter.focalLength(in: picture)).pixels / (1.1 * 1920) - 1) < 0.03)
    }

    @Test func aStillCameraCountsOnce() {
        var random = SeededGenerator(seed: 2)
        let quad = SheetView(tilt: 0.5, azimuth: 1).quad(&random)
        var filter = FocalLengthFilter()
        for _ in 0..<50 { filter.add(quad, in: picture) }
        #expect(filter.frameCount == 1)
    }

    @Test func nonsenseDoesNotCount() throws {
        var filter = FocalLengthFilter()
        let corner = Point2D(x: .nan, y: 0)
        filter.add(Quad(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner), in: picture)
        filter.add(Quad(width: 0, height: 0), in: picture)
        filter.add(Quad(width: 1e300, height: 1e300), in: picture)
        #expect(filter.focalLength(in: picture).map { $0.pixels.isFinite } ?? true)
        for quad in [Quad(width: 400, height: 300), Quad(width: 1920, height: 1080)] { filter.add(quad, in: picture) }
        let found = try #require(filter.focalLength(in: picture))
        #expect(found.pixels.isFinite && found.relativeUncertainty > 0.1)
    }
}
