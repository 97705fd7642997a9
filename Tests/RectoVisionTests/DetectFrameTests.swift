import CAllocations
import RectoCore
import RectoKernels
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Pages in camera frames: a scene must give the same page in every layout.
@Suite struct DetectFrameTests {
    private static func scene(width: Int, height: Int) throws -> RGBImage {
        var options = SceneComposer.Options()
        options.background = .wood
        options.kind = .letter
        options.allowsPartial = false
        return try SceneComposer(size: PixelSize(width: width, height: height), options: options)
            .compose(seed: SceneComposer.tuningSeeds.lowerBound + 2).picture
    }

    /// Passes a frame's bytes with some bytes of foreign padding between rows.
    static func withNV12<Result>(
        _ frame: CameraFrame, padding: Int, _ body: (NV12View) throws -> Result
    ) throws -> Result {
        let (width, pairs) = (frame.size.width, (frame.size.width + 1) / 2)
        let (luma, chroma) = frame.nv12
        let (lumaRows, chromaRows) = (
            spread(luma, rowBytes: width, padding: padding), spread(chroma, rowBytes: 2 * pairs, padding: padding)
        )
        return try lumaRows.withUnsafeBufferPointer { luma in
            try chromaRows.withUnsafeBufferPointer { chroma in
                try body(
                    try NV12View(
                        luma: try #require(luma.baseAddress), lumaByteCount: luma.count, lumaStride: width + padding,
                        chroma: try #require(chroma.baseAddress), chromaByteCount: chroma.count,
                        chromaStride: 2 * pairs + padding, size: frame.size, range: frame.range))
            }
        }
    }

    static func withYUYV<Result>(
        _ frame: CameraFrame, padding: Int, order: YUYVView.Order = .lumaFirst, _ body: (YUYVView) throws -> Result
    ) throws -> Result {
        let rowBytes = (frame.size.width + 1) / 2 * 4
        let yuyv = frame.yuyv
        let pixels = order == .lumaFirst ? yuyv : yuyv.indices.map { yuyv[$0 ^ 1] }
        return try spread(pixels, rowBytes: rowBytes, padding: padding).withUnsafeBufferPointer { bytes in
            try body(
                try YUYVView(
                    base: try #require(bytes.baseAddress), byteCount: bytes.count, size: frame.size,
                    stride: rowBytes + padding, order: order, range: frame.range))
        }
    }

    /// The last row has no padding after it.
    private static func spread(_ bytes: [UInt8], rowBytes: Int, padding: Int) -> [UInt8] {
        let rows = stride(from: 0, to: bytes.count, by: rowBytes).map { bytes[$0..<$0 + rowBytes] }
        return Array(rows.joined(separator: [UInt8](repeating: 0xAA, count: padding)))
    }

    private static func expectSame(_ found: PageDetection?, _ expected: PageDetection, within pixels: Double) throws {
        let found = try #require(found)
        for corner in 0..<4 {
            #expect(found.quad[corner].distance(to: expected.quad[corner]) < pixels)
        }
        #expect(abs(found.confidence - expected.confidence) < 0.1)
    }

    @Test(arguments: [(960, 720), (641, 483)], [YUVRange.limited, .full])
    func everyLayoutGivesThePageOfTheColors(size: (Int, Int), range: YUVRange) throws {
        let picture = try Self.scene(width: size.0, height: size.1)
        let frame = CameraFrame(picture, range: range)
        var detector = try PageDetector()
        let expected = try #require(picture.withView { detector.detect(.rgb($0)) })
        #expect(expected.level != nil)
        for padding in [0, 13] {
            try Self.withNV12(frame, padding: padding) {
                try Self.expectSame(detector.detect(.nv12($0)), expected, within: 1)
            }
            try Self.withYUYV(frame, padding: padding) {
                try Self.expectSame(detector.detect(.yuyv($0)), expected, within: 1)
            }
        }
    }

    /// The same samples in another order.
    @Test func uyvyGivesWhatYUYVGives() throws {
        let frame = CameraFrame(try Self.scene(width: 641, height: 483))
        let yuyv = frame.yuyv
        let uyvy = yuyv.indices.map { yuyv[$0 ^ 1] }
        var answers: [(PageDetection?, [TrackedQuad?])] = []
        for (bytes, order) in [(yuyv, YUYVView.Order.lumaFirst), (uyvy, .chromaFirst)] {
            var detector = try PageDetector()
            var tracker = try QuadTracker()
            try bytes.withUnsafeBufferPointer { buffer in
                let view = FrameView.yuyv(
                    try YUYVView(
                        base: try #require(buffer.baseAddress), byteCount: buffer.count, size: frame.size,
                        stride: 4 * 321,
                        order: order, range: frame.range))
                let tracked = (0..<3).map { tracker.track(view, at: .milliseconds(33 * $0)) }
                answers.append((detector.detect(view), tracked))
            }
        }
        try #require(answers[0].0?.level != nil)
        #expect(answers[0].0 == answers[1].0)
        #expect(answers[0].1.compactMap { $0?.quad }.count == 3)
        #expect(answers[0].1.map { $0?.quad } == answers[1].1.map { $0?.quad })
    }

