internal import CVector

/// A fast 64-bit checksum for long streams: any change within one 32-bit word is detected for certain.
///
/// Thirty-two FNV-1a sums over 32-bit words (offset 2166136261, prime 16777619): word i goes into sum i mod 32, with
/// the last block padded to 128 bytes with 0. A 64-bit FNV-1a over the sums and the length is the result. It detects
/// damage, but does not protect against forgery.
public func streamChecksum(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { buffer in
        buffer.initialize(repeating: 2_166_136_261)
        // SAFETY: a buffer of a fixed size above 0 has a base address; its second half holds the last bytes.
        let sums = buffer.baseAddress.unsafelyUnwrapped
        let whole = count / 128
        recto_stream_sums(bytes, whole, sums)
        let tail = UnsafeMutableRawPointer(sums + 32)
        tail.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
        tail.copyMemory(from: bytes + 128 * whole, byteCount: count - 128 * whole)
        recto_stream_sums(tail.assumingMemoryBound(to: UInt8.self), 1, sums)
        return joinedSums(sums, count)
    }
}

private func joinedSums(_ sums: UnsafePointer<UInt32>, _ count: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in 0..<32 { hash = (hash ^ UInt64(sums[i])) &* 0x100_0000_01B3 }
    return (hash ^ UInt64(count)) &* 0x100_0000_01B3
}

extension Reference {
    /// The plain reference of the kernel `streamChecksum`.
    public static func streamChecksum(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
        var sums = [UInt32](repeating: 2_166_136_261, count: 32)
        for word in 0..<(count / 128 + 1) * 32 {
            var value: UInt32 = 0
            for i in 0..<4 where 4 * word + i < count { value |= UInt32(bytes[4 * word + i]) << UInt32(8 * i) }
            sums[word % 32] = (sums[word % 32] ^ value) &* 16_777_619
        }
        return joinedSums(sums, count)
    }
}

// MARK: - Bodies

@c @implementation
func recto_stream_sums_body(_ bytes: UnsafePointer<UInt8>!, _ n: Int, _ sums: UnsafeMutablePointer<UInt32>!) {
    typealias V = SIMD8<UInt32>
    let prime = V(repeating: 16_777_619)
    var (a, b, c, d) = (
        vec_load_u32x8(sums), vec_load_u32x8(sums + 8), vec_load_u32x8(sums + 16), vec_load_u32x8(sums + 24)
    )
    var i = 0
    while i < n {
        // SAFETY: n blocks of 128 bytes.
        let p = UnsafeRawPointer(bytes + 128 &* i).assumingMemoryBound(to: UInt32.self)
        a = vec_hash_step(a, p, prime)
        b = vec_hash_step(b, p + 8, prime)
        c = vec_hash_step(c, p + 16, prime)
        d = vec_hash_step(d, p + 24, prime)
        i &+= 1
    }
    vec_store_u32x8(sums, a)
    vec_store_u32x8(sums + 8, b)
    vec_store_u32x8(sums + 16, c)
    vec_store_u32x8(sums + 24, d)
}
