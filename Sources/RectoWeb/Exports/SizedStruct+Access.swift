import CRecto
import CRectoWeb

extension recto_web_observation: SizedStruct {}

/// Reads the caller's struct. The module and its JavaScript have the same version, so sizes are equal.
func read<Struct: SizedStruct>(
    _ pointer: UnsafePointer<Struct>?, _ name: StaticString, over usual: Struct = .empty
) throws(CallFailure) -> Struct {
    let pointer = try required(pointer, name)
    try checkSize(pointer.pointee, name)
    return pointer.pointee
}

/// Writes a value to the caller's struct.
func fill<Struct: SizedStruct>(
    _ pointer: UnsafeMutablePointer<Struct>?, _ name: StaticString, with value: Struct
) throws(CallFailure) {
    let pointer = try required(pointer, name)
    try checkSize(pointer.pointee, name)
    pointer.pointee = value
}

private func checkSize<Struct: SizedStruct>(_ given: Struct, _ name: StaticString) throws(CallFailure) {
    let size = MemoryLayout<Struct>.stride
    guard given.struct_size == size else {
        throw .invalid("\(name)->struct_size is \(given.struct_size), required: \(size)")
    }
}