    @Test func theYPlaneAloneGivesThePage() throws {
        let picture = try Self.scene(width: 960, height: 720)
        var detector = try PageDetector()
        let expected = try #require(picture.withView { detector.detect(.rgb($0)) })
        let gray = try GrayImage(size: picture.size, packed: CameraFrame(picture, range: .full).luma)
        try Self.expectSame(gray.withView { detector.detect(.gray($0)) }, expected, within: 1.5)
    }

    /// The sizes of the planes, and of chroma coarser than the working frame, must be right for all sizes.
    @Test(arguments: [(1, 1), (2, 1), (1, 2), (3, 5), (17, 31), (33, 16), (319, 181), (1001, 17), (20_001, 17)])
    func oddSizesGiveAnAnswerOrNone(width: Int, height: Int) throws {
        var generator = TestSupport.SeededGenerator(seed: UInt64(width + 3 * height))
        let size = try PixelSize(width: width, height: height)
        let noise = try RGBImage(
            size: size, packed: (0..<3 * size.area).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let frame = CameraFrame(noise)
        var detector = try PageDetector()
        for padding in [0, 7] {
            let found = [
                try Self.withNV12(frame, padding: padding) { detector.detect(.nv12($0)) },
                try Self.withYUYV(frame, padding: padding) { detector.detect(.yuyv($0)) },
            ]
            for page in found.compactMap({ $0 }) {
                #expect(page.quad.isConvexClockwise)
                #expect(0...1 ~= page.confidence)
            }
        }
    }

    /// Scratch memory for chroma must not leak between frames, and instruction sets must not differ.
    @Test func everyInstructionSetAndEveryHistoryGivesTheSamePage() throws {
        let picture = try Self.scene(width: 640, height: 480)
        let frame = CameraFrame(picture)
        let gray = try GrayImage(size: picture.size, packed: frame.luma)
        func detections(_ detector: inout PageDetector) throws -> [PageDetection?] {
            [
                try Self.withNV12(frame, padding: 3) { detector.detect(.nv12($0)) },
                gray.withView { detector.detect(.gray($0)) },
                try Self.withYUYV(frame, padding: 3) { detector.detect(.yuyv($0)) },
                picture.withView { detector.detect(.rgb($0)) },
            ]
        }
        var detector = try PageDetector()
        let expected = try InstructionSet.withForced(.baseline) { try detections(&detector) }
        #expect(expected.allSatisfy { $0 != nil })
        for level in InstructionSet.available {
            let found = try InstructionSet.withForced(level) { try detections(&detector) }
            #expect(found == expected)
        }
    }

    /// A red sheet on a green background of the same luma is visible only in the chroma.
    @Test func pagesThatShowOnlyInTheirColorAreFound() throws {
        let size = try PixelSize(width: 640, height: 480)
        let share = DetectScenes.quad(DetectScenes.tilted, size: size, inside: 255, outside: 0)
        let pixels = share.packedBytes.flatMap { share -> [UInt8] in
            let part = Double(share) / 255
            return [
                UInt8((90 + 80 * part).rounded()), UInt8((130 - 41 * part).rounded()), UInt8((110.0).rounded()),
            ]
        }
        let frame = CameraFrame(try RGBImage(size: size, packed: pixels))
        var detector = try PageDetector()
        let found = [
            try Self.withNV12(frame, padding: 0) { detector.detect(.nv12($0)) },
            try Self.withYUYV(frame, padding: 0) { detector.detect(.yuyv($0)) },
        ]
        for page in found {
            #expect(try #require(page).quad.intersectionOverUnion(with: DetectScenes.tilted) > 0.98)
        }
    }

    /// Scratch memory is kept between frames. Unoptimized builds allocate what others keep on the stack.
    @Test(.inRelease, .enabled(if: recto_counts_allocations()))
    func laterFramesAllocateNothing() throws {
        let picture = try Self.scene(width: 960, height: 720)
        let camera = CameraFrame(picture)
        func expectNone(_ frame: FrameView) throws {
            var detector = try PageDetector()
            func allocations() throws -> Int64 {
                let before = recto_allocations()
                let found = detector.detect(frame)
                let after = recto_allocations()
                _ = try #require(found)
                return after - before
            }
            #expect(try allocations() > 0)
            #expect(try allocations() == 0)
        }
        try picture.withView { try expectNone(.rgb($0)) }
        try Self.withNV12(camera, padding: 0) { view in
            try expectNone(.nv12(view))
            try expectNone(
                .gray(
                    try GrayView(
                        base: view.luma, byteCount: picture.size.width * picture.size.height, size: picture.size,
                        stride: view.lumaStride)))
        }
        try Self.withYUYV(camera, padding: 0) { try expectNone(.yuyv($0)) }
    }
}
