import TestSupport

/// Generates pictures: noise, textures, many finder patterns at once, symbols with arbitrary content, genuine symbols
/// seen obliquely, and mutations of all.
public struct PictureSource {
    private var random: SeededGenerator
    private var last = FuzzPicture(width: 1, height: 1) { _, _ in 0 }

    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    public mutating func next() -> FuzzPicture {
        var picture =
            switch number(0...15) {
            case 0: noise()
            case 1: texture()
            case 2, 3: manyFinderPatterns()
            case 4, 5: symbol(isGenuine: false)
            case 6: otherSymbol(isGenuine: false)
            case 7...9: otherSymbol(isGenuine: true)
            default: symbol(isGenuine: true)
            }
        if number(0...1) == 0 {
            for _ in 0..<number(1...3) { spoil(&picture) }
        }
        if number(0...3) == 0 { picture.padding = number(1...70) }
        last = picture
        return picture
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func share(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    private mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }

    /// Sides of any picture: mostly a few hundred pixels, some of one pixel, some very long.
    private mutating func size() -> (width: Int, height: Int) {
        switch number(0...9) {
        case 0: (number(1...9), number(1...9))
        case 1: (1, number(1...4000))
        case 2: (number(1...4000), 1)
        case 3: (number(2...20), number(500...3000))
        case 4: (number(500...3000), number(2...20))
        default: (number(16...320), number(16...240))
        }
    }

    private mutating func noise() -> FuzzPicture {
        let (width, height) = size()
        let (low, high, grain) = (byte(), byte(), number(1...8))
        var random = SeededGenerator(seed: random.next())
        let columns = width / grain + 1
        let levels = (0..<columns * (height / grain + 1)).map { _ in
            UInt8.random(in: min(low, high)...max(low, high), using: &random)
        }
        return FuzzPicture(width: width, height: height) { x, y in levels[y / grain * columns + x / grain] }
    }

    private mutating func texture() -> FuzzPicture {
        let (width, height) = size()
        let (a, b, c, d, period, kind) = (
            number(0...64), number(0...64), number(0...9), number(1...9), number(2...255), number(0...4)
        )
        return FuzzPicture(width: width, height: height) { x, y in
            let value =
                switch kind {
                case 0: a * x + b * y
                case 1: x / d * a ^ y / d * b
                case 2: x * y / d + c
                case 3: (x / d + y / d) % 2 * 255
                default: (x * x + y * y) / (d * d)
                }
            return kind == 3 ? UInt8(value) : UInt8(truncatingIfNeeded: value % period * 255 / period)
        }
    }

    /// Finder patterns of all sizes and angles on top of each other.
    private mutating func manyFinderPatterns() -> FuzzPicture {
        var picture = FuzzPicture(width: number(30...400), height: number(30...300)) { _, _ in 200 }
        let (module, angle, isOrderly) = (share(1...8), share(0...6.3), number(0...1) == 0)
        for _ in 0..<number(3...60) {
            let (x, y) = (share(0...1) * Double(picture.width), share(0...1) * Double(picture.height))
            draw(
                &picture, x, y, isOrderly ? module : share(0.7...9), isOrderly ? angle : share(0...6.3),
                isDark: number(0...5) > 0)
        }
        return picture
    }

    private mutating func draw(
        _ picture: inout FuzzPicture, _ x: Double, _ y: Double, _ module: Double, _ angle: Double, isDark: Bool
    ) {
        let (c, s) = (QRPicture.cos(angle) / module, QRPicture.sin(angle) / module)
        let reach = Int(6 * module) + 1
        let (column, row) = (Int(x), Int(y))
        for v in max(0, row - reach)..<max(0, min(picture.height, row + reach)) {
            for u in max(0, column - reach)..<max(0, min(picture.width, column + reach)) {
                let (p, q) = (Double(u) - x, Double(v) - y)
                let distance = max(abs(p * c + q * s), abs(q * c - p * s))
                guard distance < 4.5 else { continue }
                let isInk = distance < 1.5 || 2.5..<3.5 ~= distance
                picture.pixels[v * picture.width + u] = isInk == isDark ? 25 : 230
            }
        }
    }

    /// A symbol seen obliquely and possibly bent.
    /// - Parameter isGenuine: Whether its modules are valid, not arbitrary.
    private mutating func symbol(isGenuine: Bool) -> FuzzPicture {
        let version = number(0...19) == 0 ? number(1...40) : number(1...6)
        let level = QRSymbol.Level.allCases[number(0...3)]
        let count = number(0...QRSymbol.byteCapacity(version: version, level: level))
        let bytes = (0..<count).map { _ in byte() }
        var symbol = QRSymbol(
            QRBits(bytes: bytes, version: version), version: version, level: level, mask: number(0...7))
        let places = symbol.dataPlaces.shuffled(using: &random)
        if !isGenuine {
            symbol.damage(Array(places.prefix(places.count / 2)))
        } else if number(0...2) == 0 {
            symbol.damage(Array(places.prefix(number(0...places.count / 8))))
        }
        let picture = view(of: symbol.modules, module: share(0.9...(version > 6 ? 2.5 : 7)))
        return FuzzPicture(picture, texts: isGenuine ? [bytes] : [])
    }

    /// A Micro QR code, a rectangular one, or one of Model 1.
    /// - Parameter isGenuine: Whether its data are a segment, and not arbitrary bits.
    private mutating func otherSymbol(isGenuine: Bool) -> FuzzPicture {
        var (modules, bytes): (SymbolModules, [UInt8])
        let bits = (0..<number(0...1300)).map { _ in number(0...1) == 1 }
        switch number(0...2) {
        case 0:
            let kind = MicroSymbol.Kind.allCases[number(0...7)]
            let characters = kind.version == 1 ? MicroSymbol.characters.prefix(10) : MicroSymbol.characters[...]
            let text = String((0..<number(1...kind.capacity)).map { _ in characters[number(0...characters.count - 1)] })
            let mask = number(0...3)
            modules =
                isGenuine
                ? MicroSymbol(text, kind: kind, mask: mask).modules
                : MicroSymbol(data: bits, kind: kind, mask: mask).modules
            bytes = Array(text.utf8)
        case 1:
            let (version, isHigh) = (number(1...32), number(0...1) == 1)
            bytes = (0..<number(1...RectangularSymbol.capacity(version: version, isHigh: isHigh))).map { _ in byte() }
            modules =
                isGenuine
                ? RectangularSymbol(bytes, version: version, isHigh: isHigh).modules
                : RectangularSymbol(data: bits, version: version, isHigh: isHigh).modules
        default:
            let (version, level) = (number(1...6), QRSymbol.Level.allCases[number(0...3)])
            let capacity = ModelOneSymbol.byteCapacity(version: version, level: level)
            bytes = (0..<number(1...capacity)).map { _ in byte() }
            var stream = QRBits(version: version)
            if isGenuine {
                stream.append(bytes: bytes)
            } else {
                for bit in bits.prefix(8 * capacity) { stream.append(bit ? 1 : 0, count: 1) }
            }
            modules = ModelOneSymbol(stream, version: version, level: level, mask: number(0...7)).modules
        }
        let drawn = modules
        if number(0...2) == 0 {
            for _ in 0..<number(0...modules.width * modules.height / 20) {
                modules.damage(number(0...modules.width - 1), number(0...modules.height - 1))
            }
        }
        return FuzzPicture(
            view(of: modules, module: share(0.9...7)), texts: isGenuine ? [bytes] : [],
            arbitrary: isGenuine ? [] : [drawn])
    }

    private mutating func view(of symbol: SymbolModules, module: Double) -> QRPicture {
        let (columns, rows) = (Double(symbol.width), Double(symbol.height))
        let side = module * (max(columns, rows) + share(-4...16)) * 1.3
        let (width, height) = (max(1, Int(side * share(0.7...1.3))), max(1, Int(side)))
        let (angle, bend, wave) = (share(0...6.3), max(0, share(-1...1.5)), share(5...40))
        let (g, h) = (share(-0.5...0.5) / side, share(-0.5...0.5) / side)
        let (c, s, mirror) = (QRPicture.cos(angle) / module, QRPicture.sin(angle) / module, number(0...3) == 0)
        let (dark, light) = number(0...3) > 0 ? (share(0...90), share(140...255)) : (share(0...255), share(0...255))
        return QRPicture(width: width, height: height, dark: dark, light: light, samples: 2) { x, y in
            let (u, v) = (x - Double(width) / 2, y - Double(height) / 2)
            let depth = 1 + g * u + h * v
            guard depth > 0.1 else { return false }
            let (p, q) = ((u * c + v * s) / depth, (v * c - u * s) / depth)
            let across = p + bend * Self.wave(q / wave)
            let (column, row) = (columns / 2 + (mirror ? -across : across), rows / 2 + q + bend * Self.wave(p / wave))
            guard column > 0, row > 0, column < columns, row < rows else { return false }
            return symbol.isDark(Int(column), Int(row))
        }
    }

    /// Alternating parabolas, −1…1 with a period of 2.
    private static func wave(_ x: Double) -> Double {
        let t = x - 2 * (x / 2).rounded()
        return 4 * t * (1 - abs(t))
    }

    private mutating func spoil(_ picture: inout FuzzPicture) {
        let (width, height) = (picture.width, picture.height)
        switch number(0...8) {
        case 0:
            let amount = number(1...60)
            for i in picture.pixels.indices {
                let level = Int(picture.pixels[i]) + Int.random(in: -amount...amount, using: &random)
                picture.pixels[i] = UInt8(min(max(level, 0), 255))
            }
        case 1:
            var view = QRPicture(width: width, height: height, samples: 1) { _, _ in false }
            view.pixels = picture.pixels
            view.blur(share(0.3...3))
            picture.pixels = view.pixels
        case 2: fill(&picture) { _ in nil }
        case 3: fill(&picture) { $0.next().isMultiple(of: 2) ? 0 : 255 }
        case 4:
            for i in picture.pixels.indices { picture.pixels[i] = ~picture.pixels[i] }
        case 5:
            for _ in 0..<number(1...50) { picture.pixels[number(0...picture.pixels.count - 1)] = byte() }
        case 6:
            // Part of the previous picture on top.
            for y in 0..<min(height, last.height) / 2 {
                for x in 0..<min(width, last.width) / 2 {
                    picture.pixels[y * width + x] = last.pixels[y * last.width + x]
                }
            }
            picture.texts += last.texts
            picture.arbitrary += last.arbitrary
        case 7:
            let steps = number(1...6)
            for i in picture.pixels.indices {
                picture.pixels[i] = UInt8(Int(picture.pixels[i]) * steps / 255 * 255 / steps)
            }
        default:
            let (first, keeps) = (number(0...height - 1), number(1...height))
            let rows = first..<min(height, first + keeps)
            picture.pixels = Array(picture.pixels[rows.lowerBound * width..<rows.upperBound * width])
            picture.height = rows.count
        }
    }

    /// Fills a rectangle.
    /// - Parameter level: Level of each pixel; `nil` for a uniform level.
    private mutating func fill(_ picture: inout FuzzPicture, _ level: (inout SeededGenerator) -> UInt8?) {
        let (left, top) = (number(0...picture.width - 1), number(0...picture.height - 1))
        let plain = byte()
        for y in top..<min(picture.height, top + number(1...80)) {
            for x in left..<min(picture.width, left + number(1...80)) {
                picture.pixels[y * picture.width + x] = level(&random) ?? plain
            }
        }
    }
}
