import RectoCore
import RectoPictures
import Testing

@Suite struct SceneStreamTests {
    private let size = { try PixelSize(width: 160, height: 120) }

    private func film(
        _ seed: UInt64 = 11, _ change: (inout SceneStream.Options) -> Void = { _ in }
    ) throws -> SceneStream {
        var options = SceneStream.Options()
        options.scene.background = .wood
        options.scene.kind = .letter
        change(&options)
        return try SceneStream(seed: seed, size: size(), options: options)
    }

    @Test func aFrameDependsOnItsTimeAlone() throws {
        let film = try film()
        let first = film.frame(at: 0.3)
        _ = film.frame(at: 0.7)
        let again = film.frame(at: 0.3)
        #expect(first.picture == again.picture)
        #expect(first.quad == again.quad)
        #expect(try self.film().frame(at: 0.3).picture == first.picture)
        #expect(try self.film(12).frame(at: 0.3).picture != first.picture)
    }

    @Test func theFirstFrameShowsTheScenesOwnView() throws {
        var options = SceneComposer.Options()
        options.background = .wood
        options.kind = .letter
        options.allowsPartial = false
        let scene = try SceneComposer(size: size(), options: options).compose(seed: 11)
        let truth = try #require(scene.quad)
        let quad = try film().frame(at: 0).quad
        for corner in 0..<4 { #expect(quad[corner].distance(to: truth[corner]) < 1e-6) }
    }

    @Test func aStillCameraSeesNewNoiseOnly() throws {
        let film = try film { $0.motion = .still }
        let (a, b) = (film.frame(at: 0), film.frame(at: 0.5))
        #expect(a.quad == b.quad)
        #expect(a.picture != b.picture)
        let differences = zip(a.picture.packedBytes, b.picture.packedBytes).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 12)
    }

    /// Cached data is not visible in any frame.
    @Test func framesOnATripodAreTheSameInAnyOrder() throws {
        func change(_ options: inout SceneStream.Options) {
            options.motion = .still
            options.hands = [0.2..<0.4]
            options.pageTurns = [0.5..<0.6]
            options.dimming = 0.8
        }
        let times = [0.1, 0.3, 0.45, 0.55, 0.7, 0.9, 0.05]
        let film = try film(11, change)
        let pictures = times.map { film.frame(at: $0).picture }
        for (time, picture) in zip(times, pictures).reversed() { #expect(film.frame(at: time).picture == picture) }
        for (time, picture) in zip(times, pictures) {
            #expect(try self.film(11, change).frame(at: time).picture == picture, "\(time)")
        }
    }

    @Test func anUndisturbedFilmHasTheSameFramesWithoutEvents() throws {
        let film = try film {
            $0.hands = [0.2..<0.8]
            $0.glare = [1..<1.2]
            $0.refocusing = [1.4..<1.6]
        }
        let undisturbed = film.undisturbed()
        for time in [0.5, 1.1, 1.5] {
            #expect(undisturbed.frame(at: time).picture != film.frame(at: time).picture)
            #expect(undisturbed.frame(at: time).quad == film.frame(at: time).quad)
        }
        #expect(undisturbed.frame(at: 0.1).picture == film.frame(at: 0.1).picture)
    }

    @Test func fasterMannersMoveTheCornersFarther() throws {
        let steps = try SceneStream.Options.Motion.allCases.map { motion in
            let film = try film { $0.motion = motion }
            return (1...20).map { index in
                film.frame(at: Double(index) / 10).quad[0].distance(to: film.frame(at: Double(index - 1) / 10).quad[0])
            }.max() ?? 0
        }
        #expect(steps[0] == 0)
        #expect(steps[1] > 0.2)
        #expect(steps[2] > 3 * steps[1])
    }

    /// The light changes from desk to page where the corners say it does.
    @Test func thePageIsWhereItsCornersAre() throws {
        let film = try film { $0.motion = .moved }
        for time in [0.2, 0.9] {
            let frame = film.frame(at: time)
            let center = frame.quad.centroid
            func mean(_ scale: Double) -> Double {
                var sum = 0.0
                for side in 0..<4 {
                    let middle = (frame.quad[side] + frame.quad[(side + 1) & 3]) * 0.5
                    let place = center + (middle - center) * scale
                    frame.picture.withView { view in
                        let x = min(max(Int(place.x), 0), view.width - 1)
                        let y = min(max(Int(place.y), 0), view.height - 1)
                        sum += Double(view.row(y)[3 * x + 1])
                    }
                }
                return sum / 4
            }
            #expect(mean(0.93) > mean(1.07) + 20)
        }
    }

    @Test func eventsComeWhenTheyShould() throws {
        let plain = try film { $0.motion = .still }
        let changes: [(inout SceneStream.Options) -> Void] = [
            { $0.hands = [0.5..<0.8] }, { $0.coveredSide = 0.5..<0.8 }, { $0.dimming = 0.5 },
            { $0.refocusing = [0.5..<0.8] }, { $0.glare = [0.5..<0.8] }, { $0.pageTurns = [0.5..<0.5] },
        ]
        for change in changes {
            let film = try film {
                $0.motion = .still
                change(&$0)
            }
            #expect(film.frame(at: 0.4).picture == plain.frame(at: 0.4).picture)
            #expect(film.frame(at: 0.6).picture != plain.frame(at: 0.6).picture)
            #expect(film.frame(at: 0.6).quad == plain.frame(at: 0.6).quad)
        }
        let departure = try film {
            $0.motion = .still
            $0.departure = 0.5
        }
        let frame = Quad(try size())
        #expect(frame.intersectionOverUnion(with: departure.frame(at: 0.5).quad) > 0.05)
        #expect(frame.intersectionOverUnion(with: departure.frame(at: 2.5).quad) == 0)
    }
}
