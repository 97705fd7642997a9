import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct FuseTests {
    /// Root mean square of the differences on the page, away from its sides.
    private func error(
        _ image: GrayImage, _ truth: [Int], factor: Int, _ isCounted: (Int, Int) -> Bool = { _, _ in true }
    ) -> Double {
        var (sum, count) = (0, 0)
        image.withView { view in
            for y in 40 * factor..<360 * factor {
                for x in 40 * factor..<280 * factor where isCounted(x / factor, y / factor) {
                    let difference = Int(view.row(y)[x]) - truth[y * view.width + x]
                    sum += difference * difference
                    count += 1
                }
            }
        }
        return (Double(sum) / Double(max(count, 1))).squareRoot()
    }

    /// The picture enlarged by repeating each pixel.
    private func enlarged(_ image: GrayImage) -> GrayImage {
        var large = GrayImage(size: FuseFilm.pixels(2 * image.width, 2 * image.height))
        image.withView { source in
            large.withMutableView { view in
                for y in 0..<view.height { for x in 0..<view.width { view.row(y)[x] = source.row(y / 2)[x / 2] } }
            }
        }
        return large
    }

    @Test func manyFramesShowMoreThanOne() throws {
        var film = FuseFilm()
        let frames = film.frames(16)
        let fused = try #require(FrameFusion().fuse(frames))
        #expect(fused.scale == 2)
        #expect(fused.image.size == FuseFilm.pixels(640, 800))
        #expect(fused.report.used == Array(0..<16))
        let reference = fused.report.reference
        let truth = film.truth(reference, factor: 2)
        let single = enlarged(frames[reference].image)
        #expect(error(fused.image, truth, factor: 2) < 0.7 * error(single, truth, factor: 2))
        // Uniform noise within ±20 has a deviation of 11.8.
        #expect(abs(fused.report.noise - 11.8) < 2.5)
        for corner in 0..<4 {
            #expect(fused.quad[corner].distance(to: frames[reference].quad[corner] * 2) < 0.2)
        }
    }

    /// The combined quads of all frames are better than each one.
    @Test func wrongCornersAreRegisteredAway() throws {
        var film = FuseFilm(print: 3)
        var generator = SeededGenerator(seed: 4)
        let exact = film.frames(12)
        let frames = exact.map { frame in
            FrameFusion.Frame(
                frame.image,
                quad: frame.quad.map {
                    $0
                        + Point2D(
                            x: .random(in: -1.5...1.5, using: &generator), y: .random(in: -1.5...1.5, using: &generator)
                        )
                })
        }
        let fused = try #require(FrameFusion().fuse(frames))
        let truth = film.truth(fused.report.reference, factor: 2)
        let ideal = try #require(FrameFusion().fuse(exact))
        let bound = error(ideal.image, film.truth(ideal.report.reference, factor: 2), factor: 2)
        #expect(error(fused.image, truth, factor: 2) < 1.15 * bound)
        for corner in 0..<4 {
            #expect(fused.quad[corner].distance(to: exact[fused.report.reference].quad[corner] * 2) < 2)
        }
    }

    @Test func movingGlareHidesNothing() throws {
        var film = FuseFilm(print: 5)
        film.glare = { (Point2D(x: 70 + 12 * Double($0), y: 190), 28) }
        let frames = film.frames(16)
        let fused = try #require(FrameFusion().fuse(frames))
        #expect(fused.report.lostShare == 0)
        let truth = film.truth(fused.report.reference, factor: 2)
        let band = { (_: Int, y: Int) in 165...215 ~= y }
        let rest = { (_: Int, y: Int) in y > 240 }
        #expect(error(fused.image, truth, factor: 2, band) < 2 * error(fused.image, truth, factor: 2, rest))
    }

    /// Where paper is saturated in every frame but ink is not in some, those frames provide the print.
    @Test func inkIsSeenOnSaturatedPaper() throws {
        var film = FuseFilm(print: 6)
        film.noise = 8
        film.glare = { _ in (Point2D(x: 160, y: 190), 40) }
        film.veil = { $0 % 4 == 0 ? 130 : 255 }
        let fused = try #require(FrameFusion().fuse(film.frames(16)))
        let truth = film.truth(fused.report.reference, factor: 2)
        let disc = { (x: Int, y: Int) in (Point2D(x: Double(x), y: Double(y)) - Point2D(x: 160, y: 190)).length < 30 }
        let ink = level(fused.image, disc) { truth[$0] < 80 }
        let paper = level(fused.image, disc) { truth[$0] > 200 }
        // One frame in four shows a contrast of at most 75; the plain mean would be a quarter of that.
        #expect(paper - ink > 35)
    }

    /// Paper beside restored print has no rings.
    @Test func paperBesideCoarsePrintIsPlain() throws {
        var film = FuseFilm(print: 12)
        film.noise = 3
        let frames = film.frames(16).map { FrameFusion.Frame(blurred(blurred($0.image)), quad: $0.quad) }
        var parameters = FrameFusion.Parameters()
        let restored = try #require(FrameFusion().fuse(frames))
        parameters.longestRestoredSide = 300
        let filtered = try #require(FrameFusion(parameters).fuse(frames))
        func brightest(_ image: GrayImage) -> UInt8 {
            image.withView { view in
                (80..<720).reduce(0) { most, y in (80..<560).reduce(most) { max($0, view.row(y)[$1]) } }
            }
        }
        #expect(brightest(filtered.image) > 214)
        #expect(brightest(restored.image) < 209)
    }

    /// The mean level of some pixels, selected by place at the frames' size and by index.
    private func level(_ image: GrayImage, _ isIn: (Int, Int) -> Bool, _ isCounted: (Int) -> Bool) -> Double {
        var (sum, count) = (0, 0)
        image.withView { view in
            for y in 0..<view.height {
                for x in 0..<view.width where isIn(x / 2, y / 2) && isCounted(y * view.width + x) {
                    sum += Int(view.row(y)[x])
                    count += 1
                }
            }
        }
        return Double(sum) / Double(max(count, 1))
    }

    /// The mean of 3 × 3 pixels.
    private func blurred(_ image: GrayImage) -> GrayImage {
        var result = image
        image.withView { source in
            result.withMutableView { target in
                for y in 1..<image.height - 1 {
                    for x in 1..<image.width - 1 {
                        let sum = (y - 1...y + 1).reduce(0) { sum, y in
                            (x - 1...x + 1).reduce(sum) { $0 + Int(source.row(y)[$1]) }
                        }
                        target.row(y)[x] = UInt8((sum + 4) / 9)
                    }
                }
            }
        }
        return result
    }

    /// What glare hides in every frame is reported.
    @Test func glareAtRestIsLost() throws {
        var film = FuseFilm(print: 6)
        film.noise = 8
        film.glare = { _ in (Point2D(x: 160, y: 190), 40) }
        let fused = try #require(FrameFusion().fuse(film.frames(8)))
        let area = Double.pi * 40 * 40 / (280 * 352)
        #expect(0.6 * area...1.1 * area ~= fused.report.lostShare)
        for cell in fused.report.lost {
            #expect((cell.centroid - Point2D(x: 320, y: 380)).length < 80)
        }
    }

    /// The same for cameras with a darker white.
    @Test(arguments: [235, 245]) func glareAtRestIsLostWhereverTheCameraEnds(white: Int) throws {
        var film = FuseFilm(print: 6)
        film.noise = 8
        film.white = white
        film.glare = { _ in (Point2D(x: 160, y: 190), 40) }
        let fused = try #require(FrameFusion().fuse(film.frames(8)))
        let area = Double.pi * 40 * 40 / (280 * 352)
        #expect(0.6 * area...1.1 * area ~= fused.report.lostShare)
    }

    /// Paper lit below the camera's white still has noise, and print is visible on it.
    @Test(arguments: [4, 8]) func brightPaperThatIsNotSaturatedIsNotLost(noise: Int) throws {
        var film = FuseFilm(print: 6)
        film.noise = noise
        film.glare = { _ in (Point2D(x: 160, y: 190), 40) }
        film.veil = { _ in 30 }
        let fused = try #require(FrameFusion().fuse(film.frames(8)))
        #expect(fused.report.lostShare == 0)
    }

    /// Where every frame differs, as on a bending page, the reference is used.
    @Test func partsThatAgreeWithNothingAreTheReferences() throws {
        var film = FuseFilm(print: 12)
        var others = (0..<8).map { FuseFilm(print: UInt64(20 + $0)) }
        let frames = film.frames(8).enumerated().map { index, frame in
            var (image, other) = (frame.image, others[index].frame(index).image)
            image.withMutableView { to in
                other.withMutableView { from in
                    for y in 0..<to.height { for x in 200..<to.width { to.row(y)[x] = from.row(y)[x] } }
                }
            }
            return FrameFusion.Frame(image, quad: frame.quad)
        }
        let fused = try #require(FrameFusion().fuse(frames))
        let reference = fused.report.reference
        #expect(fused.report.used.count == 8)
        let truth = others[reference].truth(reference, factor: 2)
        let single = enlarged(frames[reference].image)
        let part = { (x: Int, _: Int) in x > 216 }
        #expect(error(fused.image, truth, factor: 2, part) < 1.05 * error(single, truth, factor: 2, part))
    }

    /// Print that all others show as blank paper does not fade.
    @Test func printThatOnlyTheReferenceShowsStays() throws {
        var film = FuseFilm(print: 13)
        var others = FuseFilm(print: 13, seed: 3, blank: 800..<1190)
        let frames = (0..<8).map { $0 == 3 ? film.frame($0) : others.frame($0) }
        let fused = try #require(FrameFusion().fuse(frames))
        #expect(fused.report.reference == 3)
        #expect(fused.report.used.count == 8)
        let truth = film.truth(3, factor: 2)
        let single = enlarged(frames[3].image)
        let part = { (x: Int, _: Int) in x > 204 }
        #expect(error(fused.image, truth, factor: 2, part) < 1.05 * error(single, truth, factor: 2, part))
    }

    @Test func framesOfSomethingElseAreRefused() throws {
        var film = FuseFilm(print: 7)
        var other = FuseFilm(print: 8)
        var frames = film.frames(8)
        frames[2] = other.frame(2)
        let fused = try #require(FrameFusion().fuse(frames))
        #expect(fused.report.used == [0, 1, 3, 4, 5, 6, 7])
        #expect(fused.report.refusals == [2: .otherPage])
    }

    /// A frame out of focus, and one in which the lower part of the page has moved.
    @Test func blurredAndShiftedFramesAreRefused() throws {
        var film = FuseFilm(print: 7)
        let frames = film.frames(8)
        var blurred = frames
        blurred[2].image = mapped(frames[2].image) { view, x, y in
            var sum = 0
            for row in y - 2...y + 2 {
                for column in x - 2...x + 2 {
                    sum += Int(view.row(min(max(row, 0), view.height - 1))[min(max(column, 0), view.width - 1)])
                }
            }
            return UInt8(sum / 25)
        }
        // So much blur also looks like another page.
        var parameters = FrameFusion.Parameters()
        (parameters.minimumCorrelation, parameters.minimumSlopeCorrelation) = (0.3, 0)
        let sharp = try #require(try FrameFusion(parameters).fuse(blurred))
        #expect(sharp.report.refusals == [2: .blurred])
        var shifted = frames
        shifted[5].image = mapped(frames[5].image) { view, x, y in
            view.row(y)[y > view.height / 2 ? min(x + 2, view.width - 1) : x]
        }
        #expect(try #require(FrameFusion().fuse(shifted)).report.refusals == [5: .shifted])
    }

    private func mapped(_ image: GrayImage, _ pixel: (GrayView, Int, Int) -> UInt8) -> GrayImage {
        var mapped = image
        image.withView { source in
            mapped.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width { target.row(y)[x] = pixel(source, x, y) }
                }
            }
        }
        return mapped
    }

    @Test func disagreementHasReasons() throws {
        var film = FuseFilm(print: 7)
        let frames = film.frames(4)
        func reasons(
            _ frames: [FrameFusion.Frame<Gray8>], _ change: (inout FrameFusion.Parameters) -> Void = { _ in }
        ) throws -> [FrameFusion.Refusal] {
            var parameters = FrameFusion.Parameters()
            change(&parameters)
            let fusion = try FrameFusion(parameters)
            let error = #expect(throws: FrameFusion.Disagreement.self) { try fusion.fused(frames, { false }) }
            return (error?.refusals ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        }
        #expect(try reasons(frames) { $0.minimumFrames = 5 } == [])
        #expect(try reasons([frames[0], frames[1], frames[0]]) == [.repeated])
        var bad = frames
        bad[3].quad = Quad(width: 0, height: 0)
        #expect(try reasons(bad) == [.noPage])
        var others = (8...10 as ClosedRange<UInt64>).map { FuseFilm(print: $0) }
        #expect(try reasons((0..<3).map { others[$0].frame($0) }) == [.otherPage, .otherPage])
    }

    /// Lines in the same places correlate whatever their text: the slopes distinguish them even without other checks.
    @Test func pagesWithTheSameLinesAreToldApart() throws {
        var film = FuseFilm(print: 7, isRuled: true)
        var other = FuseFilm(print: 8, seed: 3, isRuled: true)
        let frames = (0..<8).map { $0 < 5 ? film.frame($0) : other.frame($0) }
        var parameters = FrameFusion.Parameters()
        (parameters.minimumCorrelation, parameters.maximumTileShift, parameters.minimumDetail) = (0.3, 4, 0)
        let fused = try #require(try FrameFusion(parameters).fuse(frames))
        #expect(fused.report.used == Array(0..<5))
        parameters.minimumSlopeCorrelation = 0
        let mixed = try #require(try FrameFusion(parameters).fuse(frames))
        #expect(mixed.report.used == Array(0..<8))
    }

    /// A camera that repeats its frames adds nothing.
    @Test func repeatedFramesCountOnce() throws {
        var film = FuseFilm(print: 9)
        let frames = film.frames(4)
        let fused = try #require(FrameFusion().fuse(frames + frames.reversed() + frames))
        #expect(fused.report.used == [0, 1, 2, 3])
        #expect(fused.report.refusals.keys.sorted() == Array(4..<12))
        #expect(fused.report.refusals.values.allSatisfy { $0 == .repeated })
        #expect(FrameFusion().fuse([frames[0], frames[1], frames[0], frames[1], frames[1]]) == nil)
    }

    /// The sharpest frame may show another page, or its corners may be wrong.
    @Test func frameThatMostAgreeWithIsTheReference() throws {
        var film = FuseFilm(print: 14)
        var sharp = FuseFilm(print: 15)
        sharp.noise = 60
        let frames = (0..<8).map { $0 == 5 ? sharp.frame($0) : film.frame($0) }
        let fused = try #require(FrameFusion().fuse(frames))
        #expect(fused.report.used == [0, 1, 2, 3, 4, 6, 7])
    }

    /// The captured page is gathered, not the one that more frames show.
    @Test func capturedPageIsGathered() throws {
        var (film, next) = (FuseFilm(print: 16), FuseFilm(print: 17))
        let frames = (0..<12).map { $0 < 4 ? film.frame($0) : next.frame($0) }
        let shown = film.frame(20)
        func gathered(_ frames: [FrameFusion.Frame<Gray8>]) -> FrameFusion.GatheredPage? {
            var (left, colors): ([FrameFusion.Frame<Gray8>], [RGBImage]) = (frames, [])
            defer { #expect(left.isEmpty) }
            return try? FrameFusion().gather(&left, colors: &colors, of: shown)
        }
        let page = try #require(gathered(frames))
        #expect(page.report.used == [0, 1, 2, 3])
        #expect(gathered(Array(frames[4...])) == nil)
    }

    @Test func fewerThanThreeAreNotFused() {
        var film = FuseFilm()
        let two = film.frames(2)
        #expect(FrameFusion().fuse(two) == nil)
        var (other, third) = (FuseFilm(print: 9), FuseFilm(print: 10))
        #expect(FrameFusion().fuse([film.frame(0), other.frame(1), third.frame(2)]) == nil)
        #expect(FrameFusion().fuse([FrameFusion.Frame<Gray8>]()) == nil)
    }

    /// Color frames of gray content give the gray result, within rounding.
    @Test func colorFollowsLuma() throws {
        var film = FuseFilm(print: 11)
        let frames = film.frames(4)
        let gray = try #require(FrameFusion().fuse(frames))
        let color = try #require(
            FrameFusion().fuse(frames.map { FrameFusion.Frame(RGBImage(repeating: $0.image), quad: $0.quad) }))
        gray.image.withView { a in
            color.image.withView { b in
                let off = (0..<a.height).reduce(0) { worst, y in
                    (0..<3 * a.width).reduce(worst) { max($0, abs(Int(b.row(y)[$1]) - Int(a.row(y)[$1 / 3]))) }
                }
                #expect(off <= 1)
            }
        }
    }

    /// Restored and filtered, gray and in color.
    @Test(arguments: [300, 900]) func workersMakeTheSamePicture(longestRestoredSide: Int) throws {
        var film = FuseFilm(print: 18)
        film.glare = { $0 == 2 ? (Point2D(x: 120, y: 90), 30) : nil }
        let grays = film.frames(5)
        let colors = grays.map { FrameFusion.Frame(RGBImage(repeating: $0.image), quad: $0.quad) }
        var parameters = FrameFusion.Parameters()
        parameters.longestRestoredSide = longestRestoredSide
        func fused(_ workers: Int) throws -> (gray: GrayImage, color: RGBImage) {
            parameters.workers = workers
            let fusion = try FrameFusion(parameters)
            return (try #require(fusion.fuse(grays)).image, try #require(fusion.fuse(colors)).image)
        }
        let alone = try fused(1)
        for workers in [2, 3, 64] {
            let shared = try fused(workers)
            #expect(shared.gray == alone.gray)
            #expect(shared.color == alone.color)
        }
    }

    /// A dark page is as dark around bright print as elsewhere.
    @Test func darkPagesHaveNoHalos() throws {
        var film = FuseFilm(print: 19, isDark: true)
        film.noise = 8
        let fused = try #require(FrameFusion().fuse(film.frames(16)))
        let truth = film.truth(fused.report.reference, factor: 2)
        // In rows of two frame pixels, means of more than two hundred.
        let worst = stride(from: 100, to: 680, by: 4).map { row -> Double in
            let rows = { (x: Int, y: Int) in 50...270 ~= x && row / 2..<row / 2 + 2 ~= y }
            let own = level(fused.image, rows) { truth[$0] < 55 }
            return own == 0 ? 0 : abs(own - 50)
        }.max()
        #expect(worst ?? .infinity < 8)
    }

    @Test func nothingComesOfNothing() throws {
        let flat = FrameFusion.Frame(GrayImage(size: FuseFilm.size), quad: FuseFilm.page)
        #expect(FrameFusion().fuse([flat, flat, flat]) == nil)
        let tiny = FrameFusion.Frame(GrayImage(size: FuseFilm.pixels(1, 1)), quad: Quad(FuseFilm.pixels(1, 1)))
        #expect(FrameFusion().fuse([tiny, tiny, tiny]) == nil)
        let point = Point2D(x: 5, y: 5)
        for bad in [
            Quad(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point),
            FuseFilm.page.map { $0 * 1e6 }, FuseFilm.page.map { $0 * .infinity }, FuseFilm.page.map { $0 * -1 },
        ] {
            let frame = FrameFusion.Frame(GrayImage(size: FuseFilm.size), quad: bad)
            #expect(FrameFusion().fuse([frame, frame, frame]) == nil)
        }
    }

    @Test func parametersAreChecked() {
        func refuses(_ change: (inout FrameFusion.Parameters) -> Void) {
            var parameters = FrameFusion.Parameters()
            change(&parameters)
            #expect(throws: ParameterError.self) { try FrameFusion(parameters) }
        }
        refuses { $0.minimumFrames = 1 }
        refuses { $0.minimumCorrelation = 1.5 }
        refuses { $0.minimumSlopeCorrelation = 1.5 }
        refuses { $0.maximumTileShift = .nan }
        refuses { $0.minimumDetail = -1 }
        refuses { $0.longestDoubledSide = 0 }
        refuses { $0.longestRestoredSide = 0 }
        refuses { $0.workers = 0 }
    }
}

extension RGBImage {
    fileprivate init(repeating gray: GrayImage) {
        self.init(size: gray.size)
        withMutableView { target in
            gray.withView { source in
                for y in 0..<source.height { for x in 0..<3 * source.width { target.row(y)[x] = source.row(y)[x / 3] } }
            }
        }
    }
}
