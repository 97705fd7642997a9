import CAllocations
import RectoBarcode
import RectoCore
import TestSupport
import Testing

/// Reading in streams.
@Suite struct CodeReaderFrameTests {
    @Test func aPlainCodeIsReadInEveryFrame() throws {
        var reader = try CodeReader(.live)
        let picture = QRPicture(QRSymbol(bytes: Array("frame after frame".utf8)), module: 6, angle: 0.4)
        for _ in 0..<10 { #expect(try reader.read(picture).map(\.text) == ["frame after frame"]) }
    }

    @Test func hardCodesAreReadWithinSomeFrames() throws {
        let symbol = QRSymbol(bytes: Array("wait for it".utf8))
        let inverted = QRPicture(symbol, module: 6, dark: 240, light: 15)
        let tiny = QRPicture(symbol, module: 1.7, angle: 0.2)
        for picture in [inverted, tiny] {
            var reader = try CodeReader(.live)
            var found: [Code] = []
            for _ in 0..<40 where found.isEmpty { found = try reader.read(picture) }
            #expect(found.map(\.text) == ["wait for it"])
            let corner = try #require(found.first).corners.topLeft
            #expect(corner.x > 0 && corner.x < Double(picture.width) && corner.y > 0)
        }
    }

    @Test func partsOfAViewAreRead() throws {
        var reader = try CodeReader()
        let picture = QRPicture(QRSymbol(bytes: Array("guide".utf8)), scale: 5)
        let code = try picture.image.withView { view in
            let size = try PixelSize(width: view.width - 10, height: view.height - 4)
            let part = try GrayView(
                base: view.base + 4 * view.stride + 10, byteCount: view.stride * (size.height - 1) + size.width,
                size: size, stride: view.stride)
            return reader.read(part).first
        }
        let corner = try #require(code).corners.topLeft
        #expect(abs(corner.x - 10) < 0.5 && abs(corner.y - 16) < 0.5)
    }

    @Test func copiesDoNotShareScratch() throws {
        var first = try CodeReader()
        var second = first
        let (a, b) = (QRPicture(QRSymbol(bytes: [65]), scale: 4), QRPicture(QRSymbol(bytes: [66]), scale: 6))
        #expect(try first.read(a).map(\.text) == ["A"])
        #expect(try second.read(b).map(\.text) == ["B"])
        #expect(try first.read(a).map(\.text) == ["A"])
    }

    @Test(.enabled(if: recto_counts_allocations() && !_isDebugAssertConfiguration()))
    func framesWithoutACodeAllocateNothing() throws {
        var reader = try CodeReader(.live)
        // Texture with stray finders, lettering-like.
        let image = try QRPicture(width: 640, height: 480, samples: 1) { x, y in
            let (u, v) = (Int(x) / 3, Int(y) / 3)
            return (u * u + 3 * v * u + v) % 7 < 3 || (u / 5 + v / 7) % 3 == 0
        }.image
        func allocations() -> Int64 {
            let before = recto_allocations()
            _ = image.withView { reader.read($0) }
            return recto_allocations() - before
        }
        for _ in 0..<40 { _ = allocations() }
        #expect((0..<40).map { _ in allocations() }.max() == 0)
    }
}
