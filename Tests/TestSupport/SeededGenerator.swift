import RectoCore

/// SplitMix64: the same numbers for the same seed on all machines.
public struct SeededGenerator: RandomNumberGenerator {
    private var random: SplitMix64

    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    public mutating func next() -> UInt64 { random.next() }
}
