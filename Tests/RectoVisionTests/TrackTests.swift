import Foundation
import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct TrackTests {
    @Test func cornersAtRestHardlyTremble() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        var quads: [Quad] = []
        var truth = TrackFilm.page
        for index in 0..<25 {
            let frame = film.frame(desk)
            truth = frame.page
            let answer = tracker.track(frame.image, frame: index)
            let found = try #require(answer)
            #expect(found.source == (index == 0 ? .detected : .tracked))
            #expect(found.occludedSides.isEmpty)
            if index >= 5 { quads.append(found.quad) }
            if index == 24 { #expect(found.speed < 1) }
        }
        for quad in quads {
            for corner in 0..<4 {
                #expect(quad[corner].distance(to: quads[0][corner]) < 0.001 * TrackFilm.size.diagonal)
                #expect(quad[corner].distance(to: truth[corner]) < 0.6)
            }
        }
    }

    /// A book's upper and lower sides are bowed: none of them counts as hidden, and the corners stay where they were
    /// found.
    @Test(arguments: [0.016, 0.02, 0.03], [1.0, -1])
    func bowedSidesAreFollowed(share: Double, way: Double) throws {
        var noise = SplitMix64(seed: 5)
        var tracker = try QuadTracker()
        var corners: Quad?
        for index in 0..<25 {
            let shift = index < 12 ? 0 : 2 * (index - 12)
            let image = try bowedPage(sagitta: way * share * 420, shift: shift, &noise)
            let answer = tracker.track(image, frame: index)
            let found = try #require(answer)
            #expect(found.occludedSides.isEmpty, "frame \(index)")
            #expect(found.identity == 1)
            let quad = found.quad.map { Point2D(x: $0.x - Double(shift), y: $0.y) }
            let first = corners ?? quad
            corners = first
            for corner in 0..<4 { #expect(quad[corner].distance(to: first[corner]) < 3, "frame \(index)") }
        }
    }

    /// A page of 420 × 260 pixels whose upper and lower sides are parabolas, with lines of words that follow them.
    private func bowedPage(sagitta: Double, shift: Int, _ noise: inout SplitMix64) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: 640, height: 360))
        let (left, top, width, height) = (90 + shift, 50, 420, 260)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let share = (Double(x - left) + 0.5) / Double(width)
                    let lift = sagitta * 4 * share * (1 - share)
                    let row = Int((Double(y - top) + lift).rounded())
                    let isPage = 0..<width ~= x - left && 0..<height ~= row
                    let isLine = 25..<235 ~= row && row % 14 < 5 && 30..<390 ~= x - left
                    let isInk = isLine && (x - left) / 6 % 5 != row / 14 % 5
                    let level: UInt8 = isPage ? isInk ? 70 : 205 : 60
                    view.row(y)[x] = level + UInt8.random(in: 0..<6, using: &noise)
                }
            }
        }
        return image
    }

    /// A pan, a turn and a shake, filmed at irregular times with gaps.
    @Test func aMovingPageIsFollowedAtIrregularTimes() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        var generator = SeededGenerator(seed: 3)
        var milliseconds = 0
        for index in 0..<30 {
            milliseconds += Int.random(in: 12...70, using: &generator)
            let seconds = Double(milliseconds) / 1000
            let view = TrackFilm.view(
                shift: Point2D(x: 30 * sin(4 * seconds), y: 20 * sin(3 * seconds + 1)),
                turn: 0.1 * sin(2 * seconds))
            let frame = film.frame(desk, view)
            let answer = frame.image.withView { tracker.track($0, at: .milliseconds(milliseconds)) }
            let found = try #require(answer)
            #expect(found.quad.intersectionOverUnion(with: frame.page) > 0.97, "frame \(index)")
            #expect(found.identity == 1)
            #expect(index == 0 || found.source == .tracked, "frame \(index)")
        }
    }

    /// 60 pixels per second, after half a second: the velocity is known and the corners do not lag.
    @Test func aSteadyMotionIsMeasuredAndNotDelayed() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        var found: TrackedQuad?
        var truth = TrackFilm.page
        for index in 0..<20 {
            let frame = film.frame(desk, TrackFilm.view(shift: Point2D(x: 2 * Double(index) - 20, y: 0)))
            (found, truth) = (tracker.track(frame.image, frame: index), frame.page)
        }
        let last = try #require(found)
        #expect(abs(last.speed - 15) < 2)
        for corner in 0..<4 {
            #expect(abs(last.velocity[corner].x - 60) < 8)
            #expect(last.quad[corner].distance(to: truth[corner]) < 0.8)
            let later = last.quad(after: .milliseconds(100))
            #expect(abs(later[corner].x - last.quad[corner].x - 6) < 0.8)
        }
    }

    @Test func aHiddenSideStaysInItsPlace() throws {
        var film = TrackFilm()
        let (free, covered) = (TrackFilm.desk(.init()), TrackFilm.desk(.init(coversRight: true)))
        var tracker = try QuadTracker()
        for index in 0..<40 {
            let isCovered = 6..<30 ~= index
            let view = TrackFilm.view(shift: Point2D(x: 6 * sin(0.2 * Double(index)), y: 0))
            let frame = film.frame(isCovered ? covered : free, view)
            let answer = tracker.track(frame.image, frame: index)
            let found = try #require(answer)
            #expect(found.quad.intersectionOverUnion(with: frame.page) > 0.96, "frame \(index)")
            if isCovered { #expect(found.occludedSides == .right, "frame \(index)") }
            if index > 32 { #expect(found.occludedSides.isEmpty, "frame \(index)") }
            #expect(found.identity == 1)
        }
    }

    /// As when the next page in the same place has a different color at its border.
    @Test func aSideThatLooksOtherwiseIsNotTakenForHiddenForLong() throws {
        var film = TrackFilm()
        let (plain, banded) = (TrackFilm.desk(.init()), TrackFilm.desk(.init(hasDarkBand: true)))
        var tracker = try QuadTracker()
        for index in 0..<34 {
            let frame = film.frame(index < 8 ? plain : banded)
            let answer = tracker.track(frame.image, frame: index)
            let found = try #require(answer)
            #expect(found.quad.intersectionOverUnion(with: frame.page) > 0.96, "frame \(index)")
            if index >= 22 { #expect(found.occludedSides.isEmpty, "frame \(index)") }
        }
    }

    @Test func aStartOnAnInnerFrameEndsOnThePage() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init(hasInnerFrame: true))
        let inner = TrackFilm.innerFrame.map(TrackFilm.view().map)
        var tracker = try QuadTracker()
        let first = film.frame(desk)
        let planted = first.image.withView { tracker.follow(inner, in: .gray($0), at: .zero) }
        #expect(planted?.quad == inner)
        var overlaps: [Double] = []
        for index in 1..<30 {
            let answer = tracker.track(film.frame(desk).image, frame: index)
            let found = try #require(answer)
            overlaps.append(found.quad.intersectionOverUnion(with: first.page))
        }
        #expect(try #require(overlaps.first) < 0.8)
        #expect(overlaps.suffix(10).allSatisfy { $0 > 0.97 })
        // Once on the page, it stays there.
        let changes = zip(overlaps, overlaps.dropFirst()).count { ($0 > 0.9) != ($1 > 0.9) }
        #expect(changes == 1)
    }

    @Test func aPageThatLeavesIsLostAndFoundAgain() throws {
        var film = TrackFilm()
        let (page, bare) = (TrackFilm.desk(.init()), TrackFilm.desk(.init(hasPage: false)))
        var tracker = try QuadTracker()
        func look(_ desk: GrayImage, _ frames: Range<Int>) -> [TrackedQuad?] {
            frames.map { tracker.track(film.frame(desk).image, frame: $0) }
        }
        #expect(look(page, 0..<4).allSatisfy { $0?.identity == 1 })
        #expect(look(bare, 4..<8).allSatisfy { $0 == nil })
        // Back within the patience: the same page.
        let back = look(page, 8..<11)
        #expect(back.allSatisfy { $0?.identity == 1 })
        #expect(look(bare, 11..<33).allSatisfy { $0 == nil })
        let later = look(page, 33..<36)
        #expect(later.allSatisfy { $0?.identity == 2 })
    }

    @Test func aPageThatSlidesOutOfTheFrameIsLost() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        for index in 0..<30 {
            let frame = film.frame(desk, TrackFilm.view(shift: Point2D(x: 9 * Double(index), y: 0)))
            let found = tracker.track(frame.image, frame: index)
            // From 240 pixels on, nothing of it is visible.
            if index < 5 { #expect(found != nil, "frame \(index)") }
            if index > 27 { #expect(found == nil, "frame \(index)") }
            if let found { #expect(found.quad.isConvexClockwise) }
        }
    }

    @Test func anotherPageInTheSamePlaceIsAnother() throws {
        var film = TrackFilm()
        let (first, second) = (TrackFilm.desk(.init(print: 1)), TrackFilm.desk(.init(print: 77)))
        var tracker = try QuadTracker()
        var identities: [Int] = []
        for index in 0..<20 {
            let frame = film.frame(index < 8 ? first : second)
            let answer = tracker.track(frame.image, frame: index)
            let found = try #require(answer)
            #expect(found.quad.intersectionOverUnion(with: frame.page) > 0.97)
            identities.append(found.identity)
        }
        #expect(identities.prefix(8).allSatisfy { $0 == 1 })
        #expect(identities.suffix(6).allSatisfy { $0 == 2 })
    }

    @Test func cornersKeepTheirNumbersWhileThePageTurns() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        for index in 0..<12 {
            let frame = film.frame(desk, TrackFilm.view(turn: -0.02 * Double(index)))
            let answer = tracker.track(frame.image, frame: index)
            let found = try #require(answer)
            for corner in 0..<4 { #expect(found.quad[corner].distance(to: frame.page[corner]) < 1.5) }
        }
    }

    @Test func framesOfAnotherSizeStartAfresh() throws {
        var film = TrackFilm()
        let frame = film.frame(TrackFilm.desk(.init()))
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        #expect(tracker.track(frame.image, frame: 0)?.source == .detected)
        #expect(tracker.track(frame.image, frame: 1)?.source == .tracked)
        let answer = tracker.track(desk, frame: 2)
        let larger = try #require(answer)
        #expect(larger.source == .detected)
        #expect(larger.quad.intersectionOverUnion(with: TrackFilm.page) > 0.98)
        #expect(tracker.track(frame.image, frame: 3)?.source == .detected)
    }

    /// Timestamps that stand still, run backwards or jump by years, with tiny, plain and noisy frames in between.
    @Test func hostileStreamsGiveConvexQuadsOrNone() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var generator = SeededGenerator(seed: 8)
        let noise = try GrayImage(
            size: TrackFilm.size,
            packed: (0..<TrackFilm.size.area).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let plain = GrayImage(size: TrackFilm.size)
        let dot = GrayImage(size: try PixelSize(width: 1, height: 1))
        let strip = GrayImage(size: try PixelSize(width: 3, height: 500))
        let page = film.frame(desk).image
        let seconds = [0.0, 0, 0.03, -5, 1e9, 1e9, -1e9, 4e-9, 0.1, 0.13]
        var tracker = try QuadTracker()
        for image in [page, page, noise, page, plain, page, dot, strip, page, page] {
            for time in seconds {
                guard let found = image.withView({ tracker.track($0, at: .seconds(time)) }) else { continue }
                #expect(found.quad.isFinite && found.quad.isConvexClockwise)
                #expect(found.quad(after: .seconds(time)).isConvexClockwise)
                #expect(0...1 ~= found.confidence)
                #expect(found.speed.isFinite)
            }
        }
        #expect(tracker.track(dot, frame: 0) == nil)
        #expect(tracker.track(plain, frame: 0) == nil)
    }

    @Test func quadsThatCannotBeFollowedAreRefused() throws {
        let image = GrayImage(size: TrackFilm.size)
        var tracker = try QuadTracker()
        let inside = Quad(width: 100, height: 100)
        let hopeless = [
            inside.map { Point2D(x: -$0.x, y: $0.y) }, inside.map { $0 * 1e9 }, inside.map { $0 * 0.01 },
            inside.map { $0 + Point2D(x: 500, y: 0) }, inside.map { Point2D(x: $0.x, y: .nan) },
        ]
        for quad in hopeless {
            #expect(image.withView { tracker.follow(quad, in: .gray($0), at: .zero) } == nil)
        }
    }

    @Test func copiesOfATrackerDoNotDisturbEachOther() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var first = try QuadTracker()
        for index in 0..<3 { _ = first.track(film.frame(desk).image, frame: index) }
        var second = first
        let other = TrackFilm.desk(.init(print: 5, hasInnerFrame: true))
        let frame = film.frame(desk).image
        let expected = first.track(frame, frame: 3)
        try #require(expected != nil)
        #expect(second.track(frame, frame: 3) == expected)
        for index in 4..<8 { _ = first.track(film.frame(other).image, frame: index) }
        var third = second
        let next = film.frame(desk).image
        let last = second.track(next, frame: 4)
        try #require(last != nil)
        #expect(last == third.track(next, frame: 4))
    }

    @Test func resettingForgetsThePage() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var tracker = try QuadTracker()
        #expect(tracker.track(film.frame(desk).image, frame: 0)?.identity == 1)
        tracker.reset()
        let answer = tracker.track(film.frame(desk).image, frame: 1)
        let again = try #require(answer)
        #expect(again.source == .detected)
        #expect(again.identity == 2)
    }

    @Test func grayAsColorIsTrackedAlike() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        var (gray, color) = (try QuadTracker(), try QuadTracker())
        for index in 0..<4 {
            let image = film.frame(desk).image
            let rgb = try RGBImage(size: image.size, packed: image.packedBytes.flatMap { [$0, $0, $0] })
            let time = Duration.milliseconds(33 * index)
            let aAnswer = image.withView { gray.track($0, at: time) }
            let a = try #require(aAnswer)
            let bAnswer = rgb.withView { color.track($0, at: time) }
            let b = try #require(bAnswer)
            #expect(a.quad.intersectionOverUnion(with: b.quad) > 0.998)
        }
    }

    @Test func parametersOutsideTheirRangeAreRefused() {
        func refuses(_ change: (inout QuadTracker.Parameters) -> Void) -> Bool {
            var parameters = QuadTracker.Parameters()
            change(&parameters)
            return (try? QuadTracker(parameters)) == nil
        }
        #expect(refuses { $0.detection.workingSide = 1 })
        #expect(refuses { $0.minimumConfidence = 1.1 })
        #expect(refuses { $0.detectionInterval = 0 })
        #expect(refuses { $0.switchMargin = -1 })
        #expect(refuses { $0.searchRadius = 0.2 })
        #expect(refuses { $0.minimumSupport = 0 })
        #expect(refuses { $0.patience = .nan })
        #expect(refuses { $0.restCutoff = 0 })
        #expect(refuses { $0.cutoffGain = .infinity })
    }
}
