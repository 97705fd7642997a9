import Glibc
import Recto

/// A draft with an untrusted journal.
enum FuzzedDraft {
    private static let folder: String = {
        var name = Array("/dev/shm/recto-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { fatalError("no folder in memory: \(errno)") }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    /// Opens the draft.
    static func open(journal bytes: UnsafeRawBufferPointer) {
        write(signed(bytes), to: folder + "/journal")
        guard let draft = try? ScanSession(folder: folder) else { return }
        // A page needs a picture, and there is none.
        precondition(draft.pages.isEmpty)
        removeDamagedJournals()
    }

    /// Adds the checksums that turn lines into records, except for lines that begin with a zero.
    private static func signed(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).reduce(into: []) { journal, line in
            if line.first != 0 {
                let digits = String(crc32(line), radix: 16)
                journal += Array((String(repeating: "0", count: 8 - digits.count) + digits + " ").utf8)
            }
            journal += line + [UInt8(ascii: "\n")]
        }
    }

    private static func crc32(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { fatalError("\(path): \(errno)") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    private static func removeDamagedJournals() {
        var number = 1
        while unlink("\(folder)/journal-damaged-\(number)") == 0 { number += 1 }
    }
}
