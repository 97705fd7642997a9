import RectoCore
import StationServer
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
        #expect(try LiveUplink(Uplink.jpeg(.still, [1, 2])).picture == [1, 2])
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
}
