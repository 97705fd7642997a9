import Foundation
import RectoBarcode
import RectoCore
import TestSupport
import Testing

/// Micro QR codes and rectangular ones.
@Suite struct CodeReaderSmallTests {
    private static func reader(_ symbologies: Set<Symbology> = [.microQR, .rMQR]) throws -> CodeReader {
        var parameters = CodeReader.Parameters()
        parameters.symbologies = symbologies
        return try CodeReader(parameters)
    }

    /// A symbol in the middle of a picture, turned about its own middle.
    /// - Parameter tilt: How much smaller modules become from one border of the picture to the other.
    private static func picture(
        _ symbol: SmallSymbol, module: Double = 4, degrees: Double = 0, tilt: Double = 0, isLight: Bool = false
    ) -> QRPicture {
        let (columns, rows) = (Double(symbol.rows[0].count), Double(symbol.rows.count))
        let modules = symbol.rows.map { $0.map { $0 == "#" } }
        let side = Int(module * (hypot(columns, rows) + 8))
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return QRPicture(width: side, height: side) { x, y in
            let (px, py) = (x - Double(side) / 2, y - Double(side) / 2)
            let scale = 1 / (module * (1 - tilt * px / Double(side)))
            let (u, v) = ((px * cosine + py * sine) * scale, (py * cosine - px * sine) * scale)
            let (column, row) = (Int((u + columns / 2).rounded(.down)), Int((v + rows / 2).rounded(.down)))
            guard modules.indices ~= row, modules[row].indices ~= column else { return isLight }
            return modules[row][column] != isLight
        }
    }

