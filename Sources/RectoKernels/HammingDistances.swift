internal import CVector

/// Words of 64 bits that `count` descriptors take when stored in groups of four, sixteen at a time.
public func descriptorWordCount(_ count: Int) -> Int { (count + 15) / 16 * 64 }

/// Stores a descriptor of 256 bits in the layout of the kernels: the first words of four descriptors, then their second
/// words, and so on.
@inline(__always)
public func storeDescriptor(_ bits: UnsafePointer<UInt64>, at index: Int, in fours: UnsafeMutablePointer<UInt64>) {
    for word in 0..<4 { fours[index / 4 * 16 + 4 * word + index % 4] = bits[word] }
}

/// The number of bits in which one descriptor differs from each of many.
///
/// - Parameters:
///   - query: 256 bits.
///   - fours: ``descriptorWordCount(_:)`` words, filled by ``storeDescriptor(_:at:in:)``; unused slots may have any
///     value.
///   - distances: Room for `count` rounded up to 16; the rest is undefined.
public func hammingDistances(
    _ query: UnsafePointer<UInt64>, _ fours: UnsafePointer<UInt64>, count: Int,
    into distances: UnsafeMutablePointer<UInt16>
) {
    recto_hamming_distances(query, fours, (count + 15) / 16 * 16, distances)
}

/// The index of the minimum distance, the first of equals.
/// - Parameter distances: `count`, at least 1, with room for that rounded up to 16, which is overwritten.
public func minimumDistance(_ distances: UnsafeMutablePointer<UInt16>, count: Int) -> Int {
    precondition(count > 0, "no distances")
    let padded = (count + 15) / 16 * 16
    (distances + count).update(repeating: .max, count: padded - count)
    var place = 0
    recto_minimum_distance(distances, padded, &place)
    return place
}

/// The indices of the smallest distances below a limit, in order: of at least sixteen, if there are that many.
///
/// Every sixteenth distance belongs to one lane. Distances greater than every lane's minimum do not count.
/// - Parameters:
///   - distances: `count` rounded up to 16; the rest is overwritten.
///   - places: Room for `count`.
/// - Returns: The number of indices.
public func nearPlaces(
    _ distances: UnsafeMutablePointer<UInt16>, count: Int, limit: UInt16, into places: UnsafeMutablePointer<UInt32>
) -> Int {
    let padded = (count + 15) / 16 * 16
    (distances + count).update(repeating: .max, count: padded - count)
    var found = 0
    recto_near_places(distances, padded, Int(limit), places, &found)
    return found
}

/// The minimum of the distances whose places are farther from `place` than the root of `squaredBound`; 65,535 if no
/// place is.
/// - Parameters:
///   - distances: `count` rounded up to 8; the padding has the largest value or valid places.
///   - xs, ys: As many coordinates.
public func minimumFarDistance(
    _ distances: UnsafePointer<UInt16>, xs: UnsafePointer<Float>, ys: UnsafePointer<Float>, count: Int,
    from place: SIMD2<Float>, squaredBound: Float
) -> Int {
    var minimum = 0
    recto_minimum_far_distance(distances, xs, ys, (count + 7) / 8 * 8, place.x, place.y, squaredBound, &minimum)
    return minimum
}

extension Reference {
    /// The plain reference of the kernel `hammingDistances`.
    public static func hammingDistances(
        _ query: UnsafePointer<UInt64>, _ fours: UnsafePointer<UInt64>, count: Int,
        into distances: UnsafeMutablePointer<UInt16>
    ) {
        for i in 0..<(count + 15) / 16 * 16 {
            distances[i] = (0..<4).reduce(0) { sum, word in
                sum + UInt16((query[word] ^ fours[i / 4 * 16 + 4 * word + i % 4]).nonzeroBitCount)
            }
        }
    }

    /// The plain reference of the kernel `nearPlaces`.
    public static func nearPlaces(_ distances: [UInt16], limit: UInt16) -> [UInt32] {
        let lanes = (0..<16).map { stride(from: $0, to: distances.count, by: 16).map { distances[$0] }.min() ?? .max }
        let maximum = lanes.max() ?? .max
        return distances.indices.filter { distances[$0] < limit && distances[$0] <= maximum }.map { UInt32($0) }
    }

