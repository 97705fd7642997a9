import CRecto

extension recto_document_options: SizedStruct {}
extension recto_fusion: SizedStruct {}
extension recto_recovery: SizedStruct {}
extension recto_anchor_picture: SizedStruct {}
extension recto_anchor: SizedStruct {}
extension recto_sighting: SizedStruct {}
extension recto_anchor_options: SizedStruct {}

/// Structs larger than this are no structs of ours: the size was not set.
private let largestSize = 4096

/// What the caller passes in.
/// - Throws: If the size is not one of this struct, or a later version's fields are set, which this one cannot heed.
func read<Struct: SizedStruct>(
    _ pointer: UnsafePointer<Struct>?, _ name: StaticString
) throws(CallFailure) -> Struct {
    let pointer = try required(pointer, name)
    let size = try checkedSize(pointer, name)
    let known = MemoryLayout<Struct>.stride
    // SAFETY: the caller says that so many bytes are there.
    let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
    guard bytes[known...].allSatisfy({ $0 == 0 }) else {
        throw .invalid("\(name) has fields of a later version of the library")
    }
    return pointer.pointee
}

/// Writes a value into a struct of the caller's; of a later version's struct, the fields that are known.
func fill<Struct: SizedStruct>(
    _ pointer: UnsafeMutablePointer<Struct>?, _ name: StaticString, with value: Struct
) throws(CallFailure) {
    let pointer = try required(pointer, name)
    let size = try checkedSize(UnsafePointer(pointer), name)
    pointer.pointee = value
    pointer.pointee.struct_size = size
}

private func checkedSize<Struct: SizedStruct>(
    _ pointer: UnsafePointer<Struct>, _ name: StaticString
) throws(CallFailure) -> Int {
    let (size, known) = (pointer.pointee.struct_size, MemoryLayout<Struct>.stride)
    guard known...largestSize ~= size else {
        throw .invalid("\(name)->struct_size is \(size), required: sizeof(\(Struct.self)), \(known)")
    }
    return size
}
