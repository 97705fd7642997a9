import Foundation
import RectoCapture
import RectoCore
import StationRules
import StationServer
import TestSupport
import Testing

@Suite struct LiveUplinkTests {
    @Test func readsWhatBrowsersSend() throws {
        let image = GrayImage(size: try PixelSize(width: 40, height: 32))
        let uplink = try LiveUplink(Uplink.luminance(image, sequence: 70_000, milliseconds: 5_000_000))
        #expect(uplink.kind == .luminance)
        #expect(uplink.size == image.size)
        #expect(uplink.sequence == 70_000)
        #expect(uplink.milliseconds == 5_000_000)
        #expect(uplink.picture.count == 40 * 32)
        #expect(try LiveUplink(Uplink.file(.preview, [1, 2])).picture == [1, 2])
        let note = StillNote(key: "0123456789abcdef", quad: [0, 0, 1, 0, 1, 1, 0, 1], filter: .photo, replaces: 3)
        let still = try LiveUplink(Uplink.still([1, 2, 3], note))
        #expect(still.note == note && still.picture == [1, 2, 3])
    }

    @Test func refusesStillsWithoutASoundNote() throws {
        let note = StillNote(key: "0123456789abcdef", quad: nil, filter: .color, replaces: nil)
        let whole = try Uplink.still([9], note)
        for count in 17..<whole.count {
            #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink(Array(whole.prefix(count))) }
        }
        let other = StillNote(key: "../../etc/passwd", quad: nil, filter: .color, replaces: nil)
        #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink(Uplink.still([9], other)) }
    }

    @Test(
        "Corners in a note that are none of a page count as none",
        arguments: [[], [1], [Double.nan, 0, 1, 0, 1, 1, 0, 1], [0, 0, 0, 1, 1, 1, 1, 0], [0, 0, 9, 0, 9, 9, 0, 9]])
    func hostileCorners(_ numbers: [Double]) throws {
        let size = try PixelSize(width: 400, height: 300)
        #expect(StillNote(key: "0123456789abcdef", quad: numbers, filter: .color, replaces: nil).quad(in: size) == nil)
    }

    @Test("DS-45: corners of a preview are those of a photo that shows more than it, in the middle of both")
    func proportions() throws {
        func corners(_ aspect: Double?, _ width: Int, _ height: Int) throws -> [Point2D]? {
            StillNote(
                key: "0123456789abcdef", quad: [0, 0, 1, 0, 1, 1, 0, 1], aspect: aspect, filter: .color, replaces: nil
            ).quad(in: try PixelSize(width: width, height: height))?.corners
        }
        let whole = [Point2D(x: 0, y: 0), Point2D(x: 1920, y: 0), Point2D(x: 1920, y: 1080), Point2D(x: 0, y: 1080)]
        #expect(try corners(nil, 1920, 1080) == whole)
        // 640 x 361 after rounding.
        #expect(try corners(640.0 / 361, 1920, 1080) == whole)
        let high = try #require(try corners(16.0 / 9, 4000, 3000))
        #expect(abs(high[0].y - 375) < 1 && abs(high[2].y - 2625) < 1 && high[0].x == 0 && high[2].x == 4000)
        let wide = try #require(try corners(9.0 / 16, 3000, 4000))
        #expect(abs(wide[0].x - 375) < 1 && abs(wide[2].x - 2625) < 1 && wide[0].y == 0 && wide[2].y == 4000)
        #expect(try corners(.nan, 1920, 1080) == whole && corners(0, 1920, 1080) == whole)
    }

    @Test func refusesAllElse() throws {
        let whole = Uplink.header(.luminance, 40, 32, 1, 1) + [UInt8](repeating: 0, count: 40 * 32)
        #expect(throws: Never.self) { try LiveUplink(whole) }
        for count in [0, 1, 15, 16, 17, whole.count - 1] {
            #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink(Array(whole.prefix(count))) }
        }
        #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink(whole + [0]) }
        #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink([9] + whole.dropFirst()) }
        for (width, height) in [(0, 0), (31, 40), (65_535, 65_535), (4097, 32)] {
            let bytes = Uplink.header(.luminance, width, height, 1, 1) + [UInt8](repeating: 0, count: 40 * 32)
            #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink(bytes) }
        }
    }

    @Test func opensChannelsOfScreensAlone() throws {
        let draft = try #require(DraftName("0123456789abcdef"))
        #expect(LivePlace("/live/scan/0123456789abcdef")?.screen == .scan(draft, replacing: nil))
        let retaking = LivePlace("/live/scan/0123456789abcdef?retake=3&source=1")
        #expect(retaking?.screen == .scan(draft, replacing: 3))
        #expect(retaking?.camera == 1)
        #expect(LivePlace("/live/ar/12")?.screen == .ar(12))
        for path in [
            "/live/ar", "/live/ar/", "/live/ar/x", "/live/ar/1/2",
            "", "/", "/live", "/live/", "/live/scan", "/live/scan/", "/live/scan/xyz", "/live/scan/0123456789abcdeF",
            "/live/scan/../0123456789abcdef", "live/scan/0123456789abcdef", "/live/other/0123456789abcdef",
        ] {
            #expect(LivePlace(path) == nil)
        }
    }

    @Test(
        "DS-40: while a picture is drawn none is sent, and then the newest: pictures in between are left out, none waits"
    )
    func newestPictureWins() async throws {
        let folder = try TemporaryFolder()
        let film = folder.path("film.mjpeg")
        // JPEG files that differ in a comment.
        let photo = try Photos.bytes("letter-wood")
        let frames = (0..<60).map { [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, UInt8($0)] + photo.dropFirst(2) }
        try Data(frames.joined()).write(to: URL(filePath: film))
        let turn = PictureTurn()
        let screen = SlowScreen(turn, drawnAt: [20, 50])
        let sent = Sent()
        try await screen.watch(film, turn: turn) { picture, frame in await sent.add(picture, frame) }
        #expect(await screen.frames == 60)
        #expect(await sent.frames == [1, 20, 50])
        #expect(await sent.pictures == [frames[0], frames[19], frames[49]])
    }
}

/// Counts frames. The browser draws its picture after some of them have been processed.
private actor SlowScreen: LiveScreen {
    struct Action: Decodable, Sendable {}

    private let turn: PictureTurn
    private let drawnAt: Set<Int>
    private(set) var frames = 0

    init(_ turn: PictureTurn, drawnAt: Set<Int>) {
        self.turn = turn
        self.drawnAt = drawnAt
    }

    func answer() async -> Int { frames }
    func answer(_ action: Action) async -> Int { frames }
    func answer(_ picture: LiveUplink) async -> Int { frames }
    func setCamera(_ state: CameraState) {}

    func process(_ frame: CapturedFrame) async -> Int {
        frames += 1
        if drawnAt.contains(frames) { turn.giveBack() }
        return frames
    }
}

/// The messages sent to the browser, and the number of frames before each.
private actor Sent {
    private(set) var pictures: [[UInt8]] = []
    private(set) var frames: [Int] = []

    func add(_ picture: [UInt8]?, _ frame: Int) {
        guard let picture else { return }
        pictures.append(picture)
        frames.append(frame)
    }
}
