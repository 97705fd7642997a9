import RectoKernels
import TestSupport
import Testing

/// Kernels on points of interest: every level must match the plain reference bit for bit.
@Suite struct PointKernelTests {
    private static let sizes = (1...12).map { ($0, 9) } + (32...44).map { ($0, 11) } + [(71, 23), (102, 40), (137, 9)]

    /// Blobs and lines with noise on top, so that there are corners of all strengths.
    private func picture(_ width: Int, _ height: Int, seed: Int, guarding: GuardedRows<UInt8>.Guard = .after)
        -> GuardedRows<UInt8>
    {
        let rows = GuardedRows<UInt8>(width: width, height: height, stride: width + seed % 5, guarding: guarding)
        var random = SeededGenerator(seed: UInt64(seed))
        rows.fill { x, y in
            let block = (x / 7 * 31 + y / 5 * 17 + seed) % 4
            let level = block * 60 + Int(random.next() % 24)
            return UInt8(min(255, level + (random.next() % 50 == 0 ? 70 : 0)))
        }
        return rows
    }

    private func places(_ width: Int, _ height: Int, before: Int, after: Int, count: Int, seed: Int) -> [PixelPlace] {
        var random = SeededGenerator(seed: UInt64(seed))
        return (0..<count).map { _ in
            PixelPlace(
                x: Int.random(in: before..<width - after, using: &random),
                y: Int.random(in: before..<height - after, using: &random))
        }
    }

    @Test func scoresMatchTheirReferences() {
        for (i, (width, height)) in Self.sizes.enumerated() {
            let source = picture(width, height, seed: i, guarding: i % 2 == 0 ? .after : .before)
            expectMatchesReference(
                "\(width) × \(height)", target: { [GuardedRows<UInt8>(width: width, height: height)] }
            ) {
                Reference.cornerScores(source.plane(width, height), threshold: 10, into: $0[0].target(width, height))
            } kernel: {
                cornerScores(source.plane(width, height), threshold: 10, into: $0[0].target(width, height))
            }
        }
    }

    @Test func aBrightSpotIsACornerByItsDifference() {
        let (width, height) = (40, 9)
        for level in InstructionSet.available {
            let source = GuardedRows<UInt8>(width: width, height: height)
            source.fill { x, y in (x, y) == (20, 4) ? 150 : 100 }
            let scores = GuardedRows<UInt8>(width: width, height: height)
            InstructionSet.withForced(level) {
                cornerScores(source.plane(width, height), threshold: 49, into: scores.target(width, height))
            }
            #expect(scores[20, 4] == 50)
            #expect(scores.contents.filter { $0 > 0 }.count == 1)
        }
    }

    @Test func anEdgeIsNoCornerAndEightOfARingAreNotEnough() {
        let (width, height) = (40, 9)
        let ring = [
            (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1),
            (-3, 0), (-3, -1), (-2, -2), (-1, -3),
        ]
        for first in 0..<16 {
            for length in [8, 9] {
                let source = GuardedRows<UInt8>(width: width, height: height)
                source.fill { _, _ in 100 }
                for k in first..<first + length {
                    let (x, y) = ring[k % 16]
                    source.base[(4 + y) * width + 20 + x] = 30
                }
                let scores = GuardedRows<UInt8>(width: width, height: height)
                cornerScores(source.plane(width, height), threshold: 10, into: scores.target(width, height))
                #expect(scores[20, 4] == (length == 9 ? 70 : 0))
            }
        }
    }

    @Test func peaksMatchTheirReferences() {
        for (i, (width, height)) in Self.sizes.enumerated() {
            let scores = GuardedRows<UInt8>(width: width, height: height)
            var random = SeededGenerator(seed: UInt64(i))
            scores.fill { _, _ in random.next() % 3 == 0 ? UInt8(random.next() % 20) : 0 }
            for border in [1, 3] {
                let capacity = scorePeakCapacity(width: width, height: height)
                let none = PixelPlace(x: 9, y: 9)
                var expected = [PixelPlace](repeating: none, count: capacity)
                let count = Reference.scorePeaks(scores.plane(width, height), border: border, into: &expected)
                for level in InstructionSet.available {
                    var found = [PixelPlace](repeating: none, count: capacity)
                    let n = InstructionSet.withForced(level) {
                        scorePeaks(scores.plane(width, height), border: border, into: &found)
                    }
                    #expect(n == count && found == expected, "\(width) × \(height), \(level)")
                }
            }
        }
    }

    @Test func tensorsMatchTheirReferences() {
        let source = picture(90, 50, seed: 3)
        let places = places(
            90, 50, before: cornerTensorBorder.before, after: cornerTensorBorder.after, count: 70, seed: 1)
        let none = CornerTensor(xx: -1, yy: -1, xy: -1)
        var expected = [CornerTensor](repeating: none, count: places.count)
        Reference.cornerTensors(source.plane(source.width, source.height), places: places, count: 70, into: &expected)
        for level in InstructionSet.available {
            var found = [CornerTensor](repeating: none, count: places.count)
            InstructionSet.withForced(level) {
                cornerTensors(source.plane(source.width, source.height), places: places, count: 70, into: &found)
            }
            #expect(found == expected, "\(level)")
        }
    }

