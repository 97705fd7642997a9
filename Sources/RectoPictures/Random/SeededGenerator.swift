import RectoCore

/// The random number generator for all pictures: xoshiro256**, with its state filled by SplitMix64.
///
/// Uses integer arithmetic only, so a seed gives the same numbers on every machine.
/// Source: Blackman & Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47(4), 2021.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var s0, s1, s2, s3: UInt64

    /// - Parameter seed: Any value; neighboring seeds give unrelated numbers.
    public init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        s0 = random.next()
        s1 = random.next()
        s2 = random.next()
        s3 = random.next()
    }

    /// A generator for one part of a picture.
    ///
    /// Parts use separate generators, so that a change to one part does not affect the others.
    public init(seed: UInt64, part: UInt64) {
        var random = SplitMix64(seed: seed ^ (part &* 0xD1B5_4A32_D192_ED03))
        self.init(seed: random.next())
    }

    public mutating func next() -> UInt64 {
        let result = rotateLeft(s1 &* 5, 7) &* 9
        let t = s1 << 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = rotateLeft(s3, 45)
        return result
    }

    /// Uniform in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A uniform number in the given range.
    mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A uniform integer in the range.
    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        let count = UInt64(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + Int(next().multipliedFullWidth(by: count).high)
    }

    /// True with the given probability.
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// An approximately normal number with mean 0 and deviation 1 (the sum of twelve uniform numbers, so within ±6).
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }

    /// A random element.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[integer(0...elements.count - 1)] }

    /// A random element, with probability proportional to its weight.
    mutating func pick<Element>(weighted elements: [(Element, Double)]) -> Element {
        var left = unit() * elements.reduce(0) { $0 + $1.1 }
        for (element, weight) in elements {
            left -= weight
            if left < 0 { return element }
        }
        return elements[elements.count - 1].0
    }
}

private func rotateLeft(_ x: UInt64, _ count: UInt64) -> UInt64 { (x << count) | (x >> (64 - count)) }
