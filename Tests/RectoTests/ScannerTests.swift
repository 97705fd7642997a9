import CAllocations
import Foundation
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

// Foundation has a Scanner too.
private typealias Scanner = Recto.Scanner

/// The engine on streams of frames.
@Suite("Scanner")
struct ScannerTests {
    private let film: WatchFilm

    init() throws { film = try WatchFilm.film.get() }

    /// The results for a video whose frames are passed by `show`.
    private func scan(
        _ options: Scanner.Options = Scanner.Options(), _ frames: Range<Int>? = nil,
        show: (RGBImage, (FrameView) throws -> Void) throws -> Void = { image, body in
            try image.withView { (view) throws in try body(.rgb(view)) }
        }
    ) throws -> [ScannedPage] {
        let scanner = try Scanner(options)
        var pages: [ScannedPage] = []
        for number in frames ?? film.frames.indices {
            try show(film.frames[number].image) { view in
                let update = scanner.process(view, at: film.time(number), sequence: number)
                if let page = update.capturedPage { pages.append(page) }
            }
        }
        if let page = try scanner.finish() { pages.append(page) }
        return pages
    }

    /// Expects both pages of the video, once each and in their places.
    private func expectBothPages(_ pages: [ScannedPage], minimumOverlap: Double = 0.97) throws {
        #expect(pages.count == 2)
        for (page, lying) in zip(pages, WatchFilm.lying) {
            #expect(lying.contains(page.time / .seconds(1)))
            let truth = film.frames[page.sequence].page
            #expect(try #require(page.page.quad).intersectionOverUnion(with: truth) > minimumOverlap)
            #expect(page.page.originalSize == film.size)
            #expect(!page.isLowQuality && page.quality != nil)
        }
    }

