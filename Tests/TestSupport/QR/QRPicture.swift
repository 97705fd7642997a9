public import RectoCore

/// Pictures of symbols.
public struct QRPicture: Sendable {
    /// Maps a point of the picture to modules from the symbol's corner; `nil` beyond the horizon.
    public typealias Map = (_ x: Double, _ y: Double) -> (x: Double, y: Double)?

    public var width: Int
    public var height: Int
    /// Luminance, row by row.
    public var pixels: [UInt8]

    /// A clean drawing.
    /// - Parameter quiet: Modules of white on each side.
    public init(_ symbol: QRSymbol, scale: Int, quiet: Int = 4) {
        let side = scale * (symbol.dimension + 2 * quiet)
        (width, height) = (side, side)
        pixels = [UInt8](repeating: 255, count: side * side)
        for y in 0..<symbol.dimension {
            let row = (scale * (y + quiet)) * side
            for x in 0..<symbol.dimension where symbol.isDark(x, y) {
                let first = row + scale * (x + quiet)
                for i in first..<first + scale { pixels[i] = 0 }
            }
            for i in 1..<scale {
                pixels.replaceSubrange(row + i * side..<row + (i + 1) * side, with: pixels[row..<row + side])
            }
        }
    }

    /// A scene of dark and light, each pixel the mean of `samples` × `samples` points, or only of the outermost four if
    /// they are equal.
    /// - Parameter isDark: Whether a point, in pixels, is dark.
    public init(
        width: Int, height: Int, dark: Double = 20, light: Double = 235, samples: Int = 4,
        isDark: (_ x: Double, _ y: Double) -> Bool
    ) {
        (self.width, self.height) = (width, height)
        // Manual loops and plain memory, because debug builds also make many pictures.
        let step = 1 / Double(samples)
        let (first, last, count) = (step / 2, 1 - step / 2, samples * samples)
        pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, initialized in
            var i = 0
            while i < width * height {
                let (x, y) = (Double(i % width), Double(i / width))
                var darkCount = 0
                if isDark(x + first, y + first) { darkCount += 1 }
                if samples > 1 {
                    if isDark(x + last, y + first) { darkCount += 1 }
                    if isDark(x + first, y + last) { darkCount += 1 }
                    if isDark(x + last, y + last) { darkCount += 1 }
                    if darkCount == 4 { darkCount = count }
                }
                if samples > 2, darkCount != 0, darkCount != count {
                    darkCount = 0
                    var k = 0
                    while k < count {
                        if isDark(x + first + step * Double(k % samples), y + first + step * Double(k / samples)) {
                            darkCount += 1
                        }
                        k += 1
                    }
                }
                let share = Double(darkCount) / Double(count)
                buffer[i] = UInt8(light + (dark - light) * share + 0.5)
                i += 1
            }
            initialized = i
        }
    }

    /// A symbol seen through a map, on a light background.
    public init(
        _ symbol: QRSymbol, width: Int, height: Int, dark: Double = 20, light: Double = 235, samples: Int = 4, map: Map
    ) {
        self.init(width: width, height: height, dark: dark, light: light, samples: samples) { x, y in
            guard let place = map(x, y), place.x > -1, place.y > -1, place.x < 1e6, place.y < 1e6 else { return false }
            // Plus one, since integers are truncated towards 0.
            return symbol.isDark(Int(place.x + 1) - 1, Int(place.y + 1) - 1)
        }
    }

    /// A symbol rotated by an angle, with modules of any size.
    public init(
        _ symbol: QRSymbol, module: Double, angle: Double = 0, quiet: Double = 4, dark: Double = 20,
        light: Double = 235
    ) {
        let side = module * (Double(symbol.dimension) + 2 * quiet)
        let turned = side * (abs(QRPicture.cos(angle)) + abs(QRPicture.sin(angle)))
        let pixels = Int(turned.rounded(.up))
        let (center, middle) = (Double(pixels) / 2, Double(symbol.dimension) / 2)
        let (c, s) = (QRPicture.cos(angle) / module, QRPicture.sin(angle) / module)
        self.init(symbol, width: pixels, height: pixels, dark: dark, light: light) { x, y in
            let (u, v) = (x - center, y - center)
            return (middle + u * c + v * s, middle - u * s + v * c)
        }
    }

    /// Adds random gray levels with a standard deviation.
    public mutating func addNoise(_ deviation: Double, using generator: inout SeededGenerator) {
        // The sum of twelve numbers of 16 bits, whose variance is 65 536² and their mean 6 × 65 535.
        var i = 0
        while i < pixels.count {
            var sum: UInt64 = 0
            var draws = 0
            while draws < 3 {
                let bits = generator.next()
                sum += (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
                draws += 1
            }
            let level = Double(pixels[i]) + deviation * (Double(sum) - 6 * 65_535) / 65_536
            pixels[i] = level < 0 ? 0 : level > 255 ? 255 : UInt8(level)
            i += 1
        }
    }

    /// Blurs by a Gaussian.
    public mutating func blur(_ sigma: Double) {
        let radius = Int((3 * sigma).rounded(.up))
        let weights = (-radius...radius).map { QRPicture.exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        func pass(_ source: [Double], _ step: Int, _ length: Int, _ place: (Int) -> Int) -> [Double] {
            var (result, i) = (source, 0)
            while i < source.count {
                let at = place(i)
                var (sum, k) = (0.0, 0)
                while k < weights.count {
                    var offset = k - radius
                    if at + offset < 0 { offset = -at } else if at + offset >= length { offset = length - 1 - at }
                    sum += weights[k] * source[i + offset * step]
                    k += 1
                }
                result[i] = sum / total
                i += 1
            }
            return result
        }
        let (w, h) = (width, height)
        let across = pass(pixels.map(Double.init), 1, w) { $0 % w }
        pixels = pass(across, w, h) { $0 / w }.map { UInt8($0 + 0.5) }
    }

    public var image: GrayImage {
        get throws { try GrayImage(size: PixelSize(width: width, height: height), packed: pixels) }
    }
}
