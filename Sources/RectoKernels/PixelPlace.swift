/// A pixel of a picture with sides of at most 65,535.
public struct PixelPlace: BitwiseCopyable, Hashable, Sendable {
    /// Row and column, 16 bits each.
    var word: UInt32

    public init(x: Int, y: Int) {
        word = UInt32(truncatingIfNeeded: y) << 16 | UInt32(truncatingIfNeeded: x) & 0xFFFF
    }

    @inline(__always) public var x: Int { Int(word & 0xFFFF) }
    @inline(__always) public var y: Int { Int(word >> 16) }
}

/// Lends places as the words that kernels take.
@inline(__always)
func words(_ places: UnsafePointer<PixelPlace>) -> UnsafePointer<UInt32> {
    // SAFETY: a place is one word.
    UnsafeRawPointer(places).assumingMemoryBound(to: UInt32.self)
}
