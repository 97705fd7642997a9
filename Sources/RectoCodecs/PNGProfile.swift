import CDeflate

/// The largest profile to decompress: those of printers have one or two megabytes.
private let maximumProfileBytes = 8 << 20

/// Returns the ICC profile from a PNG file's `iCCP` chunk; empty if it is missing or damaged.
///
/// libpng is not used for it, because it treats a damaged profile as a damaged picture.
func embeddedPNGProfile(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var place = 8
    while place + 12 <= bytes.count {
        let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        let name = bytes[place + 4..<place + 8]
        guard length <= bytes.count - place - 12, !name.elementsEqual("IDAT".utf8) else { return [] }
        if name.elementsEqual("iCCP".utf8) {
            return unpackedProfile(UnsafeBufferPointer(rebasing: bytes[place + 8..<place + 8 + length]))
        }
        place += 12 + length
    }
    return []
}

/// Decompresses a chunk: a name, a zero, the method 0, and a zlib stream.
private func unpackedProfile(_ chunk: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let end = chunk.prefix(80).firstIndex(of: 0), end + 2 < chunk.count, chunk[end + 1] == 0,
        let decompressor = libdeflate_alloc_decompressor()
    else { return [] }
    defer { libdeflate_free_decompressor(decompressor) }
    let packed = UnsafeBufferPointer(rebasing: chunk[(end + 2)...])
    var room = 64 << 10
    while room <= maximumProfileBytes {
        var isTooSmall = false
        let profile = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let result = libdeflate_zlib_decompress(
                decompressor, packed.baseAddress, packed.count, buffer.baseAddress, room, &count)
            isTooSmall = result == LIBDEFLATE_INSUFFICIENT_SPACE
            if result != LIBDEFLATE_SUCCESS { count = 0 }
        }
        if !isTooSmall { return profile }
        room *= 4
    }
    return []
}
