import FoundationEssentials
import Glibc
import RectoCodecs

/// The write-ahead journal of a session: one line per change, with a checksum.
///
/// A line is the CRC-32 of the rest in eight hexadecimal digits, a space, and a ``DraftRecord`` in JSON. Only
/// complete lines count: a truncated one was never confirmed.
struct DraftJournal: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// The length of the valid records; leftovers of an interrupted write are overwritten.
    private var length: Int

    /// Atomically replaces the journal, if any, with these records.
    init(replacing path: String, with records: [DraftRecord]) throws(SessionError) {
        let bytes = records.flatMap(Self.line)
        do throws(OutputError) {
            let file = try AtomicFile(path: path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw SessionError(error)
        }
        try self.init(path: path, length: bytes.count)
    }

    /// Opens the journal at a path, whose records end after `length` bytes.
    init(path: String, length: Int) throws(SessionError) {
        self.path = path
        self.length = length
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(systemMessage(errno)) }
    }

    deinit { close(descriptor) }

    /// Appends a record and returns when it is on disk.
    mutating func append(_ record: DraftRecord) throws(SessionError) {
        let line = Self.line(record)
        do throws(SessionError) {
            try write(line)
            guard fdatasync(descriptor) == 0 else { throw .unwritable(systemMessage(errno)) }
        } catch {
            // If this fails too, the next record overwrites the rest, or it is found truncated when the draft is
            // opened.
            ftruncate(descriptor, length)
            throw error
        }
        length += line.count
    }

    private func write(_ line: [UInt8]) throws(SessionError) {
        var done = 0
        while done < line.count {
            let written = line[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, length + done) }
            if written > 0 { done += written } else if errno != EINTR { throw .unwritable(systemMessage(errno)) }
        }
    }

    // MARK: Lines

    static func line(_ record: DraftRecord) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Integers, finite numbers and plain texts can always be encoded.
        guard let json = try? encoder.encode(record) else {
            preconditionFailure("a record with a number that is not finite")
        }
        let bytes = [UInt8](json)
        return hexadecimal(crc32(bytes)) + [UInt8(ascii: " ")] + bytes + [UInt8(ascii: "\n")]
    }

    /// A record and its byte offset.
    struct Entry {
        var record: DraftRecord
        var offset: Int
    }

    /// Reads a journal's bytes; returns the records in order and the damage found.
    static func read(_ bytes: [UInt8]) -> (entries: [Entry], findings: [DraftRecovery.Finding]) {
        var (entries, findings) = ([Entry](), [DraftRecovery.Finding]())
        var start = 0
        while start < bytes.count {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
                findings.append(.cutRecord(bytes: bytes.count - start))
                break
            }
            if let record = record(bytes[start..<end]) {
                entries.append(Entry(record: record, offset: start))
            } else {
                findings.append(.damagedRecord(offset: start, bytes: end + 1 - start))
            }
            start = end + 1
        }
        return (entries, findings)
    }

    private static func record(_ line: ArraySlice<UInt8>) -> DraftRecord? {
        guard line.count > 9, line[line.startIndex + 8] == UInt8(ascii: " ") else { return nil }
        let json = [UInt8](line.dropFirst(9))
        guard line.prefix(8).elementsEqual(hexadecimal(crc32(json))) else { return nil }
        return try? JSONDecoder().decode(DraftRecord.self, from: Data(json))
    }

    private static func hexadecimal(_ value: UInt32) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return stride(from: 28, through: 0, by: -4).map { digits[Int(value >> UInt32($0) & 15)] }
    }
}
