import Foundation
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import Testing
import TestSupport

/// The scanner protocol from a client's view.
@Suite struct NetworkScannerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func station(_ camera: (TemporaryFolder) throws -> String) async throws -> StationUnderTest {
        try await StationUnderTest(cameras: [camera(folder)])
    }

    private func still(_ folder: TemporaryFolder) throws -> String { try Films.still("letter-wood", in: folder) }

    private func order(_ inside: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?><scan:ScanSettings xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm" \
            xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03"><pwg:Version>2.0</pwg:Version>\(inside)</scan:ScanSettings>
            """.utf8)
    }

    private func begin(_ station: StationUnderTest, _ inside: String = "") async throws -> String {
        let answer = try await station.post("/eSCL/ScanJobs", bytes: order(inside))
        #expect(answer.status == .created)
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/eSCL/ScanJobs/"))
        return location
    }

    /// Requests the page repeatedly until it is ready.
    private func next(_ station: StationUnderTest, _ job: String) async throws -> StationUnderTest.Answer {
        for _ in 0..<60 {
            let answer = try await station.get("\(job)/NextDocument")
            guard answer.status == .serviceUnavailable else { return answer }
            #expect(answer.headers[.retryAfter] == "1")
        }
        throw ScanFailure.noPage
    }

    @Test func saysWhatItCan() async throws {
        let answer = try await station(still).get("/eSCL/ScannerCapabilities")
        #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
        let root = try XMLElement(document: answer.body)
        #expect(root.name == "ScannerCapabilities")
        #expect(root["MakeAndModel"]?.text == "Recto still.mjpeg")
        let profile = try #require(root["Platen"]?["PlatenInputCaps"]?["SettingProfiles"]?["SettingProfile"])
        #expect(profile["ColorModes"]?.children.map(\.text) == ["BlackAndWhite1", "Grayscale8", "RGB24"])
        let formats = Set(profile["DocumentFormats"]?.children.map(\.text) ?? [])
        #expect(formats == ["image/jpeg", "application/pdf", "image/png", "image/tiff"])
        let resolutions = profile["SupportedResolutions"]?["DiscreteResolutions"]?.children
        #expect(resolutions?.map { $0["XResolution"]?.text } == ["75", "100", "150", "200", "300", "400", "600"])
        #expect(UUID(uuidString: root["UUID"]?.text ?? "") != nil)
    }

    @Test func isTheSameScannerAfterEveryStart() async throws {
        let home = try TemporaryFolder()
        let camera = try still(folder)
        func identifier() async throws -> String? {
            let station = try await StationUnderTest(folder: home, cameras: [camera])
            return try XMLElement(document: try await station.get("/eSCL/ScannerCapabilities").body)["UUID"]?.text
        }
        #expect(try await identifier() == identifier())
    }

    @Test func withoutACameraThereIsNoScanner() async throws {
        let station = try await StationUnderTest()
        #expect(try await station.get("/eSCL/ScannerCapabilities").status == .notFound)
        #expect(try await station.post("/eSCL/ScanJobs", bytes: order("")).status == .notFound)
    }

    @Test func eachCameraIsAScannerOfItsOwn() async throws {
        let station = try await StationUnderTest(cameras: [still(folder), Films.empty(in: folder)])
        let second = try XMLElement(document: try await station.get("/eSCL/2/ScannerCapabilities").body)
        #expect(second["MakeAndModel"]?.text == "Recto empty.mjpeg")
        #expect(try await station.get("/eSCL/3/ScannerCapabilities").status == .notFound)
    }

    @Test func deliversThePageOnce() async throws {
        let station = try await station(still)
        let job = try await begin(station, "<scan:XResolution>100</scan:XResolution>")
        let page = try await next(station, job)
        #expect(page.status == .ok)
        #expect(page.headers[.contentType] == "image/jpeg")
        let picture = try PictureReader().read(bytes: page.body)
        // The letter is A4 at a hundred dots per inch.
        #expect(abs(picture.size.width - 827) <= 4 && abs(picture.size.height - 1169) <= 4)
        #expect(try await next(station, job).status == .notFound)
        let status = try XMLElement(document: try await station.get("/eSCL/ScannerStatus").body)
        #expect(status["State"]?.text == "Idle")
        let told = try #require(status["Jobs"]?["JobInfo"])
        #expect(told["JobUri"]?.text == job)
        #expect(told["JobState"]?.text == "Completed")
        #expect(told["JobStateReasons"]?.children.map(\.text) == ["JobCompletedSuccessfully"])
    }

    @Test(arguments: [
        ("RGB24", "image/png", "89504e47"), ("Grayscale8", "application/pdf", "25504446"),
        ("BlackAndWhite1", "image/tiff", "49492a00"), ("BlackAndWhite1", "image/jpeg", "ffd8ff"),
    ])
    func deliversWhatIsAsked(_ color: String, _ format: String, _ start: String) async throws {
        let station = try await station(still)
        let job = try await begin(
            station,
            "<scan:ColorMode>\(color)</scan:ColorMode><pwg:DocumentFormat>\(format)</pwg:DocumentFormat><scan:XResolution>75</scan:XResolution>"
        )
        let page = try await next(station, job)
        #expect(page.headers[.contentType] == format)
        let head = page.body.prefix(start.count / 2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(head == start)
        // Black and white are preserved in formats without bilevel images.
        if color == "BlackAndWhite1", format == "image/jpeg",
            case .gray(let image) = try PictureReader(layout: .gray).read(bytes: page.body).pixels
        {
            let extremes = image.packedBytes.count { $0 < 32 || $0 > 223 }
            #expect(Double(extremes) > 0.95 * Double(image.width * image.height))
        }
    }

    @Test(arguments: ["Grayscale8", "BlackAndWhite1"])
    func cutsTheRegionOut(_ color: String) async throws {
        let station = try await station(still)
        func scan(_ inside: String) async throws -> [UInt8] {
            let job = try await begin(
                station,
                "<scan:ColorMode>\(color)</scan:ColorMode><pwg:DocumentFormat>image/png</pwg:DocumentFormat><scan:XResolution>150</scan:XResolution>\(inside)"
            )
            return try await next(station, job).body
        }
        let region = """
            <pwg:ScanRegions><pwg:ScanRegion><pwg:XOffset>302</pwg:XOffset><pwg:YOffset>600</pwg:YOffset>\
            <pwg:Width>900</pwg:Width><pwg:Height>600</pwg:Height></pwg:ScanRegion></pwg:ScanRegions>
            """
        guard case .gray(let whole) = try PictureReader(layout: .gray).read(bytes: await scan("")).pixels,
            case .gray(let part) = try PictureReader(layout: .gray).read(bytes: await scan(region)).pixels
        else { throw ScanFailure.noPage }
        #expect(part.size == (try PixelSize(width: 450, height: 300)))
        whole.withView { whole in
            part.withView { part in
                for y in 0..<300 { #expect((0..<450).allSatisfy { part.row(y)[$0] == whole.row(300 + y)[151 + $0] }) }
            }
        }
    }

    /// For known and unknown paper sizes: the printed size is the same, and fits the area that programs provide.
    @Test(arguments: ["letter-wood", "certificate-nearWhite"])
    func aPageHasOneSizeAtAllResolutions(_ film: String) async throws {
        let station = try await station { try Films.still(film, in: $0) }
        func scan(_ resolution: Int) async throws -> (width: Double, height: Double) {
            let job = try await begin(station, "<scan:XResolution>\(resolution)</scan:XResolution>")
            let size = try PictureReader().read(bytes: try await next(station, job).body).size
            return (Double(size.width) / Double(resolution), Double(size.height) / Double(resolution))
        }
        let (coarse, fine) = (try await scan(75), try await scan(300))
        // The corners of two captures differ by about a pixel.
        #expect(abs(coarse.width - fine.width) < 0.05 && abs(coarse.height - fine.height) < 0.05)
        #expect(coarse.width < 8.51 && coarse.height < 11.70)
        #expect(max(coarse.width / 8.5, coarse.height / 11.69) > 0.5)
    }

    /// An A4 page in landscape orientation, and one larger than any scan area: programs would crop them.
    @Test(arguments: [
        (75, PaperChoice.fixed(.a4)), (300, .fixed(.a4)), (600, .fixed(.a4)), (75, .measured), (300, .measured),
    ])
    func aPageThatIsTooLargeIsMadeSmaller(_ resolution: Int, _ paper: PaperChoice) throws {
        let picture = GrayImage(size: try PixelSize(width: 2900, height: 2100))
        let quad = try Quad(
            corners: [(20, 25), (2880, 25), (2880, 2045), (20, 2045)].map { Point2D(x: $0.0, y: $0.1) })
        let order = """
            <s:ScanSettings xmlns:s="http://schemas.hp.com/imaging/escl/2011/05/03"><s:XResolution>\(resolution)</s:XResolution>\
            </s:ScanSettings>
            """
        let file = try ScanFile(
            Page(.gray(picture), quad: quad, renderOptions: RenderOptions(paper: paper)),
            try ScanSettings(document: Array(order.utf8)))
        #expect(abs(file.size.width - 2551 * resolution / 300) <= 1)
        #expect(abs(Double(file.size.width) / Double(file.size.height) - 2860.0 / 2020) < 0.01)
    }

    @Test func aTableWithoutAPageAborts() async throws {
        let station = try await station { try Films.empty(in: $0) }
        let job = try await begin(station)
        let answer = try await next(station, job)
        #expect(answer.status == .gone)
        #expect(answer.text.contains("No page was found"))
        let status = try XMLElement(document: try await station.get("/eSCL/ScannerStatus").body)
        let told = try #require(status["Jobs"]?["JobInfo"])
        #expect(told["JobState"]?.text == "Aborted")
        #expect(told["JobStateReasons"]?.children.map(\.text) == ["AbortedBySystem", "NoPageInView"])
        // The next client may try.
        _ = try await begin(station)
    }

    @Test func aCameraThatIsNotThereAborts() async throws {
        let station = try await station { $0.path("missing.mjpeg") }
        let answer = try await next(station, try await begin(station))
        #expect(answer.status == .gone)
        #expect(answer.text.contains("not connected"))
    }

    @Test func isBusyUntilThePageIsFetched() async throws {
        let station = try await station(still)
        let job = try await begin(station)
        let refused = try await station.post("/eSCL/ScanJobs", bytes: order(""))
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.headers[.retryAfter] == "1")
        let status = try XMLElement(document: try await station.get("/eSCL/ScannerStatus").body)
        #expect(status["State"]?.text == "Processing")
        #expect(try await next(station, job).status == .ok)
        _ = try await begin(station)
    }

    @Test func canBeCanceled() async throws {
        let station = try await station(still)
        let job = try await begin(station)
        #expect(try await station.ask(.delete, job).status == .ok)
        #expect(try await next(station, job).status == .gone)
        #expect(try await station.ask(.delete, "/eSCL/ScanJobs/other").status == .notFound)
        #expect(try await station.get("/eSCL/ScanJobs/other/NextDocument").status == .notFound)
    }

    @Test func tellsOfAPageThatWaits() async throws {
        let station = try await station(still)
        let job = try await begin(station, "<scan:XResolution>75</scan:XResolution>")
        #expect(try await station.get("\(job)/ScanImageInfo").status == .notFound)
        for _ in 0..<6000 where try await station.get("\(job)/ScanImageInfo").status == .notFound {
            try await Task.sleep(for: .milliseconds(100))
        }
        let info = try XMLElement(document: try await station.get("\(job)/ScanImageInfo").body)
        let size = try PictureReader().read(bytes: try await next(station, job).body).size
        #expect(info["ActualWidth"]?.text == "\(size.width)")
        #expect(info["ActualHeight"]?.text == "\(size.height)")
        #expect(info["ActualBytesPerLine"]?.text == "\(3 * size.width)")
    }

    @Test func badOrdersAreRefused() async throws {
        let station = try await station(still)
        func status(_ body: [UInt8]) async throws -> HTTPResponse.Status {
            try await station.post("/eSCL/ScanJobs", bytes: body).status
        }
        #expect(try await status([]) == .badRequest)
        #expect(try await status(Array("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>".utf8)) == .badRequest)
        #expect(try await status(Array("<a/>".utf8)) == .badRequest)
        #expect(try await status(order("<scan:ColorMode>CMYK</scan:ColorMode>")) == .conflict)
        #expect(try await status(order(String(repeating: " ", count: 1 << 20))) == .contentTooLarge)
        let capabilities = try XMLElement(document: try await station.get("/eSCL/ScannerStatus").body)
        #expect(capabilities["Jobs"]?.children.isEmpty == true)
    }

    @Test func otherSitesCannotScan() async throws {
        let station = try await station(still)
        let answer = try await station.ask(
            .post, "/eSCL/ScanJobs", order(""), headers: [.origin: "http://evil.example"])
        #expect(answer.status == .forbidden)
    }
}