    @Test func momentsMatchTheirReferences() {
        let source = picture(90, 60, seed: 4)
        let places = places(
            90, 60, before: intensityCentroidBorder.before, after: intensityCentroidBorder.after, count: 60, seed: 2)
        let none = IntensityCentroid(x: -1, y: -1)
        var expected = [IntensityCentroid](repeating: none, count: places.count)
        Reference.intensityCentroid(
            source.plane(source.width, source.height), places: places, count: 60, into: &expected)
        for level in InstructionSet.available {
            var found = [IntensityCentroid](repeating: none, count: places.count)
            InstructionSet.withForced(level) {
                intensityCentroid(source.plane(source.width, source.height), places: places, count: 60, into: &found)
            }
            #expect(found == expected, "\(level)")
        }
    }

    @Test func momentsPointToTheBrightSide() {
        let source = GuardedRows<UInt8>(width: 40, height: 40)
        source.fill { x, _ in x > 20 ? 200 : 10 }
        var moments = [IntensityCentroid(x: 0, y: 0)]
        intensityCentroid(
            source.plane(source.width, source.height), places: [PixelPlace(x: 20, y: 20)], count: 1, into: &moments)
        #expect(moments[0].x > 0 && moments[0].y == 0)
    }

    @Test func tablesMatchTheirReferences() {
        for (i, (width, height)) in Self.sizes.enumerated() {
            let source = picture(width, height, seed: i)
            expectMatchesReference(
                "\(width) × \(height)",
                target: { [GuardedRows<UInt32>(width: width + 1, height: height + 1, stride: width + 1 + i % 3)] }
            ) {
                Reference.integralImage(source.plane(width, height), into: $0[0].target(width + 1, height + 1))
            } kernel: {
                integralImage(source.plane(width, height), into: $0[0].target(width + 1, height + 1))
            }
        }
    }

    @Test func descriptorsMatchTheirReferences() {
        var random = SeededGenerator(seed: 8)
        func offset() -> Float { Float.random(in: -8...8, using: &random) }
        let pattern = BoxPattern(
            radii: [1, 4, 2, 3],
            pairs: (0..<BoxPattern.count).map { _ in
                BoxPattern.Pair(firstX: offset(), firstY: offset(), secondX: offset(), secondY: offset())
            })
        let (width, height) = (80, 70)
        let source = picture(width, height, seed: 6)
        let places = places(width, height, before: pattern.reach, after: pattern.reach + 1, count: 40, seed: 5)
        let directions = (0..<40).map { i in
            let (x, y) = (Float(i) - 20.5, Float(i * 7 % 11) - 5)
            let length: Float = (x * x + y * y).squareRoot()
            return Direction(cosine: x / length, sine: y / length)
        }
        var expected = [UInt64](repeating: 0, count: 160)
        Reference.binaryDescriptor(
            source.plane(source.width, source.height), pattern: pattern, places: places, directions: directions,
            count: 40, into: &expected)
        for level in InstructionSet.available {
            let table = GuardedRows<UInt32>(width: width + 1, height: height + 1)
            var found = [UInt64](repeating: 1, count: 160)
            InstructionSet.withForced(level) {
                integralImage(source.plane(width, height), into: table.target(width + 1, height + 1))
                binaryDescriptor(
                    table.plane(width + 1, height + 1), pattern: pattern, places: places, directions: directions,
                    count: 40, into: &found)
            }
            #expect(found == expected, "\(level)")
        }
    }

    @Test func distancesMatchTheirReferences() {
        var random = SeededGenerator(seed: 11)
        for count in [1, 2, 15, 16, 17, 100] {
            var fours = [UInt64](repeating: 0, count: descriptorWordCount(count))
            let descriptors = (0..<count).map { _ in (0..<4).map { _ in random.next() } }
            for (i, bits) in descriptors.enumerated() { storeDescriptor(bits, at: i, in: &fours) }
            let query = (0..<4).map { _ in random.next() }
            let bits = descriptors.map { descriptor in
                zip(descriptor, query).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
            }
            let padded = (count + 15) / 16 * 16
            var expected = [UInt16](repeating: 0, count: padded)
            Reference.hammingDistances(query, fours, count: count, into: &expected)
            #expect(expected[..<count].map { Int($0) } == bits)
            for level in InstructionSet.available {
                var found = [UInt16](repeating: 999, count: padded)
                var place = -1
                InstructionSet.withForced(level) {
                    hammingDistances(query, fours, count: count, into: &found)
                    #expect(found == expected, "\(count), \(level)")
                    place = minimumDistance(&found, count: count)
                }
                #expect(place == bits.firstIndex(of: bits.min()!), "\(count), \(level)")
            }
        }
    }

