extension Reference {
    /// The plain reference of the kernel `smoothPlane`, for bytes or floats given as floats.
    public static func smoothPlane(
        _ source: [Float], width: Int, height: Int, gain: Float = 1, offset: Float = 0
    ) -> [Float] {
        func blend(_ value: (Int) -> Float) -> Float {
            let outer: Float = value(-2) + value(2)
            let near: Float = (value(-1) + value(1)) * 4
            return (outer + near) + value(0) * 6
        }
        var vertical = [Float](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                vertical[y * width + x] = blend { source[min(max(y + $0, 0), height - 1) * width + x] }
            }
        }
        var smooth = vertical
        for y in 0..<height {
            for x in 0..<width {
                let sum = blend { vertical[y * width + min(max(x + $0, 0), width - 1)] }
                smooth[y * width + x] = sum * (gain / 256) + offset
            }
        }
        return smooth
    }

    /// The plain reference of the kernel `structureTensor`.
    public static func structureTensor(
        _ planes: [[Float]], chromaWeight: Float, width: Int, height: Int
    ) -> (magnitude: [Float], direction: [UInt8]) {
        var result = (magnitude: [Float](), direction: [UInt8]())
        for y in 0..<height {
            for x in 0..<width {
                var (a, b, c): (Float, Float, Float) = (0, 0, 0)
                for (index, plane) in planes.enumerated() {
                    func at(_ i: Int, _ j: Int) -> Float {
                        plane[min(max(y + j, 0), height - 1) * width + min(max(x + i, 0), width - 1)]
                    }
                    let rising: Float = at(1, 1) - at(-1, -1)
                    let falling: Float = at(1, -1) - at(-1, 1)
                    let gx: Float = (rising + falling) * 3 + (at(1, 0) - at(-1, 0)) * 10
                    let gy: Float = (rising - falling) * 3 + (at(0, 1) - at(0, -1)) * 10
                    let weight: Float = index == 0 ? 1 : chromaWeight * chromaWeight
                    a += gx * gx * weight
                    b += gy * gy * weight
                    c += gx * gy * weight
                }
                let difference: Float = a - b
                let cross: Float = c * 2
                let spread: Float = (difference * difference + cross * cross).squareRoot()
                result.magnitude.append((((a + b) + spread) * 0.5).squareRoot() * (1 / 32))
                result.direction.append(halfAngle(difference, cross))
            }
        }
        return result
    }

    /// Factor that converts sums of gradients to integers: a power of 2, at most 64, such that sums over the whole
    /// width, up to 1024 per pixel, fit 31 bits, and those of a column 22.
    static func surroundFixedPoint(width: Int, radius: Int) -> Float {
        let largest = 1024 * (2 * radius + 1)
        var scale = 64
        while scale > 1, largest * scale > 1 << 21 || largest * width * scale > 1 << 30 { scale /= 2 }
        return Float(scale)
    }

    /// A sum of magnitude below 2²² as an integer.
    static func fixedPoint(_ value: Float, _ scale: Float) -> Int32 {
        Int32(bitPattern: (value * scale + 12_582_912).bitPattern) &- 0x4B40_0000
    }

    /// The plain reference of the kernel `suppressSurround`, with the same running sums.
    public static func suppressSurround(
        _ magnitude: [Float], width: Int, height: Int, radius: Int, weight: Float, floor: Float, minimum: Float,
        direction: [UInt8]
    ) -> [EdgePixel] {
        let scale = surroundFixedPoint(width: width, radius: radius)
        var column = [Float](repeating: 0, count: width)
        func add(_ y: Int, _ sign: Float) {
            for x in 0..<width { column[x] += magnitude[y * width + x] * sign }
        }
        for y in 0..<min(radius, height) { add(y, 1) }
        var edges: [EdgePixel] = []
        for y in 0..<height {
            if y + radius < height { add(y + radius, 1) }
            if y > radius { add(y - radius - 1, -1) }
            var prefix: [Int32] = [0]
            for x in 0..<width { prefix.append(prefix[x] &+ Self.fixedPoint(column[x], scale)) }
            let rows = Float(min(y + radius, height - 1) - max(y - radius, 0) + 1)
            for x in 0..<width {
                let start = max(x - radius, 0)
                let end = min(x + radius, width - 1) + 1
                let around: Float = Float(prefix[end] &- prefix[start]) * (weight / (rows * Float(end - start) * scale))
                let m = magnitude[y * width + x]
                let strength = m < minimum ? 0 : m / ((m + around) + floor)
                edges.append(EdgePixel(strength: strength, direction: direction[y * width + x]))
            }
        }
        return edges
    }

    /// The plain reference of the kernel `meanColors`, for one plane or three.
    public static func meanColors(_ planes: [[Float]], width: Int, height: Int) -> [SIMD4<Float>] {
        /// 1 / 25 of the sum over 5 × 5 pixels, the columns first.
        func mean(_ plane: [Float], _ x: Int, _ y: Int) -> Float {
            func sum(_ value: (Int) -> Float) -> Float {
                ((value(-2) + value(2)) + (value(-1) + value(1))) + value(0)
            }
            let columns = sum { i in
                let x = min(max(x + i, 0), width - 1)
                return sum { plane[min(max(y + $0, 0), height - 1) * width + x] }
            }
            return columns * (1 / 25)
        }
        var means: [SIMD4<Float>] = []
        for y in 0..<height {
            for x in 0..<width {
                var color = SIMD4<Float>(repeating: 0)
                for (index, plane) in planes.enumerated() { color[index] = mean(plane, x, y) }
                means.append(color)
            }
        }
        return means
    }
}
