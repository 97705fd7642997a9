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

    /// Damaged beyond reading, but clearly a code: near and far.
    @Test(arguments: [6.0, 2.5])
    func unreadCodesAreSeen(module: Double) throws {
        var symbol = QRSymbol(bytes: Array("never to be read".utf8))
        symbol.damage(symbol.dataPlaces)
        let picture = QRPicture(symbol, module: module, angle: 0.3)
        var reader = try CodeReader(.live)
        #expect(try reader.read(picture).isEmpty)
        let seen = try #require(reader.unread.first)
        #expect(abs(seen.modulePixels - module) < 0.3)
        _ = try reader.read(QRPicture(QRSymbol(bytes: Array("legible".utf8)), module: 6))
        #expect(reader.unread.isEmpty)
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

    @Test func partsOfAFrameAreRead() throws {
        var reader = try CodeReader()
        let picture = QRPicture(QRSymbol(bytes: Array("guide".utf8)), scale: 5)
        let (whole, part, away) = try picture.image.withView { view in
            (
                reader.read(view).first, reader.read(.gray(view), left: 10, top: 4, width: 9999, height: 9999)?.first,
                reader.read(.gray(view), left: 9999, top: 0, width: 5, height: 5)
            )
        }
        let (a, b) = (try #require(whole).corners.topLeft, try #require(part).corners.topLeft)
        #expect(a.distance(to: b) < 0.5)
        #expect(away == nil)
    }

    @Test func framesOfEveryLayoutAreRead() throws {
        var reader = try CodeReader()
        let picture = QRPicture(QRSymbol(bytes: Array("layout".utf8)), scale: 4)
        let size = try PixelSize(width: picture.width, height: picture.height)
        let gray = picture.pixels
        let rgb = gray.flatMap { [$0, $0, $0] }
        let chroma = [UInt8](repeating: 128, count: gray.count)
        var texts: [[String]] = []
        texts.append(
            reader.read(.rgb(try RGBView(base: rgb, byteCount: rgb.count, size: size, stride: 3 * size.width)))
                .map(\.text))
        let nv12 = try NV12View(
            luma: gray, lumaByteCount: gray.count, lumaStride: size.width, chroma: chroma,
            chromaByteCount: chroma.count, chromaStride: size.width, size: size)
        texts.append(reader.read(.nv12(nv12)).map(\.text))
        for order in [YUYVView.Order.lumaFirst, .chromaFirst] {
            let pairs: [UInt8] = gray.flatMap { order == .lumaFirst ? [$0, 128] : [128, $0] }
            let view = try YUYVView(
                base: pairs, byteCount: pairs.count, size: size, stride: 2 * size.width, order: order)
            texts.append(reader.read(.yuyv(view)).map(\.text))
        }
        #expect(texts == [[String]](repeating: ["layout"], count: 4))
    }

    @Test func copiesDoNotShareScratch() throws {
        var first = try CodeReader()
        var second = first
        let (a, b) = (QRPicture(QRSymbol(bytes: [65]), scale: 4), QRPicture(QRSymbol(bytes: [66]), scale: 6))
        #expect(try first.read(a).map(\.text) == ["A"])
        #expect(try second.read(b).map(\.text) == ["B"])
        #expect(try first.read(a).map(\.text) == ["A"])
    }

    @Test(.inRelease, .enabled(if: recto_counts_allocations()))
    func framesWithoutACodeAllocateNothing() throws {
        var reader = try CodeReader(.live)
        // Texture with stray finders, similar to lettering.
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
