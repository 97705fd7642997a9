import RectoAnchors
import RectoCore
import TestSupport
import Testing

@Suite struct AnchorScannerTests {
    private static let seed: UInt64 = 301
    private static let database = Result { () throws(AnchorDatabaseError) in
        try AnchorDatabase.build(images: [AnchorScene(seed: seed).anchor], names: ["print"], physicalWidths: [0.1])
    }

    @Test("an anchor appears, is followed with a pose between recognitions, and is lost once it has gone")
    func anAnchorAppearsIsFollowedAndLost() throws {
        var scene = AnchorScene(seed: Self.seed)
        let scanner = try AnchorScanner(try Self.database.get())
        var events: [AnchorScanner.Event] = []
        var recognitions = 0
        for frame in 0..<40 {
            let view: Homography? =
                3..<24 ~= frame ? scene.view(turn: 0.01 * Double(frame), shift: Point2D(x: Double(frame), y: 0)) : nil
            let update = try Self.show(scene.frame(view), at: frame, to: scanner)
            events += update.events
            recognitions += update.isRecognition ? 1 : 0
            guard let view, let sighting = update.sightings.first else { continue }
            #expect(sighting.anchor.name == "print")
            #expect(sighting.state == .seen)
            #expect(scene.error(sighting.homography, view) < 0.8)
            let pose = try #require(sighting.pose)
            let middle = try #require(pose.project(SIMD3(0, 0, 0)))
            #expect(middle.distance(to: view.map(Point2D(x: 120, y: 90))) < 12)
        }
        #expect(events == [.appeared(0), .lost(0)])
        #expect(recognitions < 14)
    }

    @Test("frames of every layout are looked at alike")
    func framesOfEveryLayoutAreReadAlike() throws {
        var scene = AnchorScene(seed: Self.seed)
        let view = scene.view(turn: 0.1)
        let gray = scene.frame(view)
        let size = gray.size
        let luma = gray.packedBytes
        let chroma = [UInt8](repeating: 128, count: size.area)
        func found(_ frame: FrameView) throws -> Homography {
            let scanner = try AnchorScanner(try Self.database.get())
            let update = try scanner.process(frame, at: .zero)
            return try #require(update.sightings.first).homography
        }
        let expected = try gray.withView { try found(.gray($0)) }
        let nv12 = luma + chroma.prefix(size.area / 2)
        let yuyv: [UInt8] = luma.flatMap { [$0, 128] as [UInt8] }
        let uyvy: [UInt8] = luma.flatMap { [128, $0] as [UInt8] }
        try nv12.withUnsafeBufferPointer { bytes in
            let base = try #require(bytes.baseAddress)
            let view = try NV12View(base: base, byteCount: bytes.count, size: size, stride: size.width)
            #expect(try found(.nv12(view)) == expected)
        }
        for (pairs, order) in [(yuyv, YUYVView.Order.lumaFirst), (uyvy, .chromaFirst)] {
            try pairs.withUnsafeBufferPointer { bytes in
                let base = try #require(bytes.baseAddress)
                let view = try YUYVView(
                    base: base, byteCount: bytes.count, size: size, stride: 2 * size.width, order: order)
                #expect(try found(.yuyv(view)) == expected)
            }
        }
        let rgb = try RGBImage(size: size, packed: luma.flatMap { [$0, $0, $0] as [UInt8] })
        #expect(try rgb.withView { try found(.rgb($0)) } == expected)
    }

    @Test("frames of another size begin anew, tiny ones show nothing, and huge ones are refused")
    func framesOfAnotherSizeBeginAnew() throws {
        var scene = AnchorScene(seed: Self.seed)
        let scanner = try AnchorScanner(try Self.database.get())
        let first = try Self.show(scene.frame(scene.view()), at: 0, to: scanner)
        #expect(first.sightings.count == 1)
        for (number, side) in [1, 2, 9, 40].enumerated() {
            let update = try Self.show(GrayImage(size: PixelSize(side, side)), at: number + 1, to: scanner)
            #expect(update.sightings.isEmpty)
        }
        #expect(throws: AnchorScanner.Failure.self) {
            try Self.show(GrayImage(size: PixelSize(40_000, 1)), at: 9, to: scanner)
        }
    }

    @Test("parameters are checked")
    func parametersAreChecked() throws {
        let database = try Self.database.get()
        var parameters = AnchorScanner.Parameters()
        parameters.recognitionInterval = 0
        #expect(throws: ParameterError.self) { try AnchorScanner(database, parameters) }
        parameters = AnchorScanner.Parameters()
        parameters.maximumAnchors = 101
        #expect(throws: ParameterError.self) { try AnchorScanner(database, parameters) }
    }

    @discardableResult
    private static func show(
        _ frame: GrayImage, at number: Int, to scanner: AnchorScanner
    ) throws -> AnchorScanner.Update {
        try frame.withView { try scanner.process(.gray($0), at: .milliseconds(33 * number)) }
    }
}
