import CDeflate

/// Compresses bytes to a zlib stream (RFC 1950), as used by PDF's `FlateDecode`.
package func deflated(_ bytes: [UInt8]) throws(OutputError) -> [UInt8] {
    // The default level. Higher ones take twice as long for a size reduction of one percent.
    guard let compressor = libdeflate_alloc_compressor(6) else { throw .encoding("no memory") }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        // SAFETY: the buffer has the number of bytes that the bound requires.
        count = bytes.withUnsafeBytes {
            libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, bound)
        }
    }
    guard !result.isEmpty else { throw .encoding("no room") }
    return result
}

/// Returns the CRC-32 of PNG and gzip (ITU-T V.42).
package func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 { libdeflate_crc32(0, bytes.baseAddress, bytes.count) }

/// Returns the CRC-32 of an array.
package func crc32(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { crc32($0) } }