    @Test func nearPlacesMatchTheirReferences() {
        var random = SeededGenerator(seed: 14)
        for count in [0, 1, 2, 15, 16, 17, 100, 900] {
            for (range, limit) in [(256, 90), (256, 256), (4, 3), (256, 0)] as [(UInt64, UInt16)] {
                let distances = (0..<count).map { _ in UInt16(random.next() % range) }
                let expected = Reference.nearPlaces(distances, limit: limit)
                let below = distances.filter { $0 < limit }.sorted()
                #expect(expected.count >= min(16, below.count))
                #expect(expected.map { distances[Int($0)] }.sorted() == Array(below.prefix(expected.count)))
                for level in InstructionSet.available {
                    var values = distances + [UInt16](repeating: 7, count: (16 - count % 16) % 16)
                    var places = [UInt32](repeating: 9, count: count + 1)
                    let found = InstructionSet.withForced(level) {
                        nearPlaces(&values, count: count, limit: limit, into: &places)
                    }
                    #expect(Array(places[..<found]) == expected, "\(count), \(limit), \(level)")
                    #expect(places[count] == 9)
                }
            }
        }
    }

    @Test func farDistancesMatchTheirReferences() {
        var random = SeededGenerator(seed: 12)
        for count in [8, 16, 24, 104, 1840] {
            let distances = (0..<count).map { _ in UInt16(random.next() % 200) }
            let xs = (0..<count).map { _ in Float(random.next() % 100) / 4 }
            let ys = (0..<count).map { _ in Float(random.next() % 100) / 4 }
            for bound in [Float(1), 64, 10_000] {
                let expected = Reference.minimumFarDistance(
                    distances, xs: xs, ys: ys, count: count, from: SIMD2(12, 12), squaredBound: bound)
                for level in InstructionSet.available {
                    let found = InstructionSet.withForced(level) {
                        minimumFarDistance(
                            distances, xs: xs, ys: ys, count: count, from: SIMD2(12, 12), squaredBound: bound)
                    }
                    #expect(found == expected, "\(count), \(bound), \(level)")
                }
            }
        }
    }

    @Test func votesMatchTheirReferences() {
        var random = SeededGenerator(seed: 13)
        for count in [1, 7, 8, 63, 64, 65, 203] {
            let padded = (count + 7) / 8 * 8
            func column(_ range: ClosedRange<Float>) -> [Float] {
                (0..<padded).map { _ in Float.random(in: range, using: &random) }
            }
            let (px, py) = (column(0...300), column(0...300))
            let (qx, qy) = (zip(px, column(-30...30)).map { $0 + $1 }, zip(py, column(-30...30)).map { $0 + $1 })
            let scale = column(0.5...2).enumerated().map { $0 < count ? $1 : .nan }
            let turn = column(-1...1)
            let cosine = turn.map { 1 - $0 * $0 / 2 }
            let map = ProposedMap(
                a: 1.1, b: 0.1, c: -0.1, d: 0.9, shiftX: 3, shiftY: -2, sourceX: 120, sourceY: 90, scale: 1, reach: 40,
                cosine: 1, sine: 0)
            let bounds = AgreementBounds(gapShare: 0.35, gapOffset: 6, scaleRatio: 1.82, turnCosine: 0.825)
            withColumns([px, py, qx, qy, scale, cosine, turn]) { p in
                let matches = MatchColumns(
                    sourceX: p[0], sourceY: p[1], targetX: p[2], targetY: p[3], scale: p[4], cosine: p[5], sine: p[6],
                    count: count)
                let words = (count + 63) / 64
                var expected = [UInt64](repeating: 5, count: words)
                Reference.agreeingMatches(matches, map: map, bounds: bounds, into: &expected)
                if count > 60 { #expect(expected.contains { $0 != 0 }) }
                for level in InstructionSet.available {
                    var found = [UInt64](repeating: 9, count: words)
                    InstructionSet.withForced(level) {
                        agreeingMatches(matches, map: map, bounds: bounds, into: &found)
                    }
                    #expect(found == expected, "\(count), \(level)")
                }
            }
        }
    }

    @Test func checksumsMatchTheirReferences() {
        var random = SeededGenerator(seed: 14)
        for count in [0, 1, 3, 4, 127, 128, 129, 300, 1024] {
            var bytes = (0..<max(1, count)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let expected = Reference.streamChecksum(bytes, count: count)
            for level in InstructionSet.available {
                #expect(InstructionSet.withForced(level) { streamChecksum(bytes, count: count) } == expected)
            }
            guard count > 0 else { continue }
            bytes[count / 2] ^= 4
            #expect(streamChecksum(bytes, count: count) != expected)
        }
    }

    private func withColumns(_ columns: [[Float]], _ body: ([UnsafePointer<Float>]) -> Void) {
        let copies = columns.map { column in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: column.count)
            copy.initialize(from: column, count: column.count)
            return copy
        }
        body(copies.map { UnsafePointer($0) })
        for copy in copies { copy.deallocate() }
    }
}
