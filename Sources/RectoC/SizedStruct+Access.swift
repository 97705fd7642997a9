import CRecto

extension recto_control: SizedStruct {}
extension recto_document_options: SizedStruct {}
extension recto_fusion: SizedStruct {}
extension recto_recovery: SizedStruct {}
extension recto_reading_options: SizedStruct {}
extension recto_joined_payload: SizedStruct {}
extension recto_anchor_picture: SizedStruct {}
extension recto_anchor: SizedStruct {}
extension recto_sighting: SizedStruct {}
extension recto_anchor_options: SizedStruct {}
extension recto_camera: SizedStruct {}
extension recto_camera_format: SizedStruct {}
extension recto_camera_control: SizedStruct {}
extension recto_source_options: SizedStruct {}
extension recto_event: SizedStruct {}

extension recto_render_options { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.paper)! } }
extension recto_page_info { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.paper)! } }
extension recto_frame { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.third_plane)! } }
extension recto_scanner_options { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.burst_frames)! } }
extension recto_observation { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.known_page)! } }
extension recto_code_reader_options { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.symbologies)! } }
extension recto_detection { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.presence)! } }
extension recto_document_options { static var firstSize: Int { MemoryLayout<Self>.offset(of: \.jpeg_quality)! } }

/// Larger sizes mean that the field was not set.
private let largestSize = 4096

/// Reads the caller's struct.
/// - Parameter usual: Provides the fields that the caller's version of the struct does not have.
/// - Throws: If the size is invalid, or fields of a later version are set, which this version does not know.
func read<Struct: SizedStruct>(
    _ pointer: UnsafePointer<Struct>?, _ name: StaticString, over usual: Struct = .empty
) throws(CallFailure) -> Struct {
    let pointer = try required(pointer, name)
    let size = try checkedSize(pointer, name)
    let known = MemoryLayout<Struct>.stride
    // SAFETY: the caller guarantees that `size` bytes are readable.
    let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
    guard bytes.dropFirst(known).allSatisfy({ $0 == 0 }) else {
        throw .invalid("\(name) has fields of a later version of the library")
    }
    var value = usual
    withUnsafeMutableBytes(of: &value) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(known))) }
    return value
}

/// Writes a value into the caller's struct: the fields that both versions know.
func fill<Struct: SizedStruct>(
    _ pointer: UnsafeMutablePointer<Struct>?, _ name: StaticString, with value: Struct
) throws(CallFailure) {
    let pointer = try required(pointer, name)
    let size = try checkedSize(UnsafePointer(pointer), name)
    var value = value
    value.struct_size = size
    // SAFETY: the caller guarantees that `size` bytes are writable.
    withUnsafeBytes(of: &value) {
        UnsafeMutableRawPointer(pointer).copyMemory(from: $0.baseAddress!, byteCount: min(size, $0.count))
    }
}

private func checkedSize<Struct: SizedStruct>(
    _ pointer: UnsafePointer<Struct>, _ name: StaticString
) throws(CallFailure) -> Int {
    // SAFETY: a struct of any version starts with its size.
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    guard Struct.firstSize...largestSize ~= size else {
        let known = MemoryLayout<Struct>.stride
        throw .invalid("\(name)->struct_size is \(size), required: sizeof(\(Struct.self)), \(known)")
    }
    return size
}
