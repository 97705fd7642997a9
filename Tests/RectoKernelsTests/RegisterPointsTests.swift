import RectoKernels
import TestSupport
import Testing

@Suite struct RegisterPointsTests {
    private static let (width, height) = (21, 17)
    private let levels: [Float]
    /// 61 points between −1 and 1, and three at NaN.
    private let numbers: [Float]
    private static let room = 64
    /// Some points lie outside of the plane.
    private let map: [Float] = [11, 1, 10, -0.5, 9, 8, 0.02, -0.03, 1]

    init() {
        var generator = SeededGenerator(seed: 5)
        func noise(_ n: Int, _ range: ClosedRange<Float>) -> [Float] {
            (0..<n).map { _ in .random(in: range, using: &generator) }
        }
        levels = noise(Self.width * Self.height, -20...20)
        let places = (0..<2).flatMap { _ in noise(61, -1...1) + [.nan, .nan, .nan] }
        numbers = places + noise(Self.room, -20...20) + noise(2 * Self.room, -300...300)
    }

    private func with<Result>(_ body: (PlaneView<Float>, RegistrationPoints) -> Result) -> Result {
        levels.withUnsafeBufferPointer { levels in
            numbers.withUnsafeBufferPointer { numbers in
                // SAFETY: neither is empty.
                body(
                    PlaneView(
                        levels.baseAddress.unsafelyUnwrapped, stride: Self.width, width: Self.width,
                        height: Self.height),
                    RegistrationPoints(numbers.baseAddress.unsafelyUnwrapped, count: Self.room))
            }
        }
    }

    @Test func samplesMatchTheirReference() {
        with { plane, points in
            var expected = [Float](repeating: 0, count: Self.room)
            let sums = Reference.samplePoints(plane, points, map: map, into: &expected)
            let seen = expected.count { !$0.isNaN }
            #expect(10...60 ~= seen)
            for level in InstructionSet.available {
                var found = [Float](repeating: 0, count: Self.room)
                let own = InstructionSet.withForced(level) { samplePoints(plane, points, map: map, into: &found) }
                #expect(own.across == sums.across, "\(level)")
                #expect(own.own == sums.own, "\(level)")
                let (bits, expectedBits) = (found.map { $0.isNaN ? 0 : $0 }, expected.map { $0.isNaN ? 0 : $0 })
                #expect(bits == expectedBits, "\(level)")
                #expect(found.map { $0.isNaN } == expected.map { $0.isNaN }, "\(level)")
            }
        }
    }

    @Test func sumsMatchTheirReference() {
        with { plane, points in
            var seen = [Float](repeating: 0, count: Self.room)
            _ = samplePoints(plane, points, map: map, into: &seen)
            let differences = Reference.sumDifferences(points, seen: seen, gain: 1.25)
            let system = Reference.sumSystem(points, seen: seen, gain: 1.25, bound: 6)
            let count = seen.count { !$0.isNaN }
            #expect(Int(differences.count) == count)
            for level in InstructionSet.available {
                InstructionSet.withForced(level) {
                    let own = sumDifferences(points, seen: seen, gain: 1.25)
                    #expect(own.error == differences.error, "\(level)")
                    #expect(own.count == differences.count, "\(level)")
                    let found = sumSystem(points, seen: seen, gain: 1.25, bound: 6)
                    #expect(found == system, "\(level)")
                }
            }
        }
    }

    /// One visible point at (½, 0) with a slope of 2 along x: it is 3 brighter than expected.
    @Test func aPointIsAsByHand() {
        var all = [Float](repeating: 0, count: 40)
        for i in 0..<16 { all[i] = .nan }
        (all[0], all[8], all[16], all[24]) = (0.5, 0, 4, 2)
        let levels: [Float] = [0, 14, 28, 0, 14, 28, 0, 14, 28]
        all.withUnsafeBufferPointer { all in
            levels.withUnsafeBufferPointer { levels in
                // SAFETY: neither is empty.
                let points = RegistrationPoints(all.baseAddress.unsafelyUnwrapped, count: 8)
                let plane = PlaneView(levels.baseAddress.unsafelyUnwrapped, stride: 3, width: 3, height: 3)
                var seen = [Float](repeating: 0, count: 8)
                let sums = samplePoints(plane, points, map: [1, 0, 0, 0, 1, 0, 0, 0, 1], into: &seen)
                let rest = seen.dropFirst()
                #expect(seen[0] == 7)
                #expect(rest.allSatisfy { $0.isNaN })
                let differences = sumDifferences(points, seen: seen, gain: 1)
                let found: [Float] = [sums.across, sums.own, differences.error, differences.count]
                #expect(found == [28, 49, 3, 1])
                let system = sumSystem(points, seen: seen, gain: 1, bound: 1.5)
                // The derivatives by the unknowns are 1, 0, 2, 0, 0, 0, −½ and 0, and the weight is a half.
                let numbers = [0, 2, 6, 36, 38, 42].map { system[$0] }
                let expected: [Float] = [0.5, 1, -0.25, 1.5, 3, -0.75]
                #expect(numbers == expected)
            }
        }
    }
}
