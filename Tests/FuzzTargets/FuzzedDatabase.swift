import RectoAnchors
import RectoCore
import RectoKernels

/// Untrusted databases of anchors.
enum FuzzedDatabase {
    /// A valid database.
    private static let sound: [UInt8] = {
        do {
            let database = try AnchorDatabase.build(
                images: [FuzzedPicture.rich], names: ["anchor"], physicalWidths: [0.1])
            return database.withBytes { Array($0) }
        } catch {
            fatalError("the picture is no anchor: \(error)")
        }
    }()

    /// The bytes themselves if the first is even; otherwise a valid database with changed bytes, each given by three:
    /// two for the place and one for the value.
    ///
    /// The checksum is always valid, since an attacker can compute it too: it must not be the only protection.
    static func bytes(_ given: UnsafeRawBufferPointer) -> [UInt8] {
        guard let first = given.first, first & 1 == 1 else { return signed(Array(given.dropFirst())) }
        var bytes = sound
        for start in stride(from: 1, to: given.count - 2, by: 3) {
            let place = Int(given[start]) << 8 | Int(given[start + 1])
            // Half of the places are in the header and the first record.
            bytes[place < 0x8000 ? place % 512 : place * bytes.count / 0x10000] = given[start + 2]
        }
        return signed(bytes)
    }

    private static func signed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 64 else { return bytes }
        var bytes = bytes
        let count = UInt64(bytes.count)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: count, toByteOffset: 16, as: UInt64.self) }
        let sum = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { streamChecksum($0 + 32, count: buffer.count - 32) } ?? 0
        }
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: sum, toByteOffset: 24, as: UInt64.self) }
        return bytes
    }
}
