import CDeflate

/// The CRC-32 of PNG and gzip (ITU-T V.42).
package func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 { libdeflate_crc32(0, bytes.baseAddress, bytes.count) }

/// The same of an array.
package func crc32(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { crc32($0) } }