    @Test(arguments: SmallSymbol.all) func symbolsOfOtherEncodersAreRead(symbol: SmallSymbol) throws {
        var reader = try Self.reader()
        for degrees in [0.0, 33, 90, 200] {
            let codes = try reader.read(Self.picture(symbol, degrees: degrees))
            #expect(codes.map(\.text) == [symbol.text], "\(symbol.rows.count) rows at \(degrees)°")
            #expect(codes.map(\.symbology) == [symbol.symbology])
            if symbol.symbology == .microQR { #expect(codes.first?.version == (symbol.rows.count - 9) / 2) }
        }
    }

    @Test(arguments: SmallSymbol.all) func lightMirroredAndTiltedSymbolsAreRead(symbol: SmallSymbol) throws {
        var reader = try Self.reader()
        let light = try reader.read(Self.picture(symbol, isLight: true))
        #expect(light.map(\.text) == [symbol.text])
        #expect(light.map(\.isInverted) == [true])
        var mirrored = symbol
        mirrored.rows = symbol.rows.map { String($0.reversed()) }
        let seen = try reader.read(Self.picture(mirrored, degrees: 10))
        #expect(seen.map(\.text) == [symbol.text])
        #expect(seen.map(\.isMirrored) == [true])
        #expect(try reader.read(Self.picture(symbol, module: 6, degrees: 20, tilt: 0.08)).map(\.text) == [symbol.text])
    }

    @Test func rectangularCodesOfEverySizeAndLevelAreRead() throws {
        var reader = try Self.reader([.rMQR])
        for version in RectangularSymbol.versions {
            for isHigh in [false, true] {
                let count = RectangularSymbol.capacity(version: version, isHigh: isHigh)
                let letters = (0..<count).map { UInt8(97 + $0 % 26) }
                let symbol = RectangularSymbol(letters, version: version, isHigh: isHigh).modules
                let codes = try reader.read(Self.drawing(symbol))
                #expect(codes.map(\.bytes) == [letters] && codes.first?.version == version, "version \(version)")
            }
        }
    }

    private static func drawing(_ symbol: SymbolModules) -> QRPicture {
        let (module, quiet) = (3, 4)
        return QRPicture(
            width: module * (symbol.width + 2 * quiet), height: module * (symbol.height + 2 * quiet), samples: 1
        ) { x, y in symbol.isDark(Int(x) / module - quiet, Int(y) / module - quiet) }
    }

    /// A camera near to the symbol: its finder alone does not tell how its far side is foreshortened.
    @Test func microCodesAreReadUnderStrongPerspective() throws {
        var reader = try Self.reader([.microQR])
        for kind in MicroSymbol.Kind.allCases where kind.version > 1 {
            let symbol = MicroSymbol("60417", kind: kind, mask: 1).modules
            var read = 0
            for turn in 0..<12 {
                let picture = Self.tilted(symbol, degrees: 45, about: Double(turn) * .pi / 6)
                read += try reader.read(picture).map(\.text) == ["60417"] ? 1 : 0
            }
            #expect(read >= 8, "version \(kind.version)")
        }
    }

    /// A symbol tilted about an axis in its plane, seen from 2.2 times its own side.
    private static func tilted(_ symbol: SymbolModules, degrees: Double, about axis: Double) -> QRPicture {
        let (module, columns) = (6.0, Double(symbol.width))
        let distance = 2.2 * module * (columns + 8)
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let side = Int(1.6 * module * (columns + 8))
        return QRPicture(width: side, height: side) { x, y in
            let (px, py) = (x - Double(side) / 2, y - Double(side) / 2)
            // Along the axis, and across it, where the plane recedes.
            let (u, v) = (px * cos(axis) + py * sin(axis), py * cos(axis) - px * sin(axis))
            let across = v * distance / (distance * cosine - v * sine)
            let along = u * (distance + across * sine) / distance
            let (p, q) = (along * cos(axis) - across * sin(axis), across * cos(axis) + along * sin(axis))
            return symbol.isDark(
                Int((p / module + columns / 2).rounded(.down)), Int((q / module + columns / 2).rounded(.down)))
        }
    }

    @Test func theyAreReadWhereTheyAreAskedForAlone() throws {
        var usual = try CodeReader()
        var micro = try Self.reader([.microQR])
        var rectangular = try Self.reader([.rMQR])
        for symbol in SmallSymbol.all {
            let picture = Self.picture(symbol)
            #expect(try usual.read(picture).isEmpty)
            let isMicro = symbol.symbology == .microQR
            #expect(try micro.read(picture).count == (isMicro ? 1 : 0))
            #expect(try rectangular.read(picture).count == (isMicro ? 0 : 1))
        }
    }

    @Test func aQRCodeIsNoSmallSymbol() throws {
        var small = try Self.reader()
        var all = try Self.reader([.qrCode, .microQR, .rMQR])
        for length in [5, 60, 300] {
            let picture = QRPicture(QRSymbol(bytes: [UInt8](repeating: 65, count: length)), scale: 4)
            #expect(try small.read(picture).isEmpty)
            #expect(try all.read(picture).map(\.symbology) == [.qrCode])
        }
    }

    /// Whatever is torn or stained: what is read is right.
    @Test func aDamagedSymbolIsReadRightlyOrNotAtAll() throws {
        var reader = try Self.reader()
        var random = SeededGenerator(seed: 23)
        for symbol in SmallSymbol.all {
            for flips in [1, 2, 4, 8, 16, 32] {
                var damaged = symbol
                for _ in 0..<flips {
                    let row = Int.random(in: 0..<symbol.rows.count, using: &random)
                    var modules = Array(damaged.rows[row])
                    let column = Int.random(in: 0..<modules.count, using: &random)
                    modules[column] = modules[column] == "#" ? "." : "#"
                    damaged.rows[row] = String(modules)
                }
                for code in try reader.read(Self.picture(damaged, module: 3)) { #expect(code.text == symbol.text) }
            }
        }
    }

    @Test func framesAreReadToo() throws {
        var parameters = CodeReader.Parameters.live
        parameters.symbologies = [.microQR, .rMQR]
        var reader = try CodeReader(parameters)
        for symbol in SmallSymbol.all {
            #expect(try reader.read(Self.picture(symbol, degrees: 5)).map(\.text) == [symbol.text])
        }
    }
}
