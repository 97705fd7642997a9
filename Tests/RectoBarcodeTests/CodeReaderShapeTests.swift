import RectoBarcode
import TestSupport
import Testing

/// Symbols whose shape hides a finder pattern or alignment patterns from the first search.
@Suite(.inRelease) struct CodeReaderShapeTests {
    /// A symbol seen by a camera at 2.5 times its width, tilted about an axis.
    private func tilted(
        _ symbol: QRSymbol, module: Double, degrees: Double, axis: Double,
        hides: (_ x: Int, _ y: Int) -> Bool
    ) -> QRPicture {
        let n = Double(symbol.dimension)
        let side = 1.8 * module * n
        let (c, s, tilt) = (cos(axis), sin(axis), degrees * .pi / 180)
        let focal = 2.5 * module * n
        return QRPicture(width: Int(side), height: Int(side)) { x, y in
            let (u, v) = (x - side / 2, y - side / 2)
            let depth = focal * cos(tilt) - v * sin(tilt)
            guard depth > 1e-6 else { return false }
            let (p, q) = (u * focal * cos(tilt) / depth / module, v * focal / depth / module)
            let (column, row) = (p * c + q * s + n / 2, -p * s + q * c + n / 2)
            guard column > 0, row > 0, column < n, row < n else { return false }
            return symbol.isDark(Int(column), Int(row)) && !hides(Int(column), Int(row))
        }
    }

    /// The sides of the finder patterns then differ by up to a third, at any angle to the rows of the picture.
    @Test(arguments: [1.3, 1.4, 1.5]) func squashedSymbolsAreReadAtEveryAngle(ratio: Double) throws {
        var reader = try CodeReader()
        let bytes = Array("squashed".utf8)
        let symbol = QRSymbol(bytes: bytes, level: .medium)
        let (n, module) = (Double(symbol.dimension), 7.0)
        let side = 1.8 * module * n
        for squash in stride(from: 0.0, to: 90, by: 15) {
            for turn in stride(from: 0.0, to: 90, by: 15) {
                let (c, s) = (cos(squash * .pi / 180), sin(squash * .pi / 180))
                let (d, t) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
                let picture = QRPicture(symbol, width: Int(side), height: Int(side)) { x, y in
                    let (p, q) = ((x - side / 2) / module, (y - side / 2) / module)
                    let (u, v) = (p * c + q * s, (q * c - p * s) * ratio)
                    return (u * d + v * t + n / 2, v * d - u * t + n / 2)
                }
                #expect(try reader.read(picture).map(\.bytes) == [bytes], "squashed at \(squash)°, turned by \(turn)°")
            }
        }
    }

    /// Two finder patterns do not tell how perspective moves the third.
    @Test func tiltedSymbolsWithoutAFinderAreRead() throws {
        var reader = try CodeReader()
        let bytes = Array("a finder pattern is hidden".utf8)
        let symbol = QRSymbol(bytes: bytes, level: .high)
        let far = symbol.dimension - 7
        var read = 0
        for i in 0..<36 {
            let corner = [(x: 0, y: 0), (x: far, y: 0), (x: 0, y: far)][i % 3]
            let picture = tilted(symbol, module: 7, degrees: 30, axis: Double(i) * .pi / 18) { x, y in
                corner.x..<corner.x + 7 ~= x && corner.y..<corner.y + 7 ~= y
            }
            let codes = try reader.read(picture)
            #expect(codes.allSatisfy { $0.bytes == bytes }, "a wrong reading")
            read += codes.count
        }
        #expect(read >= 30)
    }

    /// Bent along a diagonal, so that the middle is not where the timing patterns place it.
    @Test(arguments: [0.004, 0.008, 0.012]) func denseSymbolsBentAlongADiagonalAreRead(amplitude: Double) throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: 3)
        for version in [22, 27, 34] {
            let bytes = randomText(count: QRSymbol.byteCapacity(version: version, level: .low) * 3 / 4, using: &random)
            let symbol = QRSymbol(QRBits(bytes: bytes, version: version), version: version, level: .low, mask: 3)
            let n = Double(symbol.dimension)
            let side = 5 * (n + 12)
            let picture = QRPicture(symbol, width: Int(side), height: Int(side)) { x, y in
                let (u, v) = ((x - side / 2) / 5, (y - side / 2) / 5)
                let along = (u + v) / 2.0.squareRoot()
                let move = amplitude * n * sin(2 * .pi * along / n + 1)
                return (u + n / 2 + move, v + n / 2 - move)
            }
            #expect(try reader.read(picture).map(\.bytes) == [bytes], "version \(version)")
        }
    }
}
