/// Items sorted by score, the highest first. Among equal scores, the item added first comes first.
///
/// Uses a radix sort, which unlike the standard library's sort allocates memory only while it grows.
package struct Ranking {
    private static let digits = 256

    /// Scores, inverted so that the highest is the smallest, above the items' numbers.
    private var keys: [UInt64] = []
    private var sorted: [UInt64] = []
    private var ends = [Int](repeating: 0, count: Ranking.digits)

    package init() {}

    package var count: Int { keys.count }

    package mutating func removeAll() { keys.removeAll(keepingCapacity: true) }

    /// - Parameter number: A number of 32 bits.
    package mutating func add(_ number: Int, score: Float) {
        let bits = score.bitPattern
        let descending = bits >> 31 == 1 ? bits : ~bits & 0x7FFF_FFFF
        keys.append(UInt64(descending) << 32 | UInt64(number))
    }

    /// The number of the item at a place. Until ``sort()``, places are in the order of the additions.
    package subscript(place: Int) -> Int { Int(keys[place] & 0xFFFF_FFFF) }

    package mutating func sort() {
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: repeatElement(0, count: keys.count))
        for shift: UInt64 in [32, 40, 48, 56] {
            for digit in ends.indices { ends[digit] = 0 }
            for key in keys { ends[Int(key >> shift & 0xFF)] += 1 }
            var sum = 0
            for digit in ends.indices {
                let count = ends[digit]
                // Start of the digit's items. It is their end once they are filled in.
                ends[digit] = sum
                sum += count
            }
            for key in keys {
                let digit = Int(key >> shift & 0xFF)
                sorted[ends[digit]] = key
                ends[digit] += 1
            }
            swap(&keys, &sorted)
        }
    }
}
