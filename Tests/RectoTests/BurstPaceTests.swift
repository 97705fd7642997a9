import Recto
import RectoCapture
import RectoCore
import RectoVision
import Testing

/// The frames of a page that are kept for fusion, by their times.
@Suite struct BurstPaceTests {
    /// Milliseconds between frames.
    private static let step = 25
    private static let page = TrackedQuad(
        quad: Quad(width: 40, height: 60).map { $0 + Point2D(x: 10, y: 10) }, confidence: 1)

    /// The times, in milliseconds, of the frames of a burst.
    /// - Parameters:
    ///   - count: Largest number of kept frames.
    ///   - capture: Time at which the page is captured; it lies still from 0 on.
    ///   - step: Time between frames.
    ///   - glareShare: Share of glare in the frame at a time.
    private func times(
        frames count: Int, capture: Int, step: Int = Self.step, glareShare: (Int) -> Float = { _ in 0 }
    ) throws -> [Int] {
        let image = GrayImage(size: try PixelSize(width: 64, height: 80))
        // Any page will do.
        let captured = try FusedFilm.film.get().pages[0]
        var buffer = BurstBuffer(maximumFrames: count, memory: 128_000_000)
        for time in stride(from: 0, through: 10_000, by: step) {
            let quality = PageQuality(
                sharpness: 1, highFrequencyRatio: nil, brightness: 200, contrast: 100, glareShare: glareShare(time))
            image.withView { view in
                buffer.follow(
                    Self.page, quality, isStill: time <= capture, at: .milliseconds(time), size: view.size,
                    bytes: 64 * 80, isJPEG: false
                ) { $0.store(.gray(view), at: .milliseconds(time)) }
            }
            if time == capture { buffer.capture(captured, Self.page, at: .milliseconds(time)) }
            if let burst = buffer.take() { return burst.times.map { Int($0 / .milliseconds(1)) } }
        }
        Issue.record("no burst is complete")
        return []
    }

    /// - Parameters:
    ///   - size: The size of the frames, nearly filled by the page.
    ///   - bytes: The size of a frame in bytes.
    ///   - memory: The memory limit of a burst.
    /// - Returns: The number of kept frames; 0 without a burst.
    private func count(_ size: (Double, Double), bytes: Int, isJPEG: Bool, memory: Int) throws -> Int {
        let page = TrackedQuad(
            quad: Quad(width: size.0 - 200, height: size.1 - 200).map { $0 + Point2D(x: 100, y: 100) }, confidence: 1)
        let captured = try FusedFilm.film.get().pages[0]
        let quality = PageQuality(
            sharpness: 1, highFrequencyRatio: nil, brightness: 200, contrast: 100, glareShare: 0)
        var buffer = BurstBuffer(maximumFrames: 16, memory: memory)
        let pixels = try PixelSize(width: Int(size.0), height: Int(size.1))
        // What is stored makes no difference.
        let image = GrayImage(size: try PixelSize(width: 16, height: 16))
        for frame in 0..<40 {
            let time = Duration.milliseconds(40 * frame)
            image.withView { view in
                buffer.follow(page, quality, isStill: frame <= 20, at: time, size: pixels, bytes: bytes, isJPEG: isJPEG)
                {
                    $0.store(.gray(view), at: time)
                }
            }
            if frame == 20 { buffer.capture(captured, page, at: time) }
        }
        buffer.completeBurst()
        let count = buffer.take()?.count ?? 0
        let work = BurstBuffer.workBytes(page.quad, pixels)
        #expect(count == 0 || work + count * (bytes + BurstBuffer.fusedBytes(page.quad)) <= memory)
        return count
    }

    @Test("As many frames are kept as their memory allows, and none where three are too many")
    func memory() throws {
        let (hd, uhd) = ((1920.0, 1080.0), (3840.0, 2160.0))
        // Noisy JPEG files, a byte for two pixels.
        #expect(try count(hd, bytes: 1_000_000, isJPEG: true, memory: 128_000_000) == 16)
        #expect(try 5...8 ~= count(uhd, bytes: 2_500_000, isJPEG: true, memory: 256_000_000))
        #expect(try 3...4 ~= count(uhd, bytes: 2_500_000, isJPEG: true, memory: 176_000_000))
        #expect(try count(uhd, bytes: 2_500_000, isJPEG: true, memory: 128_000_000) == 0)
        // Pixels take more.
        #expect(try count(hd, bytes: 1920 * 1080 * 2, isJPEG: false, memory: 128_000_000) == 11)
        #expect(try count(uhd, bytes: 3840 * 2160 * 2, isJPEG: false, memory: 256_000_000) == 3)
    }

    private func gaps(_ times: [Int]) -> Set<Int> { Set(zip(times.dropFirst(), times).map { $0 - $1 }) }

    @Test("Without a lamp the last frames before the capture are the burst, as they come")
    func theLastFrames() throws {
        let times = try times(frames: 16, capture: 1000)
        #expect(times == Array(stride(from: 625, through: 1000, by: Self.step)))
    }

    @Test("Without a lamp those that follow fill the burst, for a second at most")
    func thoseThatFollow() throws {
        #expect(try times(frames: 16, capture: 200) == Array(stride(from: 0, through: 375, by: Self.step)))
        #expect(try times(frames: 32, capture: 500, step: 100) == Array(stride(from: 0, to: 1500, by: 100)))
    }

    @Test("While a lamp is seen frames a tenth of a second apart are kept, for up to two seconds after the capture")
    func aLamp() throws {
        let times = try times(frames: 32, capture: 500) { _ in 0.001 }
        #expect(gaps(times) == [100])
        #expect(times.first == 0 && times.last == 2400)
    }

    @Test("A burst with a lamp is complete when it has as many frames as were asked for")
    func aLampAndFewFrames() throws {
        let times = try times(frames: 8, capture: 500) { _ in 0.5 }
        #expect(times == Array(stride(from: 0, through: 700, by: 100)))
    }

    @Test("A lamp that was seen for a tenth of a second keeps frames apart from then on")
    func aLampThatGoes() throws {
        let times = try times(frames: 40, capture: 500) { 300...375 ~= $0 ? 0.002 : 0 }
        let (before, after) = (times.filter { $0 < 300 }, times.filter { $0 >= 300 })
        #expect(before == Array(stride(from: 0, to: 300, by: Self.step)))
        #expect(after == Array(stride(from: 375, to: 2500, by: 100)))
    }

    @Test("Less than a thousandth of the page is no lamp")
    func noLamp() throws {
        let plain = try times(frames: 16, capture: 300)
        #expect(try times(frames: 16, capture: 300) { _ in 0.0009 } == plain)
        #expect(gaps(plain) == [Self.step])
    }
}
