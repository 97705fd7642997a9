import Glibc

extension UnsafeRawBufferPointer {
    /// Where a byte first stands at `start` or behind it.
    func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
