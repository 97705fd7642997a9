public import RectoCore

/// Pictures of symbols.
public struct QRPicture: Sendable {
    /// Where a point of the picture lies in the symbol, in modules from its corner; nothing beyond the horizon.
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
        pixels = (0..<side * side).map { i in
            symbol.isDark(i % side / scale - quiet, i / side / scale - quiet) ? 0 : 255
        }
    }

    /// A scene of dark and light, each pixel the mean of `samples` × `samples` points.
    /// - Parameter isDark: Of a point in pixels.
    public init(
        width: Int, height: Int, dark: Double = 20, light: Double = 235, samples: Int = 4,
        isDark: (_ x: Double, _ y: Double) -> Bool
    ) {
        (self.width, self.height) = (width, height)
        pixels = (0..<width * height).map { i in
            var sum = 0.0
            for k in 0..<samples * samples {
                let x = Double(i % width) + (Double(k % samples) + 0.5) / Double(samples)
                let y = Double(i / width) + (Double(k / samples) + 0.5) / Double(samples)
                sum += isDark(x, y) ? dark : light
            }
            return UInt8(sum / Double(samples * samples) + 0.5)
        }
    }

    /// A symbol seen through a map, on light ground.
    public init(
        _ symbol: QRSymbol, width: Int, height: Int, dark: Double = 20, light: Double = 235, samples: Int = 4, map: Map
    ) {
        self.init(width: width, height: height, dark: dark, light: light, samples: samples) { x, y in
            guard let place = map(x, y), abs(place.x) < 1e6, abs(place.y) < 1e6 else { return false }
            return symbol.isDark(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        }
    }

    /// A symbol turned by an angle, its modules of any size.
    public init(
        _ symbol: QRSymbol, module: Double, angle: Double = 0, quiet: Double = 4, dark: Double = 20,
        light: Double = 235
    ) {
        let side = module * (Double(symbol.dimension) + 2 * quiet)
        let turned = side * (abs(QRPicture.cosine(angle)) + abs(QRPicture.sine(angle)))
        let pixels = Int(turned.rounded(.up))
        let (centre, middle) = (Double(pixels) / 2, Double(symbol.dimension) / 2)
        let (c, s) = (QRPicture.cosine(angle) / module, QRPicture.sine(angle) / module)
        self.init(symbol, width: pixels, height: pixels, dark: dark, light: light) { x, y in
            let (u, v) = (x - centre, y - centre)
            return (middle + u * c + v * s, middle - u * s + v * c)
        }
    }

    /// Gray levels less or more, at random, of a standard deviation.
    public mutating func addNoise(_ deviation: Double, using generator: inout SeededGenerator) {
        for i in pixels.indices {
            // The sum of twelve uniform numbers has a variance of 1.
            let sum = (0..<12).reduce(-6.0) { total, _ in total + Double.random(in: 0..<1, using: &generator) }
            pixels[i] = UInt8(min(max(Double(pixels[i]) + deviation * sum, 0), 255))
        }
    }

    /// Blurs by a Gaussian.
    public mutating func blur(_ sigma: Double) {
        let radius = Int((3 * sigma).rounded(.up))
        let weights = (-radius...radius).map { QRPicture.exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        func pass(_ source: [Double], _ step: Int, _ length: Int, _ place: (Int) -> Int) -> [Double] {
            source.indices.map { i in
                let at = place(i)
                var sum = 0.0
                for (k, weight) in weights.enumerated() {
                    let offset = min(max(at + k - radius, 0), length - 1) - at
                    sum += weight * source[i + offset * step]
                }
                return sum / total
            }
        }
        let (w, h) = (width, height)
        let across = pass(pixels.map(Double.init), 1, w) { $0 % w }
        pixels = pass(across, w, h) { $0 / w }.map { UInt8($0 + 0.5) }
    }

    public var image: GrayImage {
        get throws { try GrayImage(size: PixelSize(width: width, height: height), packed: pixels) }
    }
}