    @Test("Each page of a film is captured once, from frames in color")
    func pagesAreCapturedOnceInColor() throws {
        let pages = try scan()
        try expectBothPages(pages)
        // The picture is the named frame.
        for page in pages { #expect(page.page.original == .rgb(film.frames[page.sequence].image)) }
        #expect(pages.allSatisfy { $0.jpegBytes == nil })
    }

    @Test(
        "Each page of a film is captured once, from a camera's frames", arguments: [true, false],
        [YUVRange.limited, .full])
    func cameraFrames(isNV12: Bool, range: YUVRange) throws {
        let pages = try scan { image, body in
            let (frame, size) = (CameraFrame(image, range: range), image.size)
            let bytes = isNV12 ? frame.nv12.luma + frame.nv12.chroma : frame.yuyv
            try bytes.withUnsafeBufferPointer { buffer in
                let (base, count) = (try #require(buffer.baseAddress), buffer.count)
                let view: FrameView =
                    isNV12
                    ? .nv12(try NV12View(base: base, byteCount: count, size: size, stride: size.width, range: range))
                    : .yuyv(
                        try YUYVView(base: base, byteCount: count, size: size, stride: 2 * size.width, range: range))
                try body(view)
            }
        }
        try expectBothPages(pages)
        // Colors are preserved except for the halved chroma.
        for page in pages {
            guard case .rgb(let image) = page.page.original else {
                Issue.record("no color")
                continue
            }
            let (there, here) = (film.frames[page.sequence].image.packedBytes, image.packedBytes)
            let error = zip(there, here).map { abs(Int($0) - Int($1)) }.reduce(0, +)
            #expect(Double(error) / Double(there.count) < 4)
        }
    }

    @Test("JPEG frames are looked at smaller and captured whole", arguments: [640, 320])
    func framesOfJPEGAreCapturedWhole(longSide: Int) throws {
        let folder = try TemporaryFolder()
        try WatchFilm.mjpeg().write(to: URL(filePath: folder.path("film.mjpeg")))
        var options = Scanner.Options()
        options.detail = FrameDetail(longSide: longSide)
        let scanner = try Scanner(options)
        var frames = StreamSource(.file(folder.path("film.mjpeg")), timing: StreamTiming(framesPerSecond: 15))
            .makeAsyncIterator()
        var pages: [ScannedPage] = []
        while let event = try frames.next(orFor: .seconds(60)) {
            guard case .frame(let frame) = event else { continue }
            let update = try scanner.process(frame)
            #expect(update.size == film.size)
            if let quad = update.page?.quad, let page = update.capturedPage?.page.quad {
                #expect(quad.intersectionOverUnion(with: page) > 0.95, "in pixels of the frame")
            }
            if let page = update.capturedPage { pages.append(page) }
        }
        try expectBothPages(pages, minimumOverlap: 0.96)
        // The file itself is kept.
        for page in pages { #expect(try page.jpegBytes == WatchFilm.jpegs.get()[page.sequence]) }
    }

    @Test("Of the frames around a shot the sharpest is captured")
    func theSharpestFrameIsCaptured() throws {
        // All frames but every seventh are out of focus.
        let pages = try scan { image, body in
            let number = film.frames.firstIndex { $0.image == image } ?? 0
            let shown = number % 7 == 3 ? image : Self.blurred(image)
            try shown.withView { (view) throws in try body(.rgb(view)) }
        }
        for page in pages { #expect(page.sequence % 7 == 3) }
        #expect(!pages.isEmpty)
    }

    /// The mean of each 2 × 2 pixels.
    private static func blurred(_ image: RGBImage) -> RGBImage {
        var blurred = image
        blurred.withMutableView { target in
            image.withView { source in
                for y in 1..<source.height {
                    let (above, here, into) = (source.row(y - 1), source.row(y), target.row(y))
                    for x in 3..<source.rowBytes {
                        let sum = Int(above[x]) + Int(above[x - 3]) + Int(here[x]) + Int(here[x - 3])
                        into[x] = UInt8(sum / 4)
                    }
                }
            }
        }
        return blurred
    }

    @Test("A shot that is asked for captures whatever is in view", arguments: [true, false])
    func aManualShotCapturesWhateverIsInView(hasPage: Bool) throws {
        var options = Scanner.Options()
        options.capture.mode = .manual
        #expect(try scan(options).isEmpty, "nobody asks")
        let scanner = try Scanner(options)
        let blank = RGBImage(size: film.size)
        var pages: [ScannedPage] = []
        for number in 0..<20 {
            if number == 8 { scanner.requestShot() }
            (hasPage ? film.frames[number].image : blank).withView { view in
                let update = scanner.process(.rgb(view), at: film.time(number), sequence: number)
                if let page = update.capturedPage { pages.append(page) }
            }
        }
        #expect(pages.count == 1)
        #expect((pages.first?.page.quad != nil) == hasPage)
        #expect(2...13 ~= (pages.first?.sequence ?? 0))
    }

    @Test("What is being captured when the stream ends is captured")
    func aCaptureUnderWayIsCompletedAtTheEnd() throws {
        var options = Scanner.Options()
        options.capture.mode = .manual
        let scanner = try Scanner(options)
        #expect(try scanner.finish() == nil)
        film.frames[0].image.withView { _ = scanner.process(.rgb($0), at: .zero) }
        scanner.requestShot()
        let update = film.frames[1].image.withView { scanner.process(.rgb($0), at: film.time(1), sequence: 1) }
        #expect(update.capturedPage == nil && update.guidance == .capturing)
        let page = try #require(try scanner.finish())
        #expect(page.page.quad != nil)
        #expect(try scanner.finish() == nil)
    }

    @Test("A page is captured again when that is asked for")
    func aPageIsCapturedAgainOnRequest() throws {
        let scanner = try Scanner()
        var shots: [Int] = []
        // The first page, for twice as long.
        for number in 0..<52 {
            film.frames[number % 26].image.withView { view in
                if scanner.process(.rgb(view), at: film.time(number)).capturedPage != nil {
                    shots.append(number)
                    if shots.count == 1 { scanner.rearm() }
                }
            }
        }
        #expect(shots.count == 2)
    }

    @Test("Timings name the stages that were run")
    func timingsNameTheStagesThatRan() throws {
        let scanner = try Scanner()
        let update = film.frames[0].image.withView { scanner.process(.rgb($0), at: .zero) }
        for stage in StageTimings.Stage.allCases {
            #expect((update.timings[stage] != nil) == [.track, .assess].contains(stage), "\(stage)")
        }
        #expect((update.timings + update.timings)[.track] == update.timings[.track].map { $0 * 2 })
    }

    @Test("Copies of frames are between one and 32")
    func parametersOutsideTheirRangeAreRefused() {
        var options = Scanner.Options()
        for count in [0, 33] {
            options.bufferedFrames = count
            #expect(throws: ParameterError.self) { try Scanner(options) }
        }
        options = Scanner.Options()
        options.capture.dwell = -1
        #expect(throws: ParameterError.self) { try Scanner(options) }
    }

    @Test(
        "In the steady state frames allocate nothing",
        .inRelease, .enabled(if: recto_counts_allocations()),
        arguments: [true, false], [0, 16])
    func framesAllocateNothingInTheSteadyState(isAutomatic: Bool, burstFrames: Int) throws {
        var options = Scanner.Options()
        options.burstFrames = burstFrames
        options.capture.mode = isAutomatic ? .automatic : .manual
        let scanner = try Scanner(options)
        var codes: Set<String> = []
        // Forwards and backwards, so that the page never jumps; in the first rounds memory grows to the required size.
        for number in 0..<160 {
            let image = film.frames[number % 40 < 20 ? number % 20 : 19 - number % 20].image
            image.withView { view in
                let before = recto_allocations()
                let update = scanner.process(.rgb(view), at: film.time(number))
                let count = recto_allocations() - before
                guard number >= 80 else { return }
                codes.insert(update.guidance.code)
                #expect(count == 0, "frame \(number), \(update.guidance.code)")
            }
        }
        #expect(codes == [isAutomatic ? "samePage" : "holdSteady"])
    }
}
