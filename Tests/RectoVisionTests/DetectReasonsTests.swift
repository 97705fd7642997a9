import RectoCore
import RectoVision
import Testing

/// Levels of confidence, reasons and the trace.
@Suite struct DetectReasonsTests {
    private func image() throws -> GrayImage {
        DetectScenes.quad(DetectScenes.tilted, size: try PixelSize(width: 640, height: 480))
    }

    @Test(
        arguments: [
            (-1, nil), (0, nil), (0.349, nil), (0.35, .show), (0.599, .show), (0.6, .lock), (0.799, .lock),
            (0.8, .capture),
            (1, .capture), (.nan, nil),
        ] as [(Double, PageDetection.Level?)])
    func levelsBeginAtTheirConfidence(confidence: Double, level: PageDetection.Level?) {
        #expect(PageDetection(quad: DetectScenes.tilted, confidence: confidence).level == level)
    }

    @Test func levelsAreOrdered() {
        #expect(PageDetection.Level.allCases.sorted() == [.show, .lock, .capture])
        #expect(PageDetection.Level.lock >= .lock && PageDetection.Level.lock < .capture)
    }

    @Test func contributionsAddUpToTheScore() throws {
        var detector = try PageDetector()
        let candidates = try image().withView { detector.explain(.gray($0), limit: 5) }
        #expect(!candidates.isEmpty)
        for candidate in candidates {
            let sum = candidate.reasons.reduce(0) { $0 + $1.contribution }
            #expect(abs(sum - candidate.score) < 1e-3 * max(1, abs(candidate.score)))
            #expect(candidate.reasons.count == QuadFeatures.Name.allCases.count + 1)
            let amounts = candidate.reasons.map { abs($0.contribution) }
            #expect(amounts == amounts.sorted(by: >))
        }
    }

    @Test func aClearPageHasEdgesAlongAllSides() throws {
        var detector = try PageDetector()
        let page = try #require(try image().withView { detector.explain(.gray($0), limit: 1) }.first)
        let strongest = page.strongestReasons(count: 4)
        #expect(strongest.for.contains { $0.text == "edges along all sides" })
        #expect(strongest.for.count <= 4 && strongest.against.count <= 4)
        #expect(
            strongest.for.allSatisfy { $0.contribution > 0 } && strongest.against.allSatisfy { $0.contribution < 0 })
    }

    @Test func explanationsAreOfWhatIsDetected() throws {
        var detector = try PageDetector()
        let image = try image()
        let explained = image.withView { detector.explain(.gray($0), limit: 4) }
        #expect(explained.map(\.detection) == image.withView { detector.detectAll(.gray($0), limit: 4) })
    }

    @Test func theTraceHoldsWhatLedToTheAnswer() throws {
        var detector = try PageDetector()
        let image = try image()
        let trace = image.withView { detector.trace(.gray($0), limit: 3) }
        #expect(trace.found == image.withView { detector.explain(.gray($0), limit: 3) })
        #expect(trace.scales.map { [$0.width, $0.height] } == [[320, 240], [160, 120]])
        for scale in trace.scales {
            let count = scale.width * scale.height
            #expect([scale.magnitude.count, scale.direction.count, scale.strength.count] == [count, count, count])
            #expect(scale.votes.count == 180 * scale.offsets)
            #expect(scale.peaks.allSatisfy { 0..<180 ~= $0.angle && 0..<Double(scale.offsets) ~= $0.offset })
        }
        #expect(trace.lines.count { $0.origin == .border } == 4)
        // Each side of the page is one of the lines.
        for side in 0..<4 {
            let (start, end) = (DetectScenes.tilted[side], DetectScenes.tilted[(side + 1) & 3])
            #expect(
                trace.lines.contains { line in
                    let direction = (line.end - line.start) * (1 / line.start.distance(to: line.end))
                    return abs(direction.cross(start - line.start)) < 2 && abs(direction.cross(end - line.start)) < 2
                })
        }
        #expect(trace.candidates.map(\.score).max().map(Double.init) == trace.found.first?.score)
    }
}
