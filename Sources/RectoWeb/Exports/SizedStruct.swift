import CRecto

/// A struct of the C interface that starts with its size as the caller was compiled with it.
protocol SizedStruct {
    var struct_size: Int { get set }
    init()
}

extension recto_frame: SizedStruct {}
extension recto_render_options: SizedStruct {}
extension recto_page_info: SizedStruct {}
extension recto_pixels: SizedStruct {}
extension recto_detection: SizedStruct {}
extension recto_scanner_options: SizedStruct {}
extension recto_observation: SizedStruct {}
extension recto_capture: SizedStruct {}
extension recto_code_reader_options: SizedStruct {}
extension recto_code: SizedStruct {}

extension SizedStruct {
    /// All fields 0, the size set.
    static var empty: Self {
        var value = Self()
        value.struct_size = MemoryLayout<Self>.stride
        return value
    }
}

/// What the caller passes in. The module and its JavaScript are of one version: sizes are the same.
func read<Struct: SizedStruct>(
    _ pointer: UnsafePointer<Struct>?, _ name: StaticString
) throws(CallFailure) -> Struct {
    let pointer = try required(pointer, name)
    try checkSize(pointer.pointee, name)
    return pointer.pointee
}

/// Writes a value into a struct of the caller's.
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
