import Foundation
import RectoBarcode
import RectoCore
import StationViews
import Testing

/// Camera pictures of the station's QR codes, rendered from the drawings for browsers.
enum CodeFrame {
    enum Place {
        /// In the alignment guide.
        case middle
        /// At the picture's top left.
        case corner
        /// Filling the picture, with ten pixels per module.
        case whole
    }

    static func image(of text: String, at place: Place) throws -> GrayImage {
        try image(svg: CodeSymbol(text).svg, at: place)
    }

    /// - Parameter svg: A text that contains the drawing of a code.
    static func image(svg: String, at place: Place) throws -> GrayImage {
        let (side, dark) = try modules(svg)
        let scale = place == .whole ? 10 : 4
        let size =
            place == .whole
            ? try PixelSize(width: side * scale, height: side * scale) : try PixelSize(width: 640, height: 480)
        return try draw(side, dark, scale: scale, inTheMiddle: place == .middle, of: size)
    }

    /// Returns a code in the middle of a large picture, with sixteen pixels per module.
    static func photo(of text: String, size: PixelSize) throws -> GrayImage {
        let (side, dark) = try modules(CodeSymbol(text).svg)
        return try draw(side, dark, scale: 16, inTheMiddle: true, of: size)
    }

    private static func draw(
        _ side: Int, _ dark: Set<Int>, scale: Int, inTheMiddle: Bool, of size: PixelSize
    ) throws -> GrayImage {
        let left = inTheMiddle ? (size.width - side * scale) / 2 : 0
        let top = inTheMiddle ? (size.height - side * scale) / 2 : 0
        var pixels = [UInt8](repeating: 200, count: size.area)
        for y in 0..<min(size.height - top, side * scale) {
            for x in 0..<min(size.width - left, side * scale) where dark.contains(y / scale * side + x / scale) {
                pixels[(top + y) * size.width + left + x] = 30
            }
        }
        return try GrayImage(size: size, packed: pixels)
    }

    /// Reads the codes in a terminal's output, which has two modules per character.
    static func codes(terminal text: String) throws -> [String] {
        let rows = text.matches(of: #/\x1B\[30;107m(.*)\x1B\[0m/#).map { Array($0.1) }
        return try rows.split { $0.allSatisfy { $0 == " " } }.flatMap { try read(image(terminal: Array($0))) }
    }

    private static func image(terminal rows: [[Character]]) throws -> GrayImage {
        let (scale, border) = (8, 4)
        let width = (rows[0].count + 2 * border) * scale
        let size = try PixelSize(width: width, height: (2 * rows.count + 2 * border) * scale)
        var pixels = [UInt8](repeating: 255, count: size.area)
        func isDark(_ x: Int, _ y: Int) -> Bool {
            guard 0..<2 * rows.count ~= y, 0..<rows[0].count ~= x else { return false }
            return rows[y / 2][x] == "█" || rows[y / 2][x] == (y % 2 == 0 ? "▀" : "▄")
        }
        for y in 0..<size.height {
            for x in 0..<size.width where isDark(x / scale - border, y / scale - border) {
                pixels[y * size.width + x] = 0
            }
        }
        return try GrayImage(size: size, packed: pixels)
    }

    static func read(_ image: GrayImage) throws -> [String] {
        var reader = try CodeReader()
        return image.withView { reader.read($0) }.map(\.text)
    }

    /// Returns the drawing's side in modules, and the dark ones.
    private static func modules(_ svg: String) throws -> (side: Int, dark: Set<Int>) {
        let side = try #require(try #/viewBox="0 0 (\d+) /#.firstMatch(in: svg).flatMap { Int($0.1) })
        var dark: Set<Int> = []
        for run in svg.matches(of: #/M(\d+) (\d+)h(\d+)v1h-\d+z/#) {
            let (x, y, count) = (Int(run.1) ?? 0, Int(run.2) ?? 0, Int(run.3) ?? 0)
            for module in x..<x + count { dark.insert(y * side + module) }
        }
        return (side, dark)
    }
}
