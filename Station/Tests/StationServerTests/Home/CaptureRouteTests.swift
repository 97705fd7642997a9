import FoundationEssentials
import HTTPTypes
import RectoCore
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// The records of captures, and the screens that show them.
@Suite struct CaptureRouteTests {
    private struct Captures: Decodable {
        struct Capture: Decodable {
            let source: String
            let outcome: String
            let fineDetail: Double?
            let brightness: Double?
            let lockMilliseconds: Int?
            let storeMilliseconds: Int?
        }

        let captures: [Capture]
    }

    private func captures(_ station: StationUnderTest) async throws -> [Captures.Capture] {
        try JSONDecoder().decode(Captures.self, from: Data(try await station.get("/api/captures").body)).captures
    }

    @Test(
        "Each capture of a camera view is kept with what was measured, whether the browser sends pictures or what it sees",
        arguments: [false, true])
    func cameraViews(hasEngine: Bool) async throws {
        let station = try await StationUnderTest()
        let scanner = try await station.scanner(DraftName())
        let camera = try await CameraUnderTest(scanner, hasEngine: hasEngine)
        #expect(try await camera.capture("letter-wood"))
        // Sending it again does not count as another capture.
        let note = try #require(try await captures(station).first)
        #expect(try await captures(station).count == 1)
        #expect(note.source == CaptureSource.browser && note.outcome == "captured")
        #expect(try #require(note.fineDetail) > 0 && #require(note.brightness) > 0)
        #expect(try #require(note.lockMilliseconds) >= 0 && #require(note.storeMilliseconds) >= 0)
        await camera.close()
    }

    @Test("A picture that does not show the page is kept as a capture that failed")
    func moved() async throws {
        let station = try await StationUnderTest()
        let scanner = try await station.scanner(DraftName())
        try await scanner.setSource("Camera 2")
        let camera = try await CameraUnderTest(scanner)
        try await camera.show("letter-wood")
        let note = try #require(camera.answer.still)
        try await camera.sendStill(Photos.bytes("businessCard-busy"), note)
        let kept = try await captures(station)
        #expect(kept.map(\.outcome) == ["moved"] && kept.map(\.source) == ["Camera 2"])
        await camera.close()
    }

    @Test(
        "ES-5, CH-20, CH-24: the screen of cameras has a chart in its head, cards of the others, and says what is wrong"
    )
    func screens() async throws {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let empty = try await station.get("/home/captures").text
        #expect(empty.matches(of: /No values yet/).count == 2 + CaptureChart.allCases.count)
        #expect(
            try await station.get("/home/captures/storing").text.contains(
                "The chart is drawn as soon as there are some."))
        for index in 0..<20 {
            var metric = CaptureMetric(
                at: .now - Double(index) * 60_000, source: "Camera 2", milliseconds: 900,
                outcome: CaptureMetric.captured)
            metric.fineDetail = index < 10 ? 0.14 : 0.2
            (metric.lockMilliseconds, metric.storeMilliseconds) = (400 + index * 10, 300)
            try library.add(metric)
        }
        let text = try await station.get("/home/captures").text
        let finding = "Pages from Camera 2 are 30 % less sharp than the week before. Clean its lens."
        #expect(text.contains(finding) && text.contains("<th scope=\"row\">Camera 2</th><td>11</td>"))
        #expect(text.contains("−30 %"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        _ = try library.add(NewDocument(title: "Rent", captured: .now, pages: [page]))
        #expect(try await station.get("/home").text.contains("<a href=\"/home/captures\">\(finding)</a>"))
        var other = CaptureMetric(at: .now, source: CaptureSource.browser, milliseconds: 900, outcome: "moved")
        try library.add(other)
        other = CaptureMetric(
            at: .now, source: CaptureSource.browser, milliseconds: 900, outcome: CaptureMetric.captured)
        try library.add(other)
        let devices = try await station.get("/home/captures/devices").text
        // Failures do not count as captures.
        #expect(
            devices.matches(of: /<th scope="row">([^<]+)<\/th><td>(\d+)</).map { "\($0.1): \($0.2)" } == [
                "Camera 2: 20", "Browser Cameras: 1",
            ])
        let sharpness = try await station.get("/home/captures/sharpness?selected=&series=0&item=3").text
        #expect(
            sharpness.matches(of: /class="chart-guide"/).count == 4
                && sharpness.contains("<dt>Sharpness</dt><dd>20%</dd>"))
        let storing = try await station.get("/home/captures/storing?selected=&item=0").text
        for name in ["Opening", "Highest", "Lowest", "Closing", "Volume"] {
            #expect(storing.contains("<dt>\(name)</dt><dd>"), "\(name)")
        }
        #expect(storing.contains("data-chart=\"stock\"") && storing.contains("<th scope=\"col\">Opening</th>"))
        #expect(try await station.get("/home/captures/nothing").status == .notFound)
    }
}
