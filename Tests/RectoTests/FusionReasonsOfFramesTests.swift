import Foundation
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// The scanner's reasons why more frames would help.
@Suite struct FusionReasonsOfFramesTests {
    private static let coarse = 2
    private static let cases: [(StillPage, FusionReasons)] = [
        (StillPage(), []), (StillPage(scale: coarse), .sampling), (StillPage(hasLamp: true), .glare),
        (StillPage(noise: 9), .noise),
        (StillPage(scale: coarse, noise: 9, hasLamp: true), [.sampling, .glare, .noise]),
    ]

    /// The updates for frames at 15 per second until a page is captured.
    private func updates(_ frames: [GrayImage]) throws -> [Recto.Scanner.Update] {
        let scanner = try Recto.Scanner()
        var updates: [Recto.Scanner.Update] = []
        for number in 0..<45 {
            let update = frames[number % frames.count].withView {
                scanner.process(.gray($0), at: .milliseconds(1000 * number / 15), sequence: number)
            }
            updates.append(update)
            if update.capturedPage != nil { return updates }
        }
        return updates
    }

    @Test("At a capture all reasons are known that hold, and no other", .inRelease, arguments: cases)
    func atACapture(page: StillPage, reasons: FusionReasons) throws {
        let updates = try updates(page.frames(3))
        let captured = try #require(updates.last)
        #expect(captured.capturedPage != nil)
        #expect(captured.fusionReasons == reasons)
        // Also before, except for noise, which requires two frames of a still page.
        let seen = updates.filter { $0.page != nil }
        #expect(seen.allSatisfy { $0.fusionReasons.union(.noise) == reasons.union(.noise) })
        #expect(seen.first?.fusionReasons.contains(.noise) == false)
        let known = updates.firstIndex { $0.fusionReasons.contains(.noise) }
        #expect((known != nil) == reasons.contains(.noise))
        if let known { #expect(known < updates.count - 1, "before the capture") }
    }

    @Test("Nothing is told without a page")
    func withoutAPage() throws {
        let scanner = try Recto.Scanner()
        let noisy = try StillPage(scale: Self.coarse, noise: 60).frames(2)
        let size = noisy[0].size
        for number in 0..<8 {
            let update = GrayImage(size: size).withView { scanner.process(.gray($0), at: .milliseconds(66 * number)) }
            #expect(update.page == nil && update.fusionReasons.isEmpty)
        }
    }

    @Test("The noise of JPEG frames that are looked at smaller is that of the frames", .inRelease)
    func noiseOfJPEG() throws {
        let files = try StillPage(noise: 9).frames(3).map { try JPEGWriter(quality: 92).encode(.gray($0)) }
        let scanner = try Recto.Scanner()
        let lent = BorrowedJPEG()
        var reasons: [FusionReasons] = []
        for number in 0..<45 {
            let update = try files[number % 3].withUnsafeBytes { bytes in
                try lent.withFrame(bytes, at: .milliseconds(1000 * number / 15), sequence: number) {
                    try scanner.process($0)
                }
            }
            reasons.append(update.fusionReasons)
            if update.capturedPage != nil { break }
        }
        #expect(reasons.last == .noise)
    }

    @Test("What a page that has gone was noisy with says nothing of the next", .inRelease)
    func noiseIsThePages() throws {
        let (noisy, clean) = (try StillPage(noise: 9).frames(2), try StillPage().frames(2))
        let scanner = try Recto.Scanner()
        var last: [FusionReasons] = []
        func show(_ frames: [GrayImage], _ times: Range<Int>) {
            for number in times {
                let update = frames[number % 2].withView {
                    scanner.process(.gray($0), at: .milliseconds(1000 * number / 15), sequence: number)
                }
                if number == times.upperBound - 1 { last.append(update.fusionReasons) }
            }
        }
        show(noisy, 0..<15)
        show([GrayImage(size: noisy[0].size)].flatMap { [$0, $0] }, 15..<35)
        show(clean, 35..<55)
        #expect(last == [.noise, [], []])
    }
}
