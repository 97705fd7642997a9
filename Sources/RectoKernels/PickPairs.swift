internal import CVector

/// Pairs of lines.
public struct LinePairs {
    let members: UnsafePointer<UInt64>
    let cosines: UnsafePointer<Float>
    let sines: UnsafePointer<Float>
    let count: Int

    /// - Parameters:
    ///   - members: For each pair its lines, one bit each.
    ///   - cosines, sines: Directions of the pairs.
    public init(
        members: UnsafePointer<UInt64>, cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>, count: Int
    ) {
        (self.members, self.cosines, self.sines, self.count) = (members, cosines, sines, count)
    }
}

/// Finds the pairs of lines without an excluded member whose direction is far from a given one.
/// - Parameters:
///   - direction: Cosine and sine of the given direction.
///   - bound: Upper bound of the dot product of both directions.
///   - found: Room for an index of each pair; the indices are in order.
/// - Returns: The number of pairs found.
public func pickPairs(
    of pairs: LinePairs, barred: UInt64, direction: (cosine: Float, sine: Float), bound: Float,
    into found: UnsafeMutablePointer<Int32>
) -> Int {
    var number = 0
    let other = SIMD4<Float>(direction.cosine, direction.sine, bound, 0)
    // SAFETY: the vector is four floats.
    withUnsafePointer(to: other) { other in
        other.withMemoryRebound(to: Float.self, capacity: 4) { other in
            recto_pick_pairs(
                pairs.members, pairs.cosines, pairs.sines, pairs.count, barred, other, found, &number)
        }
    }
    return number
}

@c @implementation
func recto_pick_pairs_body(
    _ members: UnsafePointer<UInt64>!, _ cosines: UnsafePointer<Float>!, _ sines: UnsafePointer<Float>!, _ n: Int,
    _ barred: UInt64, _ direction: UnsafePointer<Float>!, _ found: UnsafeMutablePointer<Int32>!,
    _ count: UnsafeMutablePointer<Int>!
) {
    var picked = 0
    var index = 0
    while index &+ 8 <= n {
        var bits = vec_pick_pairs(members + index, cosines + index, sines + index, barred, direction)
        while bits != 0 {
            found[picked] = Int32(truncatingIfNeeded: index &+ bits.trailingZeroBitCount)
            picked &+= 1
            bits &= bits &- 1
        }
        index &+= 8
    }
    while index < n {
        let product: Float = cosines[index] * direction[0] + sines[index] * direction[1]
        if members[index] & barred == 0, product < direction[2] {
            found[picked] = Int32(truncatingIfNeeded: index)
            picked &+= 1
        }
        index &+= 1
    }
    count.pointee = picked
}

extension Reference {
    /// The plain reference of the kernel `pickPairs`.
    public static func pickPairs(
        members: [UInt64], cosines: [Float], sines: [Float], barred: UInt64, direction: (cosine: Float, sine: Float),
        bound: Float
    ) -> [Int32] {
        members.indices.filter { index in
            let product: Float = cosines[index] * direction.cosine + sines[index] * direction.sine
            return members[index] & barred == 0 && product < bound
        }.map(Int32.init)
    }
}
