import RectoKernels
import TestSupport
import Testing

/// Kernels on small planes of floats: every level must match the plain reference bit for bit.
@Suite struct PlaneTests {
    private static let sizes = (1...40).map { ($0, 3) } + [(1, 1), (1, 9), (320, 7), (67, 41), (33, 2)]

    private func noise(_ count: Int, _ seed: Int) -> [Float] {
        var generator = SeededGenerator(seed: UInt64(seed))
        return (0..<count).map { _ in Float(generator.next() % 25_500) / 100 }
    }

    /// Passes one plane or three.
    private func withColors(_ planes: [[Float]], _ width: Int, _ height: Int, _ body: (FloatPlanes) -> Void) {
        Array(planes.joined()).withUnsafeBufferPointer {
            let first = $0.baseAddress!
            let (second, third) =
                planes.count == 3 ? (first + width * height, first + 2 * width * height) : (nil, nil)
            body(FloatPlanes(first, second, third, width: width, height: height))
        }
    }

    private func expectBits(_ found: [Float], _ expected: [Float], _ what: String) {
        let differing = zip(found, expected).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }
        if let differing { Issue.record("\(what): \(differing)") }
    }

    @Test func smoothPlaneMatchesItsReference() {
        for (width, height) in Self.sizes {
            let bytes = noise(width * height, width).map { UInt8($0) }
            let floats = noise(width * height, height)
            let expectedOfBytes = Reference.smoothPlane(bytes.map { Float($0) }, width: width, height: height)
            let expectedOfFloats = Reference.smoothPlane(floats, width: width, height: height)
            for level in InstructionSet.available {
                var out = [Float](repeating: .nan, count: width * height)
                var row = [Float](repeating: .nan, count: width + 4)
                InstructionSet.withForced(level) {
                    withPlane(bytes, width: width, height: height) { smoothPlane($0, into: &out, row: &row) }
                    expectBits(out, expectedOfBytes, "\(width) x \(height) bytes \(level)")
                    withPlane(floats, width: width, height: height) { smoothPlane($0, into: &out, row: &row) }
                    expectBits(out, expectedOfFloats, "\(width) x \(height) floats \(level)")
                }
            }
        }
    }

    @Test func smoothPlaneScales() {
        let (width, height) = (37, 5)
        let bytes = noise(width * height, 5).map { UInt8($0) }
        let expected = Reference.smoothPlane(
            bytes.map { Float($0) }, width: width, height: height, gain: 255 / 219, offset: -255 / 219 * 16)
        for level in InstructionSet.available {
            var out = [Float](repeating: .nan, count: width * height)
            var row = [Float](repeating: .nan, count: width + 4)
            InstructionSet.withForced(level) {
                withPlane(bytes, width: width, height: height) {
                    smoothPlane($0, gain: 255 / 219, offset: -255 / 219 * 16, into: &out, row: &row)
                }
            }
            expectBits(out, expected, "\(level)")
        }
    }

    @Test func smoothPlaneTakesRowsApart() {
        let (width, height, stride) = (37, 5, 50)
        let bytes = noise(width * height, 3).map { UInt8($0) }
        var apart = [UInt8](repeating: 0xAA, count: stride * (height - 1) + width)
        for y in 0..<height { for x in 0..<width { apart[y * stride + x] = bytes[y * width + x] } }
        let expected = Reference.smoothPlane(bytes.map { Float($0) }, width: width, height: height)
        for level in InstructionSet.available {
            var out = [Float](repeating: .nan, count: width * height)
            var row = [Float](repeating: .nan, count: width + 4)
            InstructionSet.withForced(level) {
                withPlane(apart, stride: stride, width: width, height: height) {
                    smoothPlane($0, into: &out, row: &row)
                }
            }
            expectBits(out, expected, "\(level)")
        }
    }

    @Test func halvePlaneTakesMeansAndLeavesOddEndsOut() {
        let source: [Float] = [1, 3, 10, 20, 99, 5, 7, 30, 40, 99, 99, 99, 99, 99, 99]
        var half: [Float] = [-1, -1]
        withPlane(source, width: 5, height: 3) { source in
            withTarget(&half, stride: 2, width: 2, height: 1) { halvePlane(source, into: $0) }
        }
        #expect(half == [4, 25])
    }

    @Test(arguments: [1, 3]) func structureTensorMatchesItsReference(channels: Int) {
        for (width, height) in Self.sizes {
            let planes = (0..<channels).map { noise(width * height, 5 * width + $0) }
            let expected = Reference.structureTensor(planes, chromaWeight: 2, width: width, height: height)
            for level in InstructionSet.available {
                var magnitude = [Float](repeating: .nan, count: width * height)
                var direction = [UInt8](repeating: 0xFF, count: width * height)
                InstructionSet.withForced(level) {
                    withColors(planes, width, height) {
                        structureTensor($0, chromaWeight: 2, magnitude: &magnitude, direction: &direction)
                    }
                }
                expectBits(magnitude, expected.magnitude, "magnitude \(width) x \(height) \(level)")
                #expect(direction == expected.direction, "direction \(width) x \(height) \(level)")
            }
        }
    }

    @Test func structureTensorOfARampIsItsSlopeAndDirection() {
        // Luma rises by 3 per pixel to the right and 4 downwards: magnitude 5, and the tangent of the angle is 4 / 3.
        let (width, height) = (20, 10)
        let luma = (0..<width * height).map { Float(3 * ($0 % width) + 4 * ($0 / width)) }
        let flat = [Float](repeating: 128, count: width * height)
        var magnitude = flat
        var direction = [UInt8](repeating: 0, count: width * height)
        withColors([luma, flat, flat], width, height) {
            structureTensor($0, chromaWeight: 2, magnitude: &magnitude, direction: &direction)
        }
        let inside = 5 * width + 9
        #expect(abs(magnitude[inside] - 5) < 1e-4)
        #expect(direction[inside] == 53)
    }

    @Test func suppressSurroundMatchesItsReference() {
        for (width, height) in Self.sizes {
            for radius in [1, 8, 15] {
                let magnitude = noise(width * height, width).map { $0 / 16 }
                let direction = noise(width * height, height).map { UInt8($0 * 0.7) }
                let expected = Reference.suppressSurround(
                    magnitude, width: width, height: height, radius: radius, weight: 1, floor: 2, minimum: 0.8,
                    direction: direction)
                for level in InstructionSet.available {
                    var out = [EdgePixel](
                        repeating: EdgePixel(strength: .nan, direction: 0), count: width * height)
                    var scratch = [Float](repeating: .nan, count: 2 * width + 1)
                    InstructionSet.withForced(level) {
                        let suppression = SurroundSuppression(radius: radius, weight: 1, floor: 2, minimum: 0.8)
                        withPlane(magnitude, width: width, height: height) {
                            suppressSurround($0, direction: direction, by: suppression, into: &out, scratch: &scratch)
                        }
                    }
                    #expect(out == expected, "\(width) x \(height) radius \(radius) \(level)")
                }
            }
        }
    }

    /// Compared with means over the window in double precision.
    @Test func suppressSurroundDividesByTheWindowsMean() {
        let (width, height, radius) = (50, 40, 8)
        let magnitude = noise(width * height, 2).map { $0 / 16 }
        let direction = [UInt8](repeating: 7, count: width * height)
        var out = [EdgePixel](repeating: EdgePixel(strength: 0, direction: 0), count: width * height)
        var scratch = [Float](repeating: 0, count: 2 * width + 1)
        let suppression = SurroundSuppression(radius: radius, weight: 1, floor: 2, minimum: 0.8)
        withPlane(magnitude, width: width, height: height) {
            suppressSurround($0, direction: direction, by: suppression, into: &out, scratch: &scratch)
        }
        for y in 0..<height {
            for x in 0..<width {
                var (sum, count) = (0.0, 0.0)
                for j in max(y - radius, 0)...min(y + radius, height - 1) {
                    for i in max(x - radius, 0)...min(x + radius, width - 1) {
                        sum += Double(magnitude[j * width + i])
                        count += 1
                    }
                }
                let m = Double(magnitude[y * width + x])
                let expected = m < 0.8 ? 0 : m / (m + sum / count + 2)
                #expect(abs(Double(out[y * width + x].strength) - expected) < 1e-4)
                #expect(out[y * width + x].direction == 7)
            }
        }
    }

    @Test(arguments: [1, 3]) func meanColorsMatchesItsReference(channels: Int) {
        for (width, height) in Self.sizes {
            let planes = (0..<channels).map { noise(width * height, 7 * width + $0) }
            let expected = Reference.meanColors(planes, width: width, height: height)
            for level in InstructionSet.available {
                var out = [SIMD4<Float>](repeating: SIMD4(repeating: .nan), count: width * height)
                var scratch = [Float](repeating: .nan, count: meanColorsScratchCount(width: width))
                InstructionSet.withForced(level) {
                    withColors(planes, width, height) { meanColors($0, into: &out, scratch: &scratch) }
                }
                expectBits(
                    out.flatMap { [$0[0], $0[1], $0[2], $0[3]] }, expected.flatMap { [$0[0], $0[1], $0[2], $0[3]] },
                    "\(width) x \(height) \(level)")
            }
        }
    }

    /// The kernel's directions are those of its reference: see ``structureTensorMatchesItsReference(channels:)``.
    @Test(arguments: [0.01, 1, 70_000] as [Float]) func halfAnglesAreRightWhateverTheLength(length: Float) {
        for step in 0..<4003 {
            let angle = Double(step) * 360 / 4003
            let found = Reference.halfAngle(
                length * Float(cosineOfDegrees(angle)), length * Float(cosineOfDegrees(angle - 90)))
            let off = abs(angle / 2 - Double(found))
            #expect(min(off, 180 - off) < 0.65)
        }
    }

    /// By the series, so that the test needs no math library.
    private func cosineOfDegrees(_ degrees: Double) -> Double {
        let x = degrees * .pi / 180
        var (term, sum) = (1.0, 1.0)
        for k in 1...40 {
            term *= -x * x / Double(2 * k * (2 * k - 1))
            sum += term
        }
        return sum
    }
}
