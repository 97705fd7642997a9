import RectoCore

/// A gray picture that is being made, its levels 0…255 without limits in between.
struct CodeCanvas {
    let width: Int
    let height: Int
    var levels: [Float]

    init(width: Int, height: Int, level: Float) {
        (self.width, self.height) = (width, height)
        levels = [Float](repeating: level, count: width * height)
    }

    /// Changes every pixel.
    mutating func each(_ change: (_ x: Float, _ y: Float, _ level: Float) -> Float) {
        let (w, h) = (width, height)
        levels.withUnsafeMutableBufferPointer { levels in
            for y in 0..<h { for x in 0..<w { levels[y * w + x] = change(Float(x), Float(y), levels[y * w + x]) } }
        }
    }

    /// A rectangle as far as it lies in the picture.
    mutating func fill(x: Int, y: Int, width w: Int, height h: Int, _ level: Float) {
        guard x < width, y < height, x + w > 0, y + h > 0 else { return }
        for row in max(0, y)..<min(height, y + h) {
            for column in max(0, x)..<min(width, x + w) { levels[row * width + column] = level }
        }
    }

    /// A line of text that begins at a point.
    mutating func write(_ text: String, x: Double, y: Double, size: Double, level: Float, fonts: FontLibrary) {
        var pen = x
        for character in text.unicodeScalars {
            let whole = pen.rounded(.down)
            let shift = Point2D(x: pen - whole, y: 0)
            if let glyph = fonts.glyph(character, .sans, size: size, shift: shift, angle: 0) {
                for row in 0..<glyph.height where 0..<height ~= Int(y) + glyph.top + row {
                    for column in 0..<glyph.width where 0..<width ~= Int(whole) + glyph.left + column {
                        let i = (Int(y) + glyph.top + row) * width + Int(whole) + glyph.left + column
                        let share = Float(glyph.coverage[row * glyph.width + column]) / 255
                        levels[i] += (level - levels[i]) * share
                    }
                }
            }
            pen += fonts.advance(character, .sans) * size
        }
    }

    /// Blurs by a Gaussian.
    /// - Parameter sigma: In pixels.
    mutating func blur(_ sigma: Double) {
        guard sigma > 0.05 else { return }
        let radius = Int((3 * sigma).rounded(.up))
        let weights = (0...2 * radius).map { i in
            Float(PortableMath.exp(-Double((i - radius) * (i - radius)) / (2 * sigma * sigma)))
        }
        convolve((0...2 * radius).map { (x: $0 - radius, y: 0, weight: weights[$0]) })
        convolve((0...2 * radius).map { (x: 0, y: $0 - radius, weight: weights[$0]) })
    }

    /// Smears along a line.
    /// - Parameters:
    ///   - length: In pixels.
    ///   - angle: Clockwise from the right.
    mutating func smear(length: Double, angle: Double) {
        let direction = Point2D.direction(angle)
        var shares: [SIMD2<Int>: Float] = [:]
        var order: [SIMD2<Int>] = []
        // Each of many points along the line is shared out among the four pixels around it.
        let count = 64
        for i in 0..<count {
            let p = direction * (length * ((Double(i) + 0.5) / Double(count) - 0.5))
            let (left, top) = (p.x.rounded(.down), p.y.rounded(.down))
            for (dx, dy) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
                let share = (1 - abs(p.x - left - dx)) * (1 - abs(p.y - top - dy))
                let place = SIMD2(Int(left + dx), Int(top + dy))
                if shares[place] == nil { order.append(place) }
                shares[place, default: 0] += Float(share)
            }
        }
        convolve(order.map { (x: $0.x, y: $0.y, weight: shares[$0] ?? 0) })
    }

    /// The weighted mean of neighbors; those beyond the edges are like the nearest within.
    private mutating func convolve(_ taps: [(x: Int, y: Int, weight: Float)]) {
        let (w, h) = (width, height)
        let total = taps.reduce(0) { $0 + $1.weight }
        let source = levels
        source.withUnsafeBufferPointer { source in
            levels.withUnsafeMutableBufferPointer { target in
                for y in 0..<h {
                    let row = target.baseAddress.unsafelyUnwrapped + y * w
                    for x in 0..<w { row[x] = 0 }
                    for tap in taps {
                        let from = source.baseAddress.unsafelyUnwrapped + min(max(y + tap.y, 0), h - 1) * w
                        let weight = tap.weight / total
                        let (first, end) = (min(w, max(0, -tap.x)), max(0, min(w, w - tap.x)))
                        for x in 0..<first { row[x] += weight * from[0] }
                        if first < end { for x in first..<end { row[x] += weight * from[x + tap.x] } }
                        for x in max(first, end)..<w { row[x] += weight * from[w - 1] }
                    }
                }
            }
        }
    }

    /// Noise of a sensor.
    mutating func addNoise(_ deviation: Double, _ generator: inout SeededGenerator) {
        // The sum of four numbers of 16 bits is nearly normal; its variance is a third of 65 536².
        let scale = Float(deviation * 3.0.squareRoot() / 65_536)
        for i in levels.indices {
            let bits = generator.next()
            let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
            levels[i] += (Float(sum) - 131_070) * scale
        }
    }

    /// The levels as bytes.
    func image() -> GrayImage {
        let bytes = levels.map { UInt8(max(0, min(255, $0.rounded()))) }
        guard let size = try? PixelSize(width: width, height: height),
            let image = try? GrayImage(size: size, packed: bytes)
        else { preconditionFailure("a picture has pixels") }
        return image
    }
}
