import RectoBarcode
import RectoCore
import TestSupport
import Testing

/// Many codes in a picture, codes at its border, and codes on paper that is not flat.
@Suite struct CodeReaderSheetTests {
    /// Symbols in rows, each with a border of two light modules; those with `isLight` are light on dark.
    private static func sheet(
        _ texts: [String], columns: Int, module: Int = 3, isLight: (Int) -> Bool = { _ in false }
    ) -> QRPicture {
        let symbols = texts.map { QRSymbol(bytes: Array($0.utf8)) }
        let cell = (symbols[0].dimension + 4) * module
        let rows = (texts.count + columns - 1) / columns
        return QRPicture(width: cell * columns, height: cell * rows, samples: 1) { x, y in
            let (column, row) = (Int(x) / cell, Int(y) / cell)
            let i = row * columns + column
            guard i < symbols.count else { return false }
            let (u, v) = (Int(x) % cell / module - 2, Int(y) % cell / module - 2)
            return symbols[i].isDark(u, v) != isLight(i)
        }
    }

    @Test(arguments: [1, 9, 40, 200, 600]) func allCodesOfASheetAreReadInTheOrderOfReading(count: Int) throws {
        var reader = try CodeReader()
        let texts = (0..<count).map { "code \(1000 + $0)" }
        #expect(
            try reader.read(Self.sheet(texts, columns: count < 40 ? 3 : count < 200 ? 10 : 20)).map(\.text) == texts)
    }

    /// Large pictures are searched from the smallest scale, at which some of the codes are read.
    @Test func allCodesOfALargeSheetAreRead() throws {
        var reader = try CodeReader()
        let texts = (0..<100).map { "AAAA\(1000 + $0)" }
        #expect(try reader.read(Self.sheet(texts, columns: 10, module: 5)).map(\.text) == texts)
    }

    /// Finders are searched for their neighbors among those of about their size.
    @Test func codesOfDifferentSizesAreReadTogether() throws {
        var reader = try CodeReader()
        let (small, large) = ((0..<60).map { "small \(1000 + $0)" }, (0..<8).map { "large \(1000 + $0)" })
        let symbols = (small + large).map { QRSymbol(bytes: Array($0.utf8)) }
        let n = symbols[0].dimension
        // Rows of twenty small symbols, and below them rows of four that are five times as large.
        let (cell, rows) = ((n + 4) * 3, 3)
        let picture = QRPicture(width: 20 * cell, height: (rows + 10) * cell, samples: 1) { x, y in
            let isSmall = Int(y) < rows * cell
            let (module, side, columns) = isSmall ? (3, cell, 20) : (15, 5 * cell, 4)
            let v = isSmall ? Int(y) : Int(y) - rows * cell
            let symbol = symbols[(isSmall ? 0 : small.count) + v / side * columns + Int(x) / side]
            return symbol.isDark(Int(x) % side / module - 2, v % side / module - 2)
        }
        #expect(try reader.read(picture).map(\.text) == small + large)
    }

    @Test func lightAndDarkCodesAreReadTogether() throws {
        var reader = try CodeReader()
        let texts = (0..<12).map { "code \(1000 + $0)" }
        let codes = try reader.read(Self.sheet(texts, columns: 4) { $0 % 3 == 1 })
        #expect(codes.map(\.text) == texts)
        #expect(codes.map(\.isInverted) == (0..<12).map { $0 % 3 == 1 })
    }

    @Test(arguments: [false, true]) func codesThatFillThePictureAreRead(isLight: Bool) throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("https://example.org/edge".utf8))
        let side = 4 * symbol.dimension
        let picture = QRPicture(width: side, height: side, samples: 1) { x, y in
            symbol.isDark(Int(x) / 4, Int(y) / 4) != isLight
        }
        #expect(try reader.read(picture).map(\.text) == ["https://example.org/edge"])
    }

    /// Modules of a hundred pixels with as much noise as signal in each pixel.
    @Test func grainyCodesCloseByAreRead() throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("close".utf8))
        var picture = QRPicture(symbol, width: 2600, height: 2400, dark: 90, light: 160, samples: 1) { x, y in
            ((x - 250) / 100, (y - 150) / 100)
        }
        var random = SeededGenerator(seed: 11)
        picture.addNoise(45, using: &random)
        #expect(try reader.read(picture).map(\.text) == ["close"])
    }

    @Test(arguments: [3, 6, 12, 25, 40]) func codesOnBentPaperAreRead(version: Int) throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: UInt64(version))
        let bytes = randomText(count: QRSymbol.byteCapacity(version: version, level: .medium) - 3, using: &random)
        let symbol = QRSymbol(QRBits(bytes: bytes, version: version), version: version, level: .medium, mask: 2)
        let n = Double(symbol.dimension)
        let side = Int(4 * (n + 12))
        let picture = QRPicture(symbol, width: side, height: side, samples: 2) { x, y in
            let (u, v) = (x / 4 - 6, y / 4 - 6)
            let bow = 0.016 * n
            return (u + bow * sin(3 * v / n), v + 1.6 * bow * sin(2.6 * u / n + 0.4))
        }
        #expect(try reader.read(picture).map(\.bytes) == [bytes])
    }

    /// One finder after the other is painted over.
    @Test(arguments: [(0, 0), (1, 0), (0, 1)], [20.0, 235.0])
    func codesWithAHiddenFinderAreRead(place: (x: Int, y: Int), level: Double) throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(
            QRBits(bytes: Array("one corner is gone".utf8), version: 4), version: 4, level: .quartile, mask: 3)
        let far = symbol.dimension - 7
        let picture = QRPicture(width: 240, height: 240, samples: 2) { x, y in
            let (u, v) = (Int((x + 5) / 5) - 8, Int((y + 5) / 5) - 8)
            let (left, top) = (place.x * far, place.y * far)
            if left..<left + 7 ~= u, top..<top + 7 ~= v { return level < 128 }
            return symbol.isDark(u, v)
        }
        #expect(try reader.read(picture).map(\.text) == ["one corner is gone"])
    }

    @Test(arguments: [55.0, 65, 70]) func extremeTiltsAreRead(degrees: Double) throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("slant".utf8), level: .medium, mask: 1)
        let (n, shrink) = (Double(symbol.dimension), cos(degrees * .pi / 180))
        let picture = QRPicture(symbol, width: 420, height: 420, samples: 4) { x, y in
            let v = (y - 210) / (12 * shrink)
            return ((x - 210) / 12 + n / 2, v + n / 2)
        }
        #expect(try reader.read(picture).map(\.text) == ["slant"])
    }

    /// A quarter of the symbol has no contrast.
    @Test func codesWithGlareAreRead() throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(
            QRBits(bytes: Array("a lamp above the desk".utf8), version: 8), version: 8, level: .quartile, mask: 5)
        let picture = QRPicture(symbol, module: 5)
        var pixels = picture.pixels
        let middle = Double(picture.width) * 0.55
        for i in pixels.indices {
            let (x, y) = (Double(i % picture.width) - middle, Double(i / picture.width) - middle)
            if x * x + y * y < 52 * 52 { pixels[i] = 255 }
        }
        let glaring = try GrayImage(size: PixelSize(width: picture.width, height: picture.height), packed: pixels)
        #expect(glaring.withView { reader.read($0) }.map(\.text) == ["a lamp above the desk"])
    }

    /// Beside dark modules white ones look certain. In white glare none is, and most of the parity has to serve for
    /// what it hides.
    @Test(arguments: [0.5, 0.55]) func codewordsUnderWhiteGlareAreNotTrusted(place: Double) throws {
        var reader = try CodeReader()
        let text = "https://example.org/glare/hides/a/part/of/this/code/0123456"
        let symbol = QRSymbol(QRBits(bytes: Array(text.utf8), version: 4), version: 4, level: .medium, mask: 2)
        let picture = QRPicture(symbol, module: 5)
        var pixels = picture.pixels
        let middle = Double(picture.width) * place
        for i in pixels.indices {
            let (x, y) = (Double(i % picture.width) - middle, Double(i / picture.width) - middle)
            if x * x + y * y < 26 * 26 { pixels[i] = 255 }
        }
        let glaring = try GrayImage(size: PixelSize(width: picture.width, height: picture.height), packed: pixels)
        #expect(glaring.withView { reader.read($0) }.map(\.text) == [text])
    }

    /// Glare adds light to dark modules too, which around its center are nearly as light as the saturated light ones.
    @Test(arguments: [0.115, 0.12, 0.125]) func darkModulesInGlareDifferFromSaturatedOnes(deviation: Double) throws {
        var reader = try CodeReader()
        let text = "https://example.org/glare/hides/a/part/of/this"
        let symbol = QRSymbol(QRBits(bytes: Array(text.utf8), version: 4), version: 4, level: .medium, mask: 2)
        let picture = QRPicture(symbol, module: 6)
        var pixels = picture.pixels
        let (middle, deviation) = (0.55 * Double(picture.width), deviation * Double(picture.width))
        for i in pixels.indices {
            let (x, y) = (Double(i % picture.width) - middle, Double(i / picture.width) - middle)
            let light = 500 * exp(-(x * x + y * y) / (2 * deviation * deviation))
            pixels[i] = UInt8(min(255, Double(pixels[i]) + light))
        }
        let glaring = try GrayImage(size: PixelSize(width: picture.width, height: picture.height), packed: pixels)
        #expect(glaring.withView { reader.read($0) }.map(\.text) == [text])
    }

    /// Two shadows over a code leave ink and paper nearly equal; a strip beside it is in the light.
    @Test(arguments: [12.0, 16, 20]) func codesInDeepShadowAreRead(contrast: Double) throws {
        var reader = try CodeReader()
        let text = "https://example.org/in/the/shade"
        let symbol = QRSymbol(QRBits(bytes: Array(text.utf8), version: 4), version: 4, level: .medium, mask: 2)
        let picture = QRPicture(symbol, module: 12)
        var pixels = picture.pixels
        for i in pixels.indices {
            let (x, y) = (Double(i % picture.width), Double(i / picture.width))
            let isBright = y < 20
            let isHalfLit = x > 0.6 * Double(picture.width)
            let paper = isBright ? 180 : isHalfLit ? 2 * contrast : contrast
            pixels[i] = UInt8(40 + Double(pixels[i]) / 255 * paper)
        }
        let dim = try GrayImage(size: PixelSize(width: picture.width, height: picture.height), packed: pixels)
        #expect(dim.withView { reader.read($0) }.map(\.text) == [text])
    }
}
