internal import CVector

/// A row of a byte picture.
@inline(__always)
func row(_ base: UnsafePointer<UInt8>, _ y: Int, _ stride: Int) -> UnsafePointer<UInt8> {
    base + y &* stride
}

@inline(__always)
func row(_ base: UnsafeMutablePointer<UInt8>, _ y: Int, _ stride: Int) -> UnsafeMutablePointer<UInt8> {
    base + y &* stride
}

/// Checks that rows of `rowBytes` do not overlap.
@inline(__always)
func checkRows(_ rowBytes: Int, height: Int, stride: Int) {
    precondition(rowBytes >= 0 && height >= 0, "negative size")
    precondition(stride >= rowBytes || height <= 1, "stride shorter than a row")
}

/// Provides 256 zeroed bytes on the stack for the ends of rows.
@inline(__always)
func withStackBuffer(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
        buffer.initialize(repeating: 0)
        // SAFETY: a buffer of a fixed size above 0 has a base address.
        body(buffer.baseAddress.unsafelyUnwrapped)
    }
}

@inline(__always)
func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
}

/// Stores the first `count` of 32 packed bits, and 0 for the rest of the last byte.
@inline(__always)
func storeBits(_ word: UInt32, _ count: Int, _ target: UnsafeMutablePointer<UInt8>) {
    var rest = count
    var i = 0
    while rest > 0 {
        let byte = UInt8(truncatingIfNeeded: word &>> UInt32(truncatingIfNeeded: 8 &* i))
        // SAFETY: as many bytes as `count` bits need.
        target[i] = rest >= 8 ? byte : byte & (0xff &<< UInt8(truncatingIfNeeded: 8 &- rest))
        rest &-= 8
        i &+= 1
    }
}

/// Packs a row's ink, 32 pixels at a time.
///
/// - Parameter ink: The ink of 32 pixels starting at pixel x; 0 after the row's last pixel.
@inline(__always)
func packRow(
    _ source: UnsafePointer<UInt8>, _ n: Int, _ bits: UnsafeMutablePointer<UInt8>,
    _ ink: (_ pixels: UnsafePointer<UInt8>, _ x: Int) -> UInt32
) {
    // SAFETY: n bytes, and as many bytes of bits as they need.
    var x = 0
    while x &+ 32 <= n {
        UnsafeMutableRawPointer(bits + x / 8).storeBytes(of: ink(source + x, x), as: UInt32.self)
        x &+= 32
    }
    if x < n {
        withStackBuffer { tail in
            copy(source + x, to: tail, count: n &- x)
            storeBits(ink(tail, x), n &- x, bits + x / 8)
        }
    }
}

/// Loads eight floats from any address.
@inline(__always)
func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
    vec_load_f32x8(pointer)
}

/// Loads eight floats from any address.
@inline(__always)
func load(_ pointer: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
    vec_load_f32x8(pointer)
}

/// Stores eight floats to any address.
@inline(__always)
func store(_ vector: SIMD8<Float>, _ pointer: UnsafeMutablePointer<Float>) {
    vec_store_f32x8(pointer, vector)
}