    /// The plain reference of the kernel `minimumFarDistance`.
    public static func minimumFarDistance(
        _ distances: UnsafePointer<UInt16>, xs: UnsafePointer<Float>, ys: UnsafePointer<Float>, count: Int,
        from place: SIMD2<Float>, squaredBound: Float
    ) -> Int {
        var minimum = Int(UInt16.max)
        for i in 0..<count {
            let (u, v) = (xs[i] - place.x, ys[i] - place.y)
            let square: Float = u * u + v * v
            if square > squaredBound { minimum = min(minimum, Int(distances[i])) }
        }
        return minimum
    }
}

// MARK: - Bodies

@c @implementation
func recto_hamming_distances_body(
    _ query: UnsafePointer<UInt64>!, _ fours: UnsafePointer<UInt64>!, _ n: Int,
    _ distances: UnsafeMutablePointer<UInt16>!
) {
    var i = 0
    while i < n {
        // SAFETY: n is a multiple of 16 descriptors of four words.
        vec_hamming16(query, fours + 4 &* i, distances + i)
        i &+= 16
    }
}

@c @implementation
func recto_minimum_distance_body(_ values: UnsafePointer<UInt16>!, _ n: Int, _ place: UnsafeMutablePointer<Int>!) {
    var minimum = vec_load_u16x16(values)
    var i = 16
    // SAFETY: n is a positive multiple of 16.
    while i < n {
        minimum = vec_min_u16(minimum, vec_load_u16x16(values + i))
        i &+= 16
    }
    let value = vec_reduce_min_u16(minimum)
    i = 0
    while i < n {
        let bits = vec_equal_bits(vec_load_u16x16(values + i), value)
        if bits != 0 {
            place.pointee = i &+ bits.trailingZeroBitCount
            return
        }
        i &+= 16
    }
}

@c @implementation
func recto_near_places_body(
    _ values: UnsafePointer<UInt16>!, _ n: Int, _ limit: Int, _ places: UnsafeMutablePointer<UInt32>!,
    _ count: UnsafeMutablePointer<Int>!
) {
    var found = 0
    if n > 0 {
        var minimum = vec_load_u16x16(values)
        var i = 16
        // SAFETY: n is a multiple of 16; no more places are found than there are values.
        while i < n {
            minimum = vec_min_u16(minimum, vec_load_u16x16(values + i))
            i &+= 16
        }
        let bound = UInt16(min(limit, Int(vec_reduce_max_u16(minimum)) &+ 1))
        i = 0
        while i < n {
            var bits = vec_below_bits(vec_load_u16x16(values + i), bound)
            while bits != 0 {
                places[found] = UInt32(truncatingIfNeeded: i &+ bits.trailingZeroBitCount)
                found &+= 1
                bits &= bits &- 1
            }
            i &+= 16
        }
    }
    count.pointee = found
}

@c @implementation
func recto_minimum_far_distance_body(
    _ values: UnsafePointer<UInt16>!, _ x: UnsafePointer<Float>!, _ y: UnsafePointer<Float>!, _ n: Int, _ fromX: Float,
    _ fromY: Float, _ bound: Float, _ place: UnsafeMutablePointer<Int>!
) {
    var minimum = UInt16.max
    @inline(__always)
    func compare(_ i: Int) {
        // SAFETY: the callers stay within the n values.
        minimum = min(minimum, vec_reduce_min_u16x8(vec_where_far(values + i, x + i, y + i, fromX, fromY, bound)))
    }
    var i = 0
    // Places are rarely checked: after a few values, almost none is below the current minimum.
    while i &+ 16 <= n {
        if vec_any_below(vec_load_u16x16(values + i), minimum) != 0 {
            compare(i)
            compare(i &+ 8)
        }
        i &+= 16
    }
    if i < n { compare(i) }
    place.pointee = Int(minimum)
}
