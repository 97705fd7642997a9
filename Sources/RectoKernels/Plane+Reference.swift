extension Reference {
    /// The plain twin of the kernel `smoothPlane`, of bytes or floats given as floats.
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

    /// The plain twin of the kernel `structureTensor`.
    public static func structureTensor(
        _ planes: [[Float]], chromaWeight: Float, width: Int, height: Int
    ) -> (magnitude: [Float], doubleCosine: [Float], doubleSine: [Float]) {
        var result = (magnitude: [Float](), doubleCosine: [Float](), doubleSine: [Float]())
        for y in 0..<height {
            for x in 0..<width {
                var (a, b, c): (Float, Float, Float) = (0, 0, 0)
                for (index, plane) in planes.enumerated() {
                    func at(_ i: Int, _ j: Int) -> Float {
                        plane[min(max(y + j, 0), height - 1) * width + min(max(x + i, 0), width - 1)]
                    }
                    let scale: Float = index == 0 ? 1 / 32 : chromaWeight / 32
                    let cornersX: Float = (at(1, -1) - at(-1, -1)) + (at(1, 1) - at(-1, 1))
                    let cornersY: Float = (at(-1, 1) - at(-1, -1)) + (at(1, 1) - at(1, -1))
                    let gx: Float = (cornersX * 3 + (at(1, 0) - at(-1, 0)) * 10) * scale
                    let gy: Float = (cornersY * 3 + (at(0, 1) - at(0, -1)) * 10) * scale
                    a += gx * gx
                    b += gy * gy
                    c += gx * gy
                }
                let difference: Float = a - b
                let cross: Float = c * 2
                let spread: Float = (difference * difference + cross * cross).squareRoot()
                let scale: Float = 1 / max(spread, 1e-12)
                result.magnitude.append((((a + b) + spread) * 0.5).squareRoot())
                result.doubleCosine.append(difference * scale)
                result.doubleSine.append(cross * scale)
            }
        }
        return result
    }

    /// The plain twin of the kernel `suppressSurround`, with the same running sums.
    public static func suppressSurround(
        _ magnitude: [Float], width: Int, height: Int, radius: Int, weight: Float, floor: Float, minimum: Float
    ) -> [Float] {
        var column = [Float](repeating: 0, count: width)
        func add(_ y: Int, _ sign: Float) {
            for x in 0..<width { column[x] += magnitude[y * width + x] * sign }
        }
        for y in 0..<min(radius, height) { add(y, 1) }
        var strength: [Float] = []
        for y in 0..<height {
            if y + radius < height { add(y + radius, 1) }
            if y > radius { add(y - radius - 1, -1) }
            var prefix: [Float] = [0]
            for x in 0..<width { prefix.append(prefix[x] + column[x]) }
            let rows = Float(min(y + radius, height - 1) - max(y - radius, 0) + 1)
            for x in 0..<width {
                let start = max(x - radius, 0)
                let end = min(x + radius, width - 1) + 1
                let around: Float = (prefix[end] - prefix[start]) * (weight / (rows * Float(end - start)))
                let m = magnitude[y * width + x]
                strength.append(m < minimum ? 0 : m / ((m + around) + floor))
            }
        }
        return strength
    }

    /// The plain twin of the kernel `meanColours`, of one plane or three.
    public static func meanColours(_ planes: [[Float]], width: Int, height: Int) -> [SIMD4<Float>] {
        var means: [SIMD4<Float>] = []
        for y in 0..<height {
            for x in 0..<width {
                func column(_ plane: [Float], _ i: Int) -> Float {
                    let x = min(max(x + i, 0), width - 1)
                    let above: Float = plane[max(y - 1, 0) * width + x]
                    return (above + plane[y * width + x]) + plane[min(y + 1, height - 1) * width + x]
                }
                let sums = planes.map { plane -> Float in
                    (column(plane, -1) + column(plane, 0)) + column(plane, 1)
                }
                let sum = sums.count == 1 ? SIMD4(sums[0], 0, 0, 0) : SIMD4(sums[0], sums[1], sums[2], 0)
                means.append(sum * SIMD4(repeating: 1 / 9))
            }
        }
        return means
    }
}
