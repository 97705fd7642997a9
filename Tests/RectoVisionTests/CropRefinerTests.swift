import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// The final crop: live quads moved to the sides of the captured page.
@Suite struct CropRefinerTests {
    private static let page = DetectScenes.tilted
    private static let size = Self.size(640, 480)

    /// Kinds of damage to a page's bottom-right corner.
    enum Damage: CaseIterable, CustomTestStringConvertible {
        case folded, torn, covered

        var testDescription: String { "\(self)" }

        /// Draws over the drawn page; shares run along its width and height, from the top-left.
        func draw(on image: inout GrayImage) {
            switch self {
            case .folded:
                image.fill([(1.1, 1.1), (1.1, 0.75), (1, 0.75), (0.72, 1), (0.72, 1.1)], 60)
                image.fill([(1, 0.75), (0.72, 1), (0.73, 0.76)], 170)
            case .torn:
                image.fill(
                    [
                        (1.1, 1.1), (1.1, 0.7), (0.97, 0.72), (0.93, 0.78), (0.95, 0.83), (0.86, 0.88), (0.84, 0.85),
                        (0.8, 0.93), (0.74, 0.95), (0.75, 1.1),
                    ], 60)
            case .covered: image.fill([(0.75, 0.8), (0.9, 0.72), (1.25, 0.85), (1.2, 1.2), (0.7, 1.15)], 140)
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func sidesDecideWhereACornerIsDamaged(damage: Damage) throws {
        var image = DetectScenes.quad(Self.page, size: Self.size)
        damage.draw(on: &image)
        var detector = try PageDetector()
        let found = try #require(image.withView { detector.detect($0) })
        #expect(found.quad.intersectionOverUnion(with: Self.page) > 0.98)
        var refiner = CropRefiner()
        // A live quad is some pixels off.
        let offsets = [(4.0, -3.0), (-3, 5), (5, 2), (-4, -2)]
        var live = Self.page
        for (corner, offset) in offsets.enumerated() { live[corner] = live[corner] + Point2D(x: offset.0, y: offset.1) }
        let refined = image.withView { refiner.refine(live, in: .gray($0)) }
        #expect(refined.quad.intersectionOverUnion(with: Self.page) > 0.995)
        for corner in 0..<4 { #expect(refined.quad[corner].distance(to: Self.page[corner]) < 1) }
        #expect(refined.sagittas.sides == [0, 0, 0, 0])
    }

    /// Generated scenes whose page has a dog ear, a rounded corner or a hand, from live quads at half size.
    @Test(.inRelease) func generatedCornersComeOutStraight() throws {
        var scenes = 0
        var straight = 0
        for seed in CropScenes.seeds(first: 20_000, count: 32) {
            let scene = try CropScenes.scene(seed: seed, size: Self.size)
            guard scene.flags.corner || scene.flags.occluded, !scene.flags.curl, scene.background != .nearWhite,
                let crop = try CropScenes.crop(scene)
            else { continue }
            scenes += 1
            straight += crop.refined.quad.intersectionOverUnion(with: crop.truth) >= 0.98 ? 1 : 0
        }
        #expect(scenes >= 4)
        #expect(straight == scenes, "\(straight) of \(scenes)")
    }

    /// Live quads at half size, each from the frame before the captured one.
    @Test(.inRelease) func finalCropsAreCloserThanLiveQuads() throws {
        let (small, full) = (Self.size(320, 240), Self.size)
        var pages = 0
        var closer = 0
        var refiner = CropRefiner()
        for seed in CropScenes.seeds(first: 21_000, count: 8) {
            let stream = try SceneStream(seed: seed, size: full)
            var tracker = try QuadTracker()
            var live: Quad?
            for frame in 0..<4 {
                let picture = CropScenes.half(stream.frame(at: Double(frame) / 30).picture)
                live = picture.withView { tracker.track($0, at: .milliseconds(33 * frame))?.quad }
            }
            let captured = stream.frame(at: 4.0 / 30)
            let truth = captured.quad.clockwise
            guard let live = live?.scaled(from: small, to: full), live.intersectionOverUnion(with: truth) >= 0.95 else {
                continue
            }
            let refined = captured.picture.withView { refiner.refine(live, in: .rgb($0)) }
            pages += 1
            closer += CropScenes.error(refined.quad, truth) < CropScenes.error(live, truth) ? 1 : 0
        }
        #expect(pages >= 6)
        #expect(Double(closer) >= 0.85 * Double(pages), "\(closer) of \(pages)")
    }

    @Test func slightlyBowedSidesAreReported() throws {
        let (left, right, top, bottom) = (120.0, 520.0, 100.0, 380.0)
        for sagitta in [0.0, 2.5, 12] {
            var image = GrayImage(size: Self.size)
            image.withMutableView { view in
                for y in 0..<view.height {
                    for x in 0..<view.width {
                        let share = (Double(x) + 0.5 - left) / (right - left)
                        let height = Double(y) + 0.5 + 4 * sagitta * share * (1 - share)
                        // Half a pixel of blur, so that the rows of an arc differ.
                        let inside = min(max(min(height - top, bottom - height) + 0.5, 0), 1)
                        view.row(y)[x] = (0...1).contains(share) ? UInt8(70 + 145 * inside) : 70
                    }
                }
            }
            let live = Quad(
                topLeft: Point2D(x: left, y: top - 2), topRight: Point2D(x: right, y: top - 2),
                bottomRight: Point2D(x: right, y: bottom - 2), bottomLeft: Point2D(x: left, y: bottom - 2))
            var refiner = CropRefiner()
            let sagittas = image.withView { refiner.refine(live, in: .gray($0)) }.sagittas
            let expected = sagitta / (right - left)
            #expect(abs((sagittas.top ?? -1) - expected) < 0.001)
            #expect(abs((sagittas.bottom ?? -1) - expected) < 0.001)
            #expect(sagittas.left == 0 && sagittas.right == 0)
            #expect(sagittas.areBowed == (sagitta > 0))
        }
    }

    /// Neither a plain background nor edges out of reach move anything.
    @Test func aQuadIsNotMadeWorse() throws {
        let plain = GrayImage(size: Self.size)
        var refiner = CropRefiner()
        let untouched = plain.withView { refiner.refine(Self.page, in: .gray($0)) }
        #expect(untouched == RefinedQuad(quad: Self.page))
        let image = DetectScenes.quad(Self.page, size: Self.size)
        let refined = image.withView { refiner.refine(Self.page, in: .gray($0)) }.quad
        for corner in 0..<4 { #expect(refined[corner].distance(to: Self.page[corner]) < 0.3) }
        // Far from any edge of the page.
        let inner = Quad(width: 150, height: 100).map { $0 + Point2D(x: 240, y: 180) }
        #expect(image.withView { refiner.refine(inner, in: .gray($0)) } == RefinedQuad(quad: inner))
    }

    @Test func hostileQuadsComeBack() throws {
        let nan = Double.nan
        let quads = [
            Quad(width: nan, height: 5), Quad(width: .infinity, height: .infinity), Quad(width: 0, height: 0),
            Quad(width: 1e-200, height: 1e-200), Quad(width: 1e-3, height: 1e-3), Quad(width: 1e300, height: 1e300),
            Quad(width: 1e9, height: 1), Quad(width: 640, height: 1e-9), Quad(width: -100, height: 100),
            Quad(width: 20, height: 20).map { $0 + Point2D(x: -3000, y: 100) },
            Quad(width: 200, height: 200).map { $0 + Point2D(x: -300, y: -300) },
            Quad(width: 1200, height: 1200).map { $0 + Point2D(x: -300, y: -300) }, Quad(width: 8, height: 8),
            Quad(width: 9, height: 300), Self.page.rotatingCorners(by: 2), Self.page.map { Point2D(x: $0.y, y: $0.x) },
        ]
        var refiner = CropRefiner()
        let images =
            [DetectScenes.quad(Self.page, size: Self.size)]
            + [(1, 1), (2, 300), (300, 1)].map {
                GrayImage(size: Self.size($0.0, $0.1))
            }
        for image in images {
            for quad in quads {
                let refined = image.withView { refiner.refine(quad, in: .gray($0)) }
                guard quad.isConvexClockwise else {
                    #expect(refined.sagittas == SideSagittas())
                    continue
                }
                #expect(refined.quad.isConvexClockwise)
                for corner in 0..<4 {
                    #expect(refined.quad[corner].distance(to: quad[corner]) < 200)
                }
            }
        }
    }

    private static func size(_ width: Int, _ height: Int) -> PixelSize {
        guard let size = try? PixelSize(width: width, height: height) else { preconditionFailure("a valid size") }
        return size
    }
}

/// Generated pages with live quads.
enum CropScenes {
    struct Crop {
        var truth: Quad
        var live: Quad
        var refined: RefinedQuad
    }

    static func seeds(first: UInt64, count: UInt64) -> Range<UInt64> {
        let first = SceneComposer.reportSeeds.lowerBound + first
        return first..<first + count
    }

    static func scene(seed: UInt64, size: PixelSize) throws -> Scene {
        var options = SceneComposer.Options()
        options.allowsPartial = false
        return try SceneComposer(size: size, options: options).compose(seed: seed)
    }

    /// The page refined from a live quad at half size; `nil` if that quad is not the page's.
    static func crop(_ scene: Scene) throws -> Crop? {
        guard let truth = scene.quad?.clockwise else { return nil }
        let small = half(scene.picture)
        var detector = try PageDetector(.live)
        let found = small.withView { detector.detect($0) }
        guard let live = found?.quad.scaled(from: small.size, to: scene.picture.size),
            live.intersectionOverUnion(with: truth) >= 0.9
        else { return nil }
        var refiner = CropRefiner()
        return Crop(truth: truth, live: live, refined: scene.picture.withView { refiner.refine(live, in: .rgb($0)) })
    }

    /// Means of four pixels.
    static func half(_ picture: RGBImage) -> RGBImage {
        guard let size = try? PixelSize(width: picture.size.width / 2, height: picture.size.height / 2) else {
            preconditionFailure("a picture of two pixels at least")
        }
        var image = RGBImage(size: size)
        image.withMutableView { target in
            picture.withView { source in
                for y in 0..<size.height {
                    let (upper, lower, row) = (source.row(2 * y), source.row(2 * y + 1), target.row(y))
                    for index in 0..<3 * size.width {
                        let first = 6 * (index / 3) + index % 3
                        let above = Int(upper[first]) + Int(upper[first + 3])
                        let below = Int(lower[first]) + Int(lower[first + 3])
                        row[index] = UInt8((above + below + 2) / 4)
                    }
                }
            }
        }
        return image
    }

    /// Mean distance of the corners, in the order that fits best.
    static func error(_ quad: Quad, _ truth: Quad) -> Double {
        (0..<4).map { steps in
            let turned = quad.rotatingCorners(by: steps)
            return (0..<4).reduce(0) { $0 + turned[$1].distance(to: truth[$1]) } / 4
        }.min() ?? .infinity
    }
}

extension GrayImage {
    /// Fills a polygon given in shares of ``DetectScenes/tilted``'s width and height.
    fileprivate mutating func fill(_ shares: [(Double, Double)], _ value: UInt8) {
        let page = DetectScenes.tilted
        let points = shares.map { across, down in
            let top = page.topLeft + (page.topRight - page.topLeft) * across
            let bottom = page.bottomLeft + (page.bottomRight - page.bottomLeft) * across
            return top + (bottom - top) * down
        }
        withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let point = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    var isInside = false
                    for (index, a) in points.enumerated() {
                        let b = points[(index + 1) % points.count]
                        guard (a.y > point.y) != (b.y > point.y) else { continue }
                        if point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) { isInside.toggle() }
                    }
                    if isInside { view.row(y)[x] = value }
                }
            }
        }
    }
}
