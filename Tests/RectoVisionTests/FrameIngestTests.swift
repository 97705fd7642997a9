import RectoCore
import RectoVision
import Testing

/// One stage takes a frame in for all others.
@Suite struct FrameIngestTests {
    /// With a shared ingested frame, tracker, quality meter and signature see what each sees in the frame itself.
    @Test func aFrameTakenInOnceServesAllStages() throws {
        var film = TrackFilm()
        let desk = TrackFilm.desk(.init())
        let (ingest, meter, extractor) = (FrameIngest(), PageQualityMeter(), PageSignatureExtractor())
        var (shared, own) = (try QuadTracker(), try QuadTracker())
        for index in 0..<25 {
            try film.frame(desk).image.withView { view in
                let frame = ingest.ingest(.gray(view))
                let time = Duration.milliseconds(40 * index)
                let (sharedPage, ownPage) = (shared.track(frame, at: time), own.track(view, at: time))
                let page = try #require(sharedPage)
                #expect(page == ownPage)
                let quality = try #require(meter.measure(page.quad, in: frame))
                #expect(quality == meter.measure(page.quad, in: .gray(view)))
                let signature = try #require(extractor.signature(of: page.quad, in: frame))
                let other = try #require(PageSignature(of: page.quad, in: .gray(view)))
                #expect(!signature.isBlank && signature.dissimilarity(to: other) == 0)
            }
        }
    }

    @Test func aFrameCannotBeSearchedOnceAnotherIsTakenIn() async {
        await #expect(processExitsWith: .failure) {
            let ingest = FrameIngest()
            var tracker = try QuadTracker()
            GrayImage(size: TrackFilm.size).withView { view in
                let frame = ingest.ingest(.gray(view))
                _ = ingest.ingest(.gray(view))
                _ = tracker.track(frame, at: .zero)
            }
        }
    }
}
