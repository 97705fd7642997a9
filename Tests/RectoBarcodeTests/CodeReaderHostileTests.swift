import RectoBarcode
import RectoCore
import RectoKernels
import TestSupport
import Testing

/// Pictures that nobody would take: no trap, no hang, no invented code.
@Suite struct CodeReaderHostileTests {
    private static let sizes = [
        (1, 1), (1, 500), (500, 1), (2, 2), (3, 7), (8, 8), (9, 64), (64, 9), (63, 65), (129, 31), (257, 200),
    ]

    @Test func oddSizesAreTaken() throws {
        var reader = try CodeReader()
        var live = try CodeReader(.live)
        for (width, height) in Self.sizes {
            let scenes: [(Int, Int) -> UInt8] = [
                { _, _ in 0 }, { _, _ in 255 }, { x, y in UInt8(truncatingIfNeeded: x * 37 + y * 101) },
                { x, y in (x + y) % 2 == 0 ? 0 : 255 }, { x, _ in UInt8(truncatingIfNeeded: x) },
            ]
            for scene in scenes {
                let pixels = (0..<width * height).map { scene($0 % width, $0 / width) }
                let image = try GrayImage(size: PixelSize(width: width, height: height), packed: pixels)
                #expect(image.withView { reader.read($0) }.isEmpty)
                for _ in 0..<4 { #expect(image.withView { live.read($0) }.isEmpty) }
            }
        }
    }

    @Test func texturesOfFindersAreNoCodes() throws {
        // A plane of finder patterns with nothing between them: the largest possible number of triples.
        var reader = try CodeReader()
        var picture = QRPicture(width: 480, height: 360, samples: 2) { x, y in
            let (u, v) = (
                (x / 4).truncatingRemainder(dividingBy: 9) - 4.5, (y / 4).truncatingRemainder(dividingBy: 9) - 4.5
            )
            let distance = max(abs(u), abs(v))
            return distance < 1.5 || 2.5..<3.5 ~= distance
        }
        #expect(try reader.read(picture).isEmpty)
        picture.blur(1)
        #expect(try reader.read(picture).isEmpty)
    }

    @Test func noiseHoldsNoCodes() throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: 9)
        for _ in 0..<(isDebugBuild ? 2 : 12) {
            var picture = QRPicture(width: 320, height: 240, samples: 1) { _, _ in
                Bool.random(using: &random)
            }
            picture.blur(Double.random(in: 0.3...2, using: &random))
            #expect(try reader.read(picture).isEmpty)
        }
    }

    @Test func cutSymbolsAreReadOrNot() throws {
        var reader = try CodeReader()
        let bytes = Array("cut at any place".utf8)
        let whole = QRPicture(QRSymbol(bytes: bytes, level: .high), scale: 4)
        for cut in stride(from: 4, to: whole.width, by: isDebugBuild ? 40 : 12) {
            let size = try PixelSize(width: cut, height: whole.height)
            let pixels = (0..<whole.height).flatMap { whole.pixels[$0 * whole.width..<$0 * whole.width + cut] }
            let codes = try GrayImage(size: size, packed: pixels).withView { reader.read($0) }
            #expect(codes.allSatisfy { $0.bytes == bytes })
        }
    }

    @Test func readingIsTheSameAtEveryLevelOfInstructions() throws {
        var random = SeededGenerator(seed: 10)
        for i in 0..<4 {
            let bytes = randomText(count: 20 + 30 * i, using: &random)
            var picture = QRPicture(QRSymbol(bytes: bytes), module: 3.3, angle: Double(i))
            picture.blur(1)
            picture.addNoise(6, using: &random)
            let results = try InstructionSet.available.map { level in
                try InstructionSet.withForced(level) {
                    var reader = try CodeReader()
                    return try reader.read(picture)
                }
            }
            #expect(results.allSatisfy { $0 == results[0] })
            #expect(results[0].map(\.bytes) == [bytes])
        }
    }

    @Test func damagedPicturesOfCodesAreNotMisread() throws {
        // Blocks of noise over a symbol: read correctly or not at all.
        var reader = try CodeReader()
        var random = SeededGenerator(seed: 12)
        var read = 0
        for i in 0..<(isDebugBuild ? 5 : 60) {
            let bytes = randomText(count: 30, using: &random)
            var picture = QRPicture(
                QRSymbol(bytes: bytes, level: QRSymbol.Level.allCases[i % 4]), module: 4, angle: Double(i))
            for _ in 0..<i % 6 {
                let (left, top) = (
                    Int.random(in: 0..<picture.width - 20, using: &random),
                    Int.random(in: 0..<picture.height - 20, using: &random)
                )
                for k in 0..<400 {
                    picture.pixels[(top + k / 20) * picture.width + left + k % 20] = .random(
                        in: 0...255, using: &random)
                }
            }
            let codes = try reader.read(picture)
            #expect(codes.allSatisfy { $0.bytes == bytes })
            read += codes.count
        }
        #expect(read > 0)
    }
}
