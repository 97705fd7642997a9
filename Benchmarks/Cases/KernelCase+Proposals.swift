import RectoKernels
import RectoPictures

// SAFETY, of all calls below: targets and scratch memory are sized for the number of inputs, with the room that each
// kernel requires; the closures keep both alive.
extension KernelCase {
    /// Kernels that find lines in edges and quads in lines, with as many of each as in a cluttered frame.
    static var proposals: [KernelCase] {
        let (w, h) = working
        let size = "\(w)x\(h)"
        return [
            KernelCase("collectVoters", size) { _ in
                let edges = Self.edges(w, h)
                let voters = Buffer([EdgeVoter](repeating: .none, count: w * h + 8))
                let directions = Buffer<UInt8>(count: w * h + 8)
                return {
                    _ = collectVoters(
                        PlaneView(edges.base, stride: w, width: w, height: h), minimum: 0.12, into: voters.base,
                        directions: directions.base)
                }
            },
            KernelCase("castVotes", size) { _ in
                let edges = Self.edges(w, h)
                let voters = Buffer([EdgeVoter](repeating: .none, count: w * h + 8))
                let directions = Buffer<UInt8>(count: w * h + 8)
                let count = withExtendedLifetime((edges, directions)) {
                    collectVoters(
                        PlaneView(edges.base, stride: w, width: w, height: h), minimum: 0.12, into: voters.base,
                        directions: directions.base)
                }
                // One row of a diagonal direction: each of the frame's voters votes in some rows of a sector.
                let row = Buffer([VoteRow(cosine: 0.8, sine: 0.6, center: 200, weight: 1)])
                let votes = Buffer<Float>(count: 800)
                return {
                    castVotes(voters.base, count: count, rows: row.base, rowCount: 1, votes: votes.base, stride: 800)
                }
            },
            KernelCase("rowPeaks", size) { input in
                let found = Buffer<Int32>(count: w * h)
                let row = input.planes[0]
                return { _ = rowPeaks(row.base + 1, count: w * h, minimum: 200, into: found.base) }
            },
            KernelCase("linePlaces", size) { _ in
                let line = PlacedLine(cosine: 0.6, sine: 0.8, offset: 12.3, width: w, height: h, distance: 4)
                let places = Buffer<Int32>(count: 5 * 368)
                return {
                    // As many lines as profiles are taken for.
                    for _ in 0..<64 {
                        linePlaces(
                            line, first: -184, width: w, height: h,
                            into: MutablePlaneView(places.base, stride: 368, width: 360, height: 5))
                    }
                }
            },
            KernelCase("boundOfLargest", size) { input in
                let histogram = Buffer<Int32>(count: 1024)
                let values = input.planes[0]
                return {
                    _ = boundOfLargest(values.base, count: w * h, keep: 3000, histogram: histogram.base, bins: 1024)
                }
            },
        ] + [pairs, cuts, quads]
    }

    private static func edges(_ width: Int, _ height: Int) -> Buffer<EdgePixel> {
        var generator = SeededGenerator(seed: 1)
        return Buffer(
            (0..<width * height).map { _ in
                let strength = Float(generator.next() % 1000) / 1000
                return EdgePixel(strength: strength * strength, direction: UInt8(generator.next() % 180))
            })
    }

    /// All pairs of 64 lines.
    private static let linePairs = (0..<64).flatMap { a in (a + 1..<64).map { b in (UInt8(a), UInt8(b)) } }

    /// Makes ns per pixel mean ns per pair.
    private static let pairCount = "\(linePairs.count)x1"

    private static func random(_ generator: inout SeededGenerator, _ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * Float(generator.next() % 10_001) / 10_000
    }

    private static func sides(_ count: Int, _ generator: inout SeededGenerator) -> Buffer<CutSide> {
        Buffer(
            (0..<count).map { _ in
                CutSide(length: random(&generator, 20...200), coverage: random(&generator, 0...1))
            })
    }

    private static var pairs: KernelCase {
        KernelCase("pickPairs", pairCount) { _ in
            var generator = SeededGenerator(seed: 2)
            let count = linePairs.count
            let members = Buffer(linePairs.map { 1 << UInt64($0.0) | 1 << UInt64($0.1) as UInt64 })
            let cosines = Buffer((0..<count).map { _ in random(&generator, -1...1) })
            let sines = Buffer((0..<count).map { _ in random(&generator, -1...1) })
            let found = Buffer<Int32>(count: count)
            return {
                _ = pickPairs(
                    of: LinePairs(members: members.base, cosines: cosines.base, sines: sines.base, count: count),
                    barred: 0x30, direction: (0.6, -0.8), bound: 0.1, into: found.base)
            }
        }
    }

    private static var cuts: KernelCase {
        KernelCase("cutSides", pairCount) { _ in
            var generator = SeededGenerator(seed: 3)
            let (count, reach) = (linePairs.count, 184)
            let pairs = Buffer((linePairs + linePairs.prefix(7)).map { LineQuad(0, $0.0, 0, $0.1) })
            let members = Buffer(linePairs.map { 1 << UInt64($0.0) | 1 << UInt64($0.1) as UInt64 })
            let positions = Buffer((0..<64).map { _ in random(&generator, -200...200) })
            let sums = Buffer((0..<12 * (2 * reach + 2)).map { Float($0 / 12) * 0.7 })
            let support = LineSupport(sums: sums.base, low: 0, high: 2 * reach + 1, reach: reach)
            let sides = Buffer<CutSide>(
                [CutSide](repeating: CutSide(length: 0, coverage: 0), count: count + 7))
            return {
                // The support does not keep them alive.
                withExtendedLifetime(sums) {
                    cutSides(
                        pairs: pairs.base, members: members.base, count: count, reachable: ~1,
                        positions: positions.base, support: support, minimum: 20, into: sides.base)
                }
            }
        }
    }

    private static var quads: KernelCase {
        KernelCase("enumerateQuads", pairCount) { _ in
            var generator = SeededGenerator(seed: 4)
            let count = linePairs.count
            let pairs = Buffer(linePairs.map { LineQuad(0, $0.0, 0, $0.1) })
            let picked = Buffer((0..<Int32(count)) + [Int32](repeating: 0, count: 7))
            let sides = sides(64, &generator)
            let ends = Buffer(
                (0..<64).map { line in
                    PairEnd(
                        side: sides.base[line], firstSine: random(&generator, -1...0.1),
                        secondSine: random(&generator, -1...1))
                })
            let (first, second) = (Self.sides(count, &generator), Self.sides(count, &generator))
            let terms = QuadTerms(
                twiceArea: 4000, squaredSide: 900, squaredRatio: 0.16, frameArea: 57_600, coverageWeight: 9.9,
                sizeWeight: 0.7, rootAreaWeight: 17, areaWeight: -9)
            let quads = Buffer([LineQuad](repeating: LineQuad(), count: count + 8))
            let scores = Buffer<Float>(count: count + 8)
            return {
                _ = enumerateQuads(
                    picked: picked.base, count: count, pairs: pairs.base, pair: LineQuad(3, 0, 60, 0), ends: ends.base,
                    firstSides: first.base, secondSides: second.base, terms: terms, into: quads.base,
                    scores: scores.base)
            }
        }
    }
}
