import RectoBarcode
import TestSupport
import Testing

/// How much damage generated symbols survive. A floor is slightly below the measured value; docs/accuracy/codes.md has
/// the measurements.
@Suite(.serialized, .inRelease) struct CodeReaderDamageTests {
    private static let count = 40

    /// The share of symbols of versions 1 to 6 from `picture` that are read; none may be read incorrectly.
    private func share(
        seed: UInt64, _ picture: (QRSymbol, _ angle: Double, inout SeededGenerator) -> QRPicture
    ) throws -> Double {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: seed)
        var read = 0
        for i in 0..<Self.count {
            let bytes = randomText(count: Int.random(in: 8...80, using: &random), using: &random)
            let symbol = QRSymbol(bytes: bytes, level: QRSymbol.Level.allCases[i % 4], mask: i % 8)
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            let codes = try reader.read(picture(symbol, angle, &random))
            #expect(codes.allSatisfy { $0.bytes == bytes }, "a wrong reading")
            if !codes.isEmpty { read += 1 }
        }
        return Double(read) / Double(Self.count)
    }

    @Test(arguments: [(1.1, 0.3), (1.2, 0.65), (1.4, 0.95), (1.8, 1.0), (2.5, 1.0)])
    func smallModulesAreRead(pixels: Double, floor: Double) throws {
        let share = try share(seed: 1) { symbol, angle, _ in QRPicture(symbol, module: pixels, angle: angle) }
        #expect(share >= floor, "\(pixels) pixels a module: \(share)")
    }

    @Test(arguments: [(0.3, 1.0), (0.5, 0.95), (0.6, 0.85)])
    func blurredSymbolsAreRead(modules: Double, floor: Double) throws {
        let share = try share(seed: 2) { symbol, angle, _ in
            var picture = QRPicture(symbol, module: 4, angle: angle)
            picture.blur(4 * modules)
            return picture
        }
        #expect(share >= floor, "blurred by \(modules) modules: \(share)")
    }

    @Test(arguments: [(30.0, 1.0), (45.0, 0.95), (60.0, 0.9)])
    func tiltedSymbolsAreRead(degrees: Double, floor: Double) throws {
        let share = try share(seed: 3) { symbol, angle, _ in Self.tilted(symbol, degrees: degrees, angle: angle) }
        #expect(share >= floor, "tilted by \(degrees)°: \(share)")
    }

    /// A symbol of about five pixels per module seen by a camera at 2.5 times its width, tilted about any axis.
    private static func tilted(_ symbol: QRSymbol, degrees: Double, angle: Double) -> QRPicture {
        let n = Double(symbol.dimension)
        let (tilt, side) = (degrees * .pi / 180, 1.8 * 5 * n)
        let (c, s) = (cos(angle), sin(angle))
        let (ct, st) = (cos(tilt), sin(tilt))
        let focal = 2.5 * 5 * n
        return QRPicture(symbol, width: Int(side), height: Int(side)) { x, y in
            // The intersection of a pixel's ray with the symbol's plane, in symbol pixels from its center.
            let (u, v) = (x - side / 2, y - side / 2)
            let depth = focal * ct - v * st
            guard depth > 1e-6 else { return nil }
            let (p, q) = (u * focal * ct / depth, v * focal / depth)
            return ((p * c + q * s) / 5 + n / 2, (-p * s + q * c) / 5 + n / 2)
        }
    }

    @Test(arguments: [(10.0, 1.0), (20.0, 0.95), (40.0, 0.9)])
    func curvedSymbolsAreRead(degrees: Double, floor: Double) throws {
        // Wrapped around a cylinder: the symbol spans this many degrees to each side of the axis towards the camera.
        let share = try share(seed: 4) { symbol, angle, _ in
            let n = Double(symbol.dimension)
            let half = degrees * .pi / 180
            let radius = n / 2 / half
            let side = 5 * (1.45 * n + 10)
            let (c, s) = (cos(angle), sin(angle))
            return QRPicture(symbol, width: Int(side), height: Int(side)) { x, y in
                let (u, v) = ((x - side / 2) / 5, (y - side / 2) / 5)
                let (p, q) = (u * c + v * s, -u * s + v * c)
                guard abs(p) < radius else { return nil }
                return (asin(p / radius) * radius + n / 2, q + n / 2)
            }
        }
        #expect(share >= floor, "±\(degrees)° of a cylinder: \(share)")
    }

    @Test(arguments: [(10.0, 0.95), (20.0, 0.9), (30.0, 0.65)])
    func noisySymbolsOfLowContrastAreRead(deviation: Double, floor: Double) throws {
        let share = try share(seed: 5) { symbol, angle, random in
            var picture = QRPicture(symbol, module: 5, angle: angle, dark: 80, light: 160)
            picture.addNoise(deviation, using: &random)
            return picture
        }
        #expect(share >= floor, "noise of \(deviation) levels: \(share)")
    }

    @Test(arguments: [(0.1, 0.97), (0.2, 0.85), (0.3, 0.55)])
    func glareIsSurvived(part: Double, floor: Double) throws {
        // A soft bright disc with a radius given as a share of the symbol's side, away from the finders.
        let share = try share(seed: 6) { symbol, angle, random in
            var picture = QRPicture(symbol, module: 5, angle: angle)
            let side = 5 * Double(symbol.dimension)
            let center = Double(picture.width) / 2
            let (x0, y0) = (
                center + side * Double.random(in: -0.1...0.1, using: &random),
                center + side * Double.random(in: -0.1...0.1, using: &random)
            )
            for i in picture.pixels.indices {
                let (x, y) = (Double(i % picture.width) - x0, Double(i / picture.width) - y0)
                let distance = (x * x + y * y).squareRoot() / (part * side)
                let light = max(0, 1.5 - distance) * 255
                picture.pixels[i] = UInt8(min(255, Double(picture.pixels[i]) + light))
            }
            return picture
        }
        #expect(share >= floor, "glare over \(part) of the side: \(share)")
    }

    @Test(arguments: QRSymbol.Level.allCases) func damageUpToTheCorrectionLimitIsMended(level: QRSymbol.Level) throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: 7)
        for version in [1, 3, 8] {
            let bytes = randomText(count: QRSymbol.byteCapacity(version: version, level: level), using: &random)
            let symbol = QRSymbol(QRBits(bytes: bytes, version: version), version: version, level: level, mask: 2)
            let limit = QRSymbol.correctable(version: version, level: level)
            // As many modules as each block has correctable codewords: in the worst case each one damages a codeword.
            var damaged = symbol
            damaged.damage(Array(symbol.dataPlaces.shuffled(using: &random).prefix(limit.errorsPerBlock)))
            let codes = try reader.read(QRPicture(damaged, scale: 4))
            #expect(codes.map(\.bytes) == [bytes], "\(version)-\(level.letter)")
        }
    }

    @Test func damageBeyondTheLimitIsNotRead() throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: 8)
        for seed in 0..<(isDebugBuild ? 5 : 50) {
            let bytes = randomText(count: 20, using: &random)
            var symbol = QRSymbol(bytes: bytes, level: QRSymbol.Level.allCases[seed % 4])
            symbol.damage(Array(symbol.dataPlaces.shuffled(using: &random).prefix(symbol.dataPlaces.count * 2 / 5)))
            #expect(try reader.read(QRPicture(symbol, scale: 4)).isEmpty)
        }
    }
}
