internal import CVector

/// Eight floats from any address.
@inline(__always)
func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
    vec_load_f32x8(pointer)
}

/// Eight floats from any address.
@inline(__always)
func load(_ pointer: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
    vec_load_f32x8(pointer)
}

/// Eight floats to any address.
@inline(__always)
func store(_ vector: SIMD8<Float>, _ pointer: UnsafeMutablePointer<Float>) {
    vec_store_f32x8(pointer, vector)
}
